package org.sing.scheduling.core.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import org.sing.scheduling.core.Decision;
import org.sing.scheduling.core.Share;

/** What a rule promises about who starts, checked by brute force. A head that fits does not wait when nothing else starts, under any of them. */
abstract class Law {
    final Model model;

    Law(Model model) {
        this.model = model;
    }

    /** Before the placement is folded: somebody who is not the head starts. */
    abstract void overtakes(Decision.Placed placed, Waiting job, Waiting head, Instant now);

    /** Some may wait no longer. */
    void settle() {}

    /** Nothing more is decided now. */
    abstract void atRest(String group, Waiting head, Instant now);

    /** The job got its GPUs; {@code overtaken} says whether it passed somebody. */
    void placed(Decision.Placed placed, Waiting job, Instant now) {}

    void released(Decision.Released released, Instant now) {}

    /** Where it goes. */
    void place(Decision.Placed placed, Waiting job, Instant now) {
        var nodes = placed.shares().size();
        var most = placed.overtaken().isPresent()
                ? job.request.nodes()
                : model.fit().most(job, many -> model.within(job, many));
        assertEquals(most, nodes, "of a range as many as are free: " + placed);
        if (nodes > job.request.nodes()) model.grown++;
        var expected =
                model.fit().roomOn(job, nodes).orElseThrow(() -> new AssertionError("it does not fit: " + placed));
        assertEquals(expected, placed.shares().stream().map(Share::node).toList(), "the fullest nodes that fit");
    }

    boolean fits(Waiting job) {
        return model.fit().fits(job);
    }

    static void nobodyFits(List<Waiting> jobs, Law law) {
        for (var job : jobs) assertTrue(!law.fits(job), "what may start does not wait: " + job.as);
    }
}

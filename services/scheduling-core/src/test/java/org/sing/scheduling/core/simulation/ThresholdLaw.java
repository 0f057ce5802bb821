package org.sing.scheduling.core.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.sing.scheduling.core.Decision;

/** {@code sing}: however often a job becomes head, no more than its own weight ever passes it. */
final class ThresholdLaw extends Law {
    private final Map<String, Integer> spent = new HashMap<>();

    ThresholdLaw(Model model) {
        super(model);
    }

    @Override
    void overtakes(Decision.Placed placed, Waiting job, Waiting head, Instant now) {
        assertTrue(!fits(head), "a head that fits is not overtaken: " + placed);
        var budget = budget(head);
        assertTrue(job.weight() <= budget, "at most the head's GPUs overtake it: " + placed);
        var first = model.ready(job.as.group()).stream()
                .filter(other -> other.weight() <= budget && fits(other))
                .findFirst();
        assertEquals(Optional.of(placed.job()), first.map(Waiting::id), "the first that may overtake does");
        assertEquals(
                new Decision.Overtaken(head.id(), budget, budget - job.weight(), Decision.Unit.GPUS),
                placed.overtaken().orElseThrow(),
                "the receipt");
        spent.merge(head.id(), job.weight(), Integer::sum);
    }

    @Override
    void placed(Decision.Placed placed, Waiting job, Instant now) {
        spent.remove(placed.job());
    }

    @Override
    void atRest(String group, Waiting head, Instant now) {
        var budget = budget(head);
        nobodyFits(
                model.ready(group).stream()
                        .filter(other -> other.weight() <= budget)
                        .toList(),
                this);
    }

    private int budget(Waiting head) {
        return head.weight() - spent.getOrDefault(head.id(), 0);
    }
}

package org.sing.scheduling.core.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import org.sing.scheduling.core.Decision;

/** {@code easy}: it promises nothing but that the head comes first, and says whom it let pass. */
final class ReservationLaw extends Law {
    ReservationLaw(Model model) {
        super(model);
    }

    @Override
    void overtakes(Decision.Placed placed, Waiting job, Waiting head, Instant now) {
        assertTrue(!fits(head), "a head that fits is not overtaken: " + placed);
        assertEquals(
                new Decision.Overtaken(head.id(), head.weight(), head.weight(), Decision.Unit.GPUS),
                placed.overtaken().orElseThrow(),
                "the receipt");
    }

    @Override
    void atRest(String group, Waiting head, Instant now) {}
}

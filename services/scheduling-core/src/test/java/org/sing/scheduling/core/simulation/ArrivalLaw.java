package org.sing.scheduling.core.simulation;

import java.time.Instant;
import org.sing.scheduling.core.Decision;

/** {@code fcfs}: nobody passes anybody. */
final class ArrivalLaw extends Law {
    ArrivalLaw(Model model) {
        super(model);
    }

    @Override
    void overtakes(Decision.Placed placed, Waiting job, Waiting head, Instant now) {
        throw new AssertionError("nobody overtakes under this rule: " + placed);
    }

    @Override
    void atRest(String group, Waiting head, Instant now) {}
}

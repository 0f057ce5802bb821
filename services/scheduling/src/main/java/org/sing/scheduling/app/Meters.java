package org.sing.scheduling.app;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import java.util.function.Supplier;
import org.sing.scheduling.core.Decision;

/** How long a decision takes, and how many jobs were placed. */
final class Meters {
    private final Timer decide;
    private final Counter placed;

    Meters(MeterRegistry registry) {
        decide = Timer.builder("sing.scheduling.decide")
                .description("what follows from one event, in memory")
                .publishPercentiles(0.5, 0.99)
                .register(registry);
        placed = Counter.builder("sing.scheduling.placed")
                .description("placements decided")
                .register(registry);
    }

    List<Decision> timed(Supplier<List<Decision>> decision) {
        var decided = decide.record(decision);
        for (var each : decided) if (each instanceof Decision.Placed) placed.increment();
        return decided;
    }
}

package org.sing.scheduling.app;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.sing.scheduling.core.Decision;

/** How long a decision takes, how many jobs were placed, and whether that was when it was said to be. */
final class Meters {
    private final MeterRegistry registry;
    private final Timer decide;
    private final Counter placed;

    Meters(MeterRegistry registry) {
        this.registry = registry;
        decide = Timer.builder("sing.scheduling.decide")
                .description("what follows from one event, in memory")
                .publishPercentiles(0.5, 0.99)
                .register(registry);
        placed = Counter.builder("sing.scheduling.placed")
                .description("placements decided")
                .register(registry);
    }

    List<Decision> timed(Instant now, Supplier<List<Decision>> decision) {
        var decided = decide.record(decision);
        for (var each : decided) if (each instanceof Decision.Placed placement) count(placement, now);
        return decided;
    }

    private void count(Decision.Placed placement, Instant now) {
        placed.increment();
        placement
                .expected()
                .ifPresent(range -> Counter.builder("sing.scheduling.estimates")
                        .description("starts of which an estimate was said: earlier, inside or later")
                        .tag("rule", placement.rule())
                        .tag("truth", range.truth(now).name().toLowerCase(Locale.ROOT))
                        .register(registry)
                        .increment());
    }
}

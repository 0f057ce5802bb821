package org.sing.bus;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.sing.bus.BatchTransaction.Applied;

/** What the bus counts. */
@Singleton
final class BusMetrics {
    private final Clock clock = Clock.systemUTC();
    private final Counter applied;
    private final Counter duplicates;
    private final Counter zombies;
    private final Counter fenced;
    private final Counter published;
    private final AtomicReference<Double> eventLag = new AtomicReference<>(0.0);
    private final AtomicLong deadLetters = new AtomicLong();
    private final AtomicLong lagRecords = new AtomicLong();
    private final AtomicLong outboxPending = new AtomicLong();
    private final AtomicLong parkedKeys = new AtomicLong();

    BusMetrics(MeterRegistry registry, Names names) {
        var service = names.service();
        applied = registry.counter("sing.bus.applied", "consumer", service);
        duplicates = registry.counter("sing.bus.duplicates", "consumer", service);
        zombies = registry.counter("sing.bus.zombie.rollbacks", "consumer", service);
        fenced = registry.counter("sing.bus.fenced", "consumer", service);
        published = registry.counter("sing.bus.published", "consumer", service);
        gauge(registry, "sing.dead.letters", service, deadLetters);
        gauge(registry, "sing.consumer.lag.records", service, lagRecords);
        gauge(registry, "sing.outbox.pending", service, outboxPending);
        gauge(registry, "sing.bus.parked.keys", service, parkedKeys);
        Gauge.builder("sing.event.lag.seconds", eventLag, AtomicReference::get)
                .tag("consumer", service)
                .register(registry);
    }

    private static void gauge(MeterRegistry registry, String name, String service, AtomicLong value) {
        Gauge.builder(name, value, AtomicLong::get).tag("consumer", service).register(registry);
    }

    void applied(Applied batch) {
        applied.increment(batch.fresh().size());
        duplicates.increment(batch.repetitions());
        deadLetters.addAndGet(batch.deadLetters());
        if (batch.fresh().isEmpty()) return;
        var age = Duration.between(batch.fresh().getLast().time(), clock.instant());
        eventLag.set(age.toMillis() / 1000.0);
    }

    void zombieRolledBack() {
        zombies.increment();
    }

    void fenced() {
        fenced.increment();
    }

    void published(int messages) {
        published.increment(messages);
    }

    void consumerLag(long records) {
        lagRecords.set(records);
    }

    void stored(long pending, long parked) {
        outboxPending.set(pending);
        parkedKeys.set(parked);
    }
}

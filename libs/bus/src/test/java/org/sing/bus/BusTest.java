package org.sing.bus;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.sing.bus.campus.CountingService;
import org.sing.bus.testkit.TestBus;

/** A service that counts, on a real broker and a real database; each test with a key of its own. */
abstract class BusTest {
    static final Duration PATIENCE = Duration.ofSeconds(Integer.getInteger("bus.patience", 60));

    @Inject
    Pool pool;

    @Inject
    MeterRegistry metrics;

    @Inject
    FaultPoints faults;

    @Inject
    CountingService service;

    final TestBus bus = TestBus.connect();
    final String key = UUID.randomUUID().toString();

    @BeforeEach
    void bePatient() {
        Awaitility.setDefaultTimeout(PATIENCE);
    }

    @AfterEach
    void putRight() {
        faults.disarm();
        service.tolerant = false;
        bus.close();
    }

    List<Row> rows(String sql) {
        return StreamSupport.stream(pool.query(sql).executeAndAwait().spliterator(), false)
                .toList();
    }

    long count(String sql) {
        return rows(sql).getFirst().getLong(0);
    }

    /** The sequences that were applied for a key, in the order in which they were. */
    List<Long> applied(String key) {
        return rows("select sequence from journal where subject = 'jobs/%s' order by position".formatted(key)).stream()
                .map(row -> row.getLong(0))
                .toList();
    }

    void awaitApplied(String key, Long... sequences) {
        await().untilAsserted(() -> assertEquals(List.of(sequences), applied(key)));
    }

    double counted(String meter) {
        return metrics.find(meter).counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    /** A fault that strikes once. */
    Supplier<Uni<Void>> once(Supplier<Uni<?>> fault) {
        var struck = new AtomicBoolean();
        return () -> struck.compareAndSet(false, true)
                ? fault.get().replaceWithVoid()
                : Uni.createFrom().voidItem();
    }

    static Uni<?> failure() {
        return Uni.createFrom().failure(new IllegalStateException("killed"));
    }

    static <T> T now(Uni<T> work) {
        return work.await().atMost(PATIENCE);
    }
}

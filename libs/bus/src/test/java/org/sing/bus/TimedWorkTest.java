package org.sing.bus;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class TimedWorkTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final TimedWork work = new TimedWork();
    private final List<String> told = new CopyOnWriteArrayList<>();

    @Test
    void theStopWaitsForTheWorkInHand() throws InterruptedException {
        var look = new AtomicReference<UniEmitter<? super Void>>();
        begin("look", Uni.createFrom().emitter(emitter -> look.set(emitter)));
        var stop = Thread.ofPlatform().start(this::stop);
        await().atMost(PATIENCE).until(() -> stop.getState() == Thread.State.TIMED_WAITING);
        assertEquals(List.of("look begins"), told);

        told.add("look is done");
        look.get().complete(null);
        stop.join();
        assertEquals(List.of("look begins", "look is done", "stopped"), told);
    }

    @Test
    void nothingBeginsOnceTheServiceStops() {
        stop();
        begin("look", Uni.createFrom().voidItem());
        assertEquals(List.of("stopped"), told);
    }

    @Test
    void workThatFailsOrCannotEvenBeginHoldsNoStopUp() {
        begin("failing", Uni.createFrom().failure(new IllegalStateException("full disk")));
        work.run(() -> {
                    throw new IllegalStateException("no work");
                })
                .subscribe()
                .with(it -> {}, failure -> told.add(failure.getMessage()));
        stop();
        assertEquals(List.of("failing begins", "full disk", "no work", "stopped"), told);
    }

    private void begin(String name, Uni<Void> does) {
        work.run(() -> {
                    told.add(name + " begins");
                    return does;
                })
                .subscribe()
                .with(it -> {}, failure -> told.add(failure.getMessage()));
    }

    private void stop() {
        told.add(work.close(PATIENCE) ? "stopped" : "stopped in the middle");
    }
}

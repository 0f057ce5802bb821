package org.sing.bus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class TurnsTest {
    private final Turns turns = new Turns();
    private final List<String> told = new ArrayList<>();

    @Test
    void aTurnBeginsWhenTheOneBeforeHasEnded() {
        var first = new AtomicReference<UniEmitter<? super String>>();
        take("first", Uni.createFrom().emitter(emitter -> first.set(emitter)));
        take("second", Uni.createFrom().item("second"));
        assertEquals(List.of("first begins"), told);

        first.get().complete("first");
        assertEquals(
                List.of("first begins", "first: first", "second begins", "second: second"),
                told.stream().sorted().toList());
    }

    @Test
    void aTurnThatFailsOrCannotEvenBeginLetsTheNextOneGo() {
        take("failing", Uni.createFrom().failure(new IllegalStateException("full disk")));
        turns.take(() -> {
                    throw new IllegalStateException("no work");
                })
                .subscribe()
                .with(it -> {}, failure -> told.add(failure.getMessage()));
        take("third", Uni.createFrom().item("done"));
        assertEquals(List.of("failing begins", "failing: full disk", "no work", "third begins", "third: done"), told);
    }

    @Test
    void aHundredThousandTurnsThatWaitedEndWithoutPilingUp() {
        var first = new AtomicReference<UniEmitter<? super Void>>();
        var ended = new AtomicInteger();
        turns.take(() -> Uni.createFrom().<Void>emitter(emitter -> first.set(emitter)))
                .subscribe()
                .with(it -> {});
        for (int i = 0; i < 100_000; i++)
            turns.take(() -> Uni.createFrom().voidItem()).subscribe().with(it -> ended.incrementAndGet());

        first.get().complete(null);
        assertEquals(100_000, ended.get());
    }

    private void take(String name, Uni<String> work) {
        turns.take(() -> {
                    told.add(name + " begins");
                    return work;
                })
                .subscribe()
                .with(it -> told.add(name + ": " + it), failure -> told.add(name + ": " + failure.getMessage()));
    }
}

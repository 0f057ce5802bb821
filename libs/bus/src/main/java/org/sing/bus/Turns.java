package org.sing.bus;

import io.smallrye.mutiny.Uni;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Lets one piece of asynchronous work begin when the one before has ended, however it ended. Who stops waiting for the
 * result does not stop the work, or the next would begin too early.
 */
final class Turns {
    private final Queue<Turn<?>> waiting = new ArrayDeque<>();
    private boolean busy;

    <T> Uni<T> take(Supplier<Uni<T>> work) {
        return Uni.createFrom().emitter(emitter -> {
            if (isFirst(new Turn<>(work, emitter::complete, emitter::fail))) goOn();
        });
    }

    private synchronized boolean isFirst(Turn<?> turn) {
        waiting.add(turn);
        if (busy) return false;
        busy = true;
        return true;
    }

    /** A loop, not a call from the end of one turn into the next: a thousand turns that end at once fit on any stack. */
    private void goOn() {
        for (var turn = next(); turn != null; turn = next()) if (!turn.endsAtOnce(this::goOn)) return;
    }

    private synchronized Turn<?> next() {
        var turn = waiting.poll();
        if (turn == null) busy = false;
        return turn;
    }

    private record Turn<T>(Supplier<Uni<T>> work, Consumer<T> result, Consumer<Throwable> failure) {
        /** Begins; when the work goes on after this call, its end calls {@code next}. */
        boolean endsAtOnce(Runnable next) {
            var half = new AtomicBoolean();
            Uni.createFrom()
                    .deferred(work::get)
                    .onTermination()
                    .invoke(() -> {
                        if (!half.compareAndSet(false, true)) next.run();
                    })
                    .subscribe()
                    .with(result, failure);
            return !half.compareAndSet(false, true);
        }
    }
}

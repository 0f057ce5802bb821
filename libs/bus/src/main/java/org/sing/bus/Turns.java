package org.sing.bus;

import io.smallrye.mutiny.Uni;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Lets one piece of asynchronous work begin when the one before has ended, however it ended. Who stops waiting for the
 * result does not stop the work, or the next would begin too early.
 */
final class Turns {
    private CompletableFuture<?> last = CompletableFuture.completedFuture(null);

    <T> Uni<T> take(Supplier<Uni<T>> work) {
        return Uni.createFrom().emitter(emitter -> after(work).subscribe().with(emitter::complete, emitter::fail));
    }

    private synchronized <T> Uni<T> after(Supplier<Uni<T>> work) {
        var before = last;
        var mine = new CompletableFuture<Void>();
        last = mine;
        return Uni.createFrom()
                .completionStage(before.copy())
                .chain(work::get)
                .onTermination()
                .invoke(() -> mine.complete(null));
    }
}

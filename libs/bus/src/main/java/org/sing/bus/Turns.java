package org.sing.bus;

import io.smallrye.mutiny.Uni;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Lets one piece of asynchronous work begin when the one before has ended, however it ended. */
final class Turns {
    private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);

    <T> Uni<T> take(Supplier<Uni<T>> work) {
        return Uni.createFrom().deferred(() -> {
            var mine = new CompletableFuture<Void>();
            var before = after(mine);
            return Uni.createFrom()
                    .completionStage(before)
                    .chain(work::get)
                    .onTermination()
                    .invoke(() -> mine.complete(null));
        });
    }

    private synchronized CompletableFuture<Void> after(CompletableFuture<Void> mine) {
        var before = last;
        last = mine;
        return before;
    }
}

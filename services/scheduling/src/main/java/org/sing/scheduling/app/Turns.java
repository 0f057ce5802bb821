package org.sing.scheduling.app;

import io.smallrye.mutiny.Uni;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

/** One at a time, in the order of asking, from {@link #begin} to {@link #end}; the two may be on different threads. */
final class Turns {
    private final Queue<CompletableFuture<Void>> waiting = new ArrayDeque<>();
    private boolean taken;

    Uni<Void> begin() {
        return Uni.createFrom().completionStage(this::enter);
    }

    private synchronized CompletableFuture<Void> enter() {
        if (!taken) {
            taken = true;
            return CompletableFuture.completedFuture(null);
        }
        var turn = new CompletableFuture<Void>();
        waiting.add(turn);
        return turn;
    }

    void end() {
        next().complete(null);
    }

    private synchronized CompletableFuture<Void> next() {
        var turn = waiting.poll();
        if (turn != null) return turn;
        taken = false;
        return new CompletableFuture<>();
    }
}

package org.sing.platform.supervise;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sing.platform.StateFolder;
import org.sing.platform.part.Part;

/** Keeps a set of parts alive until it is closed. */
public final class Supervisor implements AutoCloseable {

    private final StateFolder state;
    private final Map<String, Kept> kept = new LinkedHashMap<>();
    private boolean closed;

    public Supervisor(StateFolder state) {
        this.state = state;
    }

    /** Keeps these parts too; those that are kept already go on as they are. Once it is closed, nothing begins any more. */
    public synchronized void keep(Collection<? extends Part> parts) {
        if (closed) {
            return;
        }
        var added =
                parts.stream().filter(part -> !kept.containsKey(part.name())).toList();
        // What an earlier supervisor knew is not true any more, and must not let a part start too early.
        added.forEach(part -> PartState.forget(state, part.name()));
        for (var part : added) {
            var keeper = new Keeper(part, state);
            kept.put(
                    part.name(),
                    new Kept(keeper, Thread.ofVirtual().name(part.name()).start(keeper)));
        }
    }

    /** Stops keeping, then stops the parts. */
    @Override
    public synchronized void close() {
        closed = true;
        var parts = kept.values().stream().map(each -> each.keeper.part()).toList();
        try {
            stopKeeping();
            new Stop(state, name -> Keeper.log("killed after its time to stop was over", name)).all(List.copyOf(parts));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        kept.clear();
    }

    /** A start that is under way is finished first, so that no part begins after its stop. */
    private void stopKeeping() throws InterruptedException {
        kept.values().forEach(each -> each.keeper.stopKeeping());
        for (var each : kept.values()) {
            each.thread.join();
        }
    }

    private record Kept(Keeper keeper, Thread thread) {}
}

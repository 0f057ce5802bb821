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

    public Supervisor(StateFolder state) {
        this.state = state;
    }

    /** Keeps these parts too; those that are kept already go on as they are. */
    public synchronized void keep(Collection<? extends Part> parts) {
        for (var part : parts) {
            kept.computeIfAbsent(part.name(), name -> {
                var keeper = new Keeper(part, state, () -> log("ready", name));
                return new Kept(keeper, Thread.ofVirtual().name(name).start(keeper));
            });
        }
    }

    /** Stops keeping, then stops the parts. */
    @Override
    public synchronized void close() {
        var parts = kept.values().stream().map(each -> each.keeper.part()).toList();
        try {
            stopKeeping();
            new Stop(state, name -> log("killed after its time to stop was over", name)).all(List.copyOf(parts));
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

    private static void log(String message, String part) {
        System.out.println(java.time.Instant.now() + " " + message + " part=" + part);
    }

    private record Kept(Keeper keeper, Thread thread) {}
}

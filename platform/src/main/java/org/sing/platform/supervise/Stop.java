package org.sing.platform.supervise;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.sing.platform.StateFolder;
import org.sing.platform.part.Part;
import org.sing.platform.process.ProcessIdentity;
import org.sing.platform.process.Signal;

/** Stops parts tier by tier, all of one tier at once, and kills what does not go. */
public final class Stop {

    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);
    private static final Duration AFTER_KILL = Duration.ofSeconds(10);

    private final StateFolder state;
    private final Consumer<String> killed;

    public Stop(StateFolder state, Consumer<String> killed) {
        this.state = state;
        this.killed = killed;
    }

    public void all(Collection<Part> parts) throws InterruptedException {
        for (var tier : Part.Tier.values()) {
            tier(parts.stream().filter(part -> part.tier() == tier).toList());
        }
    }

    private void tier(List<Part> parts) throws InterruptedException {
        var going = new ArrayList<Going>();
        for (var part : parts) {
            state.running(part.name()).ifPresent(process -> {
                process.signal(Signal.CONT); // a paused process hears nothing
                process.signal(part.stopSignal());
                going.add(new Going(
                        part, process, System.nanoTime() + part.grace().toNanos()));
            });
        }
        awaitEnd(going);
        going.forEach(each -> {
            killed.accept(each.part.name());
            each.process.signal(Signal.KILL);
        });
        var dead = System.nanoTime() + AFTER_KILL.toNanos();
        awaitEnd(going.stream()
                .map(each -> new Going(each.part, each.process, dead))
                .collect(Collectors.toCollection(ArrayList::new)));
    }

    private static void awaitEnd(List<Going> going) throws InterruptedException {
        while (going.stream().anyMatch(each -> each.process.alive() && System.nanoTime() < each.until)) {
            Thread.sleep(LOOK_AGAIN);
        }
        going.removeIf(each -> !each.process.alive());
    }

    private record Going(Part part, ProcessIdentity process, long until) {}
}

package org.sing.bench;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import org.sing.scheduling.core.Core;
import org.sing.scheduling.core.Forward;
import org.sing.scheduling.core.Settings;
import org.sing.scheduling.core.Snapshot;

/** Looks ahead beside the loop, and rests ten times as long as that took, as the live service does. */
final class Ahead {
    private record Known(Snapshot snapshot, Instant at) {}

    private final Settings settings;
    private final boolean looks;
    private final ArrayBlockingQueue<Known> known = new ArrayBlockingQueue<>(1);
    private final List<Long> copies = new ArrayList<>();
    private final List<Long> thoughts = new ArrayList<>();
    private final Thread thread = Thread.ofPlatform().daemon().unstarted(this::think);
    private volatile boolean waits;

    Ahead(Settings settings, boolean looks) {
        this.settings = settings;
        this.looks = looks;
    }

    void begin() {
        if (looks) thread.start();
    }

    /** The loop gives what it knows to whoever waits for it. */
    void offer(Core core, Instant now) {
        if (!waits) return;
        waits = false;
        copies.add(CoreFigures.timed(() -> known.offer(new Known(core.copy(), now))));
    }

    Map<String, List<Long>> end() {
        thread.interrupt();
        var found = new LinkedHashMap<String, List<Long>>();
        if (!copies.isEmpty()) found.put("a copy for looking ahead (%d)".formatted(copies.size()), copies);
        synchronized (thoughts) {
            if (!thoughts.isEmpty()) found.put("looking ahead (%d)".formatted(thoughts.size()), List.copyOf(thoughts));
        }
        return found;
    }

    private void think() {
        try {
            while (true) {
                waits = true;
                var now = known.take();
                var took = CoreFigures.timed(() -> Forward.news(settings, now.snapshot, now.at, 2_000));
                synchronized (thoughts) {
                    thoughts.add(took);
                }
                Thread.sleep(took / 100_000);
            }
        } catch (InterruptedException e) {
            // the end
        }
    }
}

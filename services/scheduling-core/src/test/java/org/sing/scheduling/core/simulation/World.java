package org.sing.scheduling.core.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;

/** A clock that jumps and a network that delays and repeats, but keeps the order of each channel: all from one seed. */
final class World {
    final Random random;
    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparing(Task::at).thenComparing(Task::number));
    private final Map<String, Instant> lastOn = new HashMap<>();
    private Instant now = Instant.parse("2026-09-01T08:00:00Z");
    private long tasksMade;

    private record Task(Instant at, long number, Runnable what) {}

    World(long seed) {
        random = new Random(seed);
    }

    Instant now() {
        return now;
    }

    void in(Duration delay, Runnable what) {
        tasks.add(new Task(now.plus(delay), tasksMade++, what));
    }

    /** Delivers after a while, in the order of the channel, now and then twice. */
    void send(String channel, Runnable delivery) {
        var delay = chance(10) ? between(1000, 20_000) : between(1, 300);
        var at = now.plusMillis(delay);
        var last = lastOn.getOrDefault(channel, Instant.MIN);
        if (at.isBefore(last)) at = last;
        lastOn.put(channel, at);
        tasks.add(new Task(at, tasksMade++, delivery));
        if (chance(5)) tasks.add(new Task(at, tasksMade++, delivery));
    }

    boolean step() {
        var next = tasks.poll();
        if (next == null) return false;
        now = next.at();
        next.what().run();
        return true;
    }

    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    int between(int from, int to) {
        return from + random.nextInt(to - from + 1);
    }

    @SafeVarargs
    final <T> T oneOf(T... values) {
        return values[random.nextInt(values.length)];
    }
}

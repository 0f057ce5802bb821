package org.sing.scheduling.core;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/** What runs in a group right now, and when it may be expected to end. */
final class Running {
    private final Map<String, Held> all = new LinkedHashMap<>();
    private final Map<String, Map<String, Share>> onNode = new TreeMap<>();

    /** @param since when it was placed */
    record Held(String allocation, Expectation expectation, Instant since) {
        double ageSeconds(Instant now) {
            return Duration.between(since, now).toMillis() / 1000.0;
        }
    }

    /** A share, and after how many seconds it is expected to be free. */
    record Ending(double seconds, Share share) {}

    void start(Held held, Collection<Share> shares) {
        all.put(held.allocation, held);
        for (var share : shares)
            onNode.computeIfAbsent(share.node(), node -> new TreeMap<>()).put(held.allocation, share);
    }

    void give(String allocation, Share share) {
        onNode.getOrDefault(share.node(), Map.of()).remove(allocation);
    }

    void end(String allocation) {
        all.remove(allocation);
    }

    /** The next to end first; what is overdue may end any moment. A heap, for few ask beyond the first ends. */
    PriorityQueue<Ending> endings(Instant now) {
        var endings = new PriorityQueue<Ending>(Comparator.comparingDouble(Ending::seconds));
        for (var shares : onNode.values())
            for (var share : shares.entrySet())
                endings.add(new Ending(left(all.get(share.getKey()), now), share.getValue()));
        return endings;
    }

    List<Ending> endings(String node, Instant now) {
        return onNode.getOrDefault(node, Map.of()).entrySet().stream()
                .map(entry -> new Ending(left(all.get(entry.getKey()), now), entry.getValue()))
                .sorted(Comparator.comparingDouble(Ending::seconds))
                .toList();
    }

    private static double left(Held held, Instant now) {
        var age = held.ageSeconds(now);
        return Math.max(1, held.expectation.seconds(age) - age);
    }
}

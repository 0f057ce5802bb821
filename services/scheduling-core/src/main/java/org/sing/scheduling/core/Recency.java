package org.sing.scheduling.core;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;

/**
 * Which kinds of runs were heard of last: there is room for so many of one owner and so many in all, and whoever files each
 * run under a new name pushes out own old names and nobody else's, until all owners together are too many.
 */
final class Recency {
    static final int OF_ONE_OWNER = 128;
    static final int IN_ALL = 20_000;

    private final LinkedHashSet<String> all = new LinkedHashSet<>();
    private final Map<String, LinkedHashSet<String>> byOwner = new HashMap<>();

    void heard(String kind) {
        forget(kind);
        all.addLast(kind);
        byOwner.computeIfAbsent(History.owner(kind), missing -> new LinkedHashSet<>())
                .addLast(kind);
    }

    void forget(String kind) {
        if (!all.remove(kind)) return;
        var owner = History.owner(kind);
        var own = byOwner.get(owner);
        own.remove(kind);
        if (own.isEmpty()) byOwner.remove(owner);
    }

    /** The one that there is no room for any more. What is of nobody is known of everybody, and counts in all only. */
    Optional<String> excess(String owner) {
        var own = byOwner.get(owner);
        if (!owner.isEmpty() && own != null && own.size() > OF_ONE_OWNER) return Optional.of(own.getFirst());
        return all.size() > IN_ALL ? Optional.of(all.getFirst()) : Optional.empty();
    }
}

package org.sing.accounting.domain.limits;

import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The limits of the campus: what operators set, on top of what the configuration says, and what was told to the
 * scheduler.
 *
 * @param set only what somebody set, so that everything else follows its default when that changes
 */
public record LimitBook(Map<Holder, Map<Limit, Long>> set, Map<Holder, Published> published) {

    /** @param version grows by one with each change of the values */
    public record Published(long version, Values values) {}

    /** The book after publishing, and what is new in it. */
    public record Settled(LimitBook book, SortedMap<Holder, Published> changed) {}

    public LimitBook {
        set = Map.copyOf(set);
        published = Map.copyOf(published);
    }

    public static LimitBook empty() {
        return new LimitBook(Map.of(), Map.of());
    }

    public LimitBook set(Holder holder, Limit limit, long value) {
        var ofHolder = new HashMap<>(set.getOrDefault(holder, Map.of()));
        ofHolder.put(limit, value);
        var all = new HashMap<>(set);
        all.put(holder, Map.copyOf(ofHolder));
        return new LimitBook(all, published);
    }

    /** Gives a new version to every holder whose values are not the published ones, those with inherited values too. */
    public Settled settle(Map<Scope, Values> configured) {
        var holders = new TreeSet<>(set.keySet());
        for (var scope : Scope.values()) holders.add(Holder.everybody(scope));
        var changed = new TreeMap<Holder, Published>();
        for (var holder : holders) {
            var values = effective(holder, configured.get(holder.scope()));
            var before = published.getOrDefault(holder, new Published(0, values));
            if (before.version() == 0 || !before.values().equals(values))
                changed.put(holder, new Published(before.version() + 1, values));
        }
        var all = new HashMap<>(published);
        all.putAll(changed);
        return new Settled(new LimitBook(set, all), changed);
    }

    private Values effective(Holder holder, Values configured) {
        return overlay(holder, overlay(Holder.everybody(holder.scope()), configured));
    }

    private Values overlay(Holder holder, Values below) {
        var values = below;
        for (var own : set.getOrDefault(holder, Map.of()).entrySet())
            values = values.with(own.getKey(), own.getValue());
        return values;
    }
}

package org.sing.scheduling.core;

import java.time.Instant;
import java.util.Comparator;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeSet;

/**
 * What those used who started before the oldest waiting job of a group although they arrived later. Every other waiting
 * job was overtaken by a part of these only, so whoever keeps the oldest from being wronged keeps all.
 */
final class Ledger {
    private final Table<Overtaker> rows;
    private final NavigableSet<Overtaker> entries =
            new TreeSet<>(Comparator.comparingLong(Overtaker::number).thenComparing(Overtaker::allocation));
    /** Arrival number of the oldest: only who arrived after it counts. */
    private long oldest = -1;

    private long running;
    private long since;
    private long ended;

    Ledger(Table<Overtaker> rows) {
        this.rows = rows;
    }

    void load(Overtaker entry) {
        entries.add(entry);
        if (entry.number() > oldest) count(entry, 1);
    }

    void enter(Overtaker entry) {
        rows.put(entry);
        load(entry);
    }

    void end(String allocation, Instant now) {
        rows.get(allocation).filter(entry -> entry.until().isEmpty()).ifPresent(entry -> {
            remove(entry);
            enter(entry.ended(now));
        });
    }

    /**
     * Nobody waits who arrived before {@code waiting}. Whoever is only blocked still waits: what was spent against it is
     * there when it is the oldest again.
     */
    void settle(Optional<Ticket> waiting) {
        var number = number(waiting);
        while (!entries.isEmpty() && entries.first().number() <= number) {
            var entry = entries.first();
            remove(entry);
            rows.retire(entry.settle());
        }
    }

    /** From here on this one is the oldest that is not blocked. */
    void against(Optional<Ticket> first) {
        var number = number(first);
        if (number == oldest) return;
        for (var entry : entries) {
            if (entry.number() > Math.max(oldest, number)) break;
            if (entry.number() > oldest && entry.number() <= number) count(entry, -1);
            if (entry.number() > number && entry.number() <= oldest) count(entry, 1);
        }
        oldest = number;
    }

    private static long number(Optional<Ticket> ticket) {
        return ticket.map(Ticket::number).orElse(Long.MAX_VALUE);
    }

    /** GPU-seconds. */
    long spent(Instant now) {
        return (ended + running * now.toEpochMilli() - since) / 1000;
    }

    private void remove(Overtaker entry) {
        entries.remove(entry);
        if (entry.number() > oldest) count(entry, -1);
    }

    private void count(Overtaker entry, int sign) {
        if (entry.until().isPresent()) ended += sign * entry.used(Instant.EPOCH);
        else {
            running += sign * entry.weight();
            since += sign * entry.weight() * entry.since().toEpochMilli();
        }
    }
}

package org.sing.scheduling.core;

import java.util.Collections;
import java.util.Comparator;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Of one request, the jobs that may be judged, in order. The one of the least expected work is remembered, for of several
 * decisions between which nothing was learned only the first has to look for it.
 */
final class Fronts {
    private final int weight;
    private final NavigableMap<Ticket, Expectation> all;
    private Optional<Sized> smallest = Optional.empty();
    private long learned = -1;

    /** A job, and the GPU-seconds that it is expected to use. */
    record Sized(Ticket ticket, double work) implements Comparable<Sized> {
        @Override
        public int compareTo(Sized other) {
            var less = Double.compare(work, other.work);
            return less != 0 ? less : Long.compare(ticket.number(), other.ticket.number());
        }
    }

    Fronts(Request request, Comparator<Ticket> order) {
        weight = request.weight();
        all = new TreeMap<>(order);
    }

    void add(Ticket ticket, Expectation expectation) {
        all.put(ticket, expectation);
        learned = -1;
    }

    /** Whoever is left is not smaller than the smallest was, unless that one left. */
    void remove(Ticket ticket) {
        all.remove(ticket);
        if (smallest.isEmpty() || smallest.get().ticket.equals(ticket)) learned = -1;
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    Ticket first() {
        return all.firstKey();
    }

    /** The first of another order, which the jobs do not stand in. */
    Ticket first(Comparator<Ticket> order) {
        return Collections.min(all.keySet(), order);
    }

    Optional<Ticket> first(Predicate<Expectation> which) {
        for (var entry : all.entrySet()) if (which.test(entry.getValue())) return Optional.of(entry.getKey());
        return Optional.empty();
    }

    /** @param runs how many runs are known: with every one more, all may be expected to be another length */
    Optional<Sized> smallest(long runs) {
        if (learned != runs) {
            smallest = smallest(expectation -> true);
            learned = runs;
        }
        return smallest;
    }

    /** Who would not be the smallest is not asked whether it may. */
    Optional<Sized> smallest(Predicate<Expectation> which) {
        Sized best = null;
        for (var entry : all.entrySet()) {
            var sized = new Sized(entry.getKey(), entry.getValue().seconds() * weight);
            if ((best == null || sized.compareTo(best) < 0) && which.test(entry.getValue())) best = sized;
        }
        return Optional.ofNullable(best);
    }
}

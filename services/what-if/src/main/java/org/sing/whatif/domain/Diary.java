package org.sing.whatif.domain;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Writes down what happens in a life to the jobs that wait in it, and to the GPUs. */
final class Diary {
    private final Instant begin;
    private final Map<String, Entry> waited = new LinkedHashMap<>();
    private final List<Entry> started = new ArrayList<>();
    private final List<Course.Change> changes = new ArrayList<>();
    private int gpus;
    private int waiting;
    private int arrivals;
    private int requeues;

    private static final class Entry {
        private final String job;
        private Instant since;
        private Instant first;
        private long waitedMillis;
        private long ranMillis;

        Entry(String job, Instant since) {
            this.job = job;
            this.since = since;
        }
    }

    Diary(Instant begin) {
        this.begin = begin;
    }

    void expects(int arrivals) {
        this.arrivals = arrivals;
    }

    void waits(String job, Instant at) {
        waited.put(job, new Entry(job, at));
        queue(at, 1);
    }

    void starts(String job, Instant at) {
        queue(at, -1);
        var entry = waited.get(job);
        if (entry == null) return; // it ran before, and its node was lost
        entry.waitedMillis += at.toEpochMilli() - entry.since.toEpochMilli();
        if (entry.first != null) return;
        entry.first = at;
        started.add(entry);
    }

    void uses(Instant at, int more) {
        changes.add(new Course.Change(at, more, 0, 0));
    }

    void ends(String job, Instant at, Instant since, int freed) {
        uses(at, -freed);
        var entry = waited.get(job);
        if (entry != null) entry.ranMillis = at.toEpochMilli() - since.toEpochMilli();
    }

    void lost(String job, Instant at, Instant since, int freed) {
        requeues++;
        ends(job, at, since, freed);
        queue(at, 1);
        var entry = waited.get(job);
        if (entry != null) entry.since = at;
    }

    void gpus(Instant at, int there) {
        if (there != gpus) changes.add(new Course.Change(at, 0, there - gpus, 0));
        gpus = there;
    }

    private void queue(Instant at, int more) {
        waiting += more;
        changes.add(new Course.Change(at, 0, 0, more));
    }

    /** Whether whatever may still happen changes nothing for anybody. */
    boolean nothingIsAwaited(int running, int moments) {
        return waiting == 0 && running == 0 && waited.size() >= arrivals && started.size() == waited.size();
    }

    /** How much of all has started. */
    double part() {
        return started.size() / (double) Math.max(1, Math.max(waited.size(), arrivals));
    }

    Course close(Predicate<String> neverFits) {
        var never = (int) waited.values().stream()
                .filter(entry -> entry.first == null && neverFits.test(entry.job))
                .count();
        var ran = started.stream()
                .map(entry -> new Course.Ran(entry.job, entry.first, entry.waitedMillis, entry.ranMillis))
                .toList();
        return new Course(begin, ran, never, waited.size() - ran.size() - never, requeues, List.copyOf(changes));
    }
}

package org.sing.scheduling.core;

import java.lang.ref.WeakReference;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What was learned from finished runs. Nobody is asked for anything. */
final class Memory {
    private final Table<History> histories;
    private final Map<String, Tally> known = new HashMap<>();

    /** Kinds of which nothing is known, as long as a forecast waits for their first run. */
    private final Map<String, WeakReference<Tally>> awaited = new HashMap<>();

    private int sweptAbove = 1024;
    private final Recency recency = new Recency();
    private long runs;
    private long heard;

    Memory(Table<History> histories) {
        this.histories = histories;
        histories.all().stream()
                .sorted(Comparator.comparingLong(History::heard).thenComparing(History::kind))
                .forEach(this::know);
    }

    void learn(Ticket job, double seconds) {
        for (var kind : kinds(job)) {
            var history = histories.get(kind).orElse(History.none(kind));
            know(histories.put(history.with(seconds, heard + 1)));
        }
        var owner = job.account().owner();
        for (var old = recency.excess(owner); old.isPresent(); old = recency.excess(owner)) forget(old.get());
        runs++;
    }

    private void know(History history) {
        tally(history.kind()).of(history);
        recency.heard(history.kind());
        heard = history.heard();
    }

    private void forget(String kind) {
        var history = histories.get(kind).orElseThrow();
        histories.retire(history.forget());
        recency.forget(kind);
        var tally = known.remove(kind);
        tally.of(History.none(kind));
        awaited.put(kind, new WeakReference<>(tally));
    }

    Forecast forecast(Ticket job) {
        return new Forecast(kinds(job).stream().map(this::find).toList());
    }

    long runs() {
        return runs;
    }

    private Tally tally(String kind) {
        return known.computeIfAbsent(kind, missing -> {
            var reference = awaited.remove(kind);
            var tally = reference == null ? null : reference.get();
            return tally == null ? new Tally() : tally;
        });
    }

    private Tally find(String kind) {
        var tally = known.get(kind);
        if (tally != null) return tally;
        var reference = awaited.get(kind);
        var waiting = reference == null ? null : reference.get();
        return waiting == null ? await(kind) : waiting;
    }

    private Tally await(String kind) {
        var tally = new Tally();
        awaited.put(kind, new WeakReference<>(tally));
        if (awaited.size() > sweptAbove) {
            awaited.values().removeIf(reference -> reference.get() == null);
            sweptAbove = 1024 + 2 * awaited.size();
        }
        return tally;
    }

    /** From what is most like this job to everything. */
    private static List<String> kinds(Ticket job) {
        var size = job.request().nodes() + "x" + job.request().gpusPerNode();
        var owner = job.account().owner();
        var named = owner + "/" + job.run().name() + "/" + size;
        return Stream.of(
                        named, owner + "//" + size, owner, "/" + job.account().project() + "//" + size, "//" + size, "")
                .distinct()
                .toList();
    }
}

package org.sing.scheduling.core;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What was learned from finished runs. Nobody is asked for anything. */
final class Memory {
    private final Table<History> histories;
    private final Map<List<String>, Kept> forecasts = new HashMap<>();
    private long runs;

    /** A forecast, and how many runs were known when it was made. */
    private record Kept(Forecast forecast, long runs) {}

    Memory(Table<History> histories) {
        this.histories = histories;
    }

    void learn(Ticket job, double seconds) {
        for (var kind : kinds(job))
            histories.put(histories.get(kind).orElse(History.none(kind)).with(seconds));
        runs++;
    }

    Forecast forecast(Ticket job) {
        var kinds = kinds(job);
        var kept = forecasts.get(kinds);
        if (kept != null && kept.runs == runs) return kept.forecast;
        var forecast = new Forecast(
                kinds.stream().flatMap(kind -> histories.get(kind).stream()).toList());
        forecasts.put(kinds, new Kept(forecast, runs));
        return forecast;
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

package org.sing.scheduling.core;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What was learned from finished runs. Nobody is asked for anything. */
final class Memory {
    private final Table<History> histories;
    private final Map<Asked, Kept> forecasts = new HashMap<>();
    private long runs;

    /** All that a forecast depends on besides what was learned. */
    private record Asked(Account account, String name, int nodes, int gpusPerNode) {}

    /** A forecast, and how many runs were known when it was made. */
    private record Kept(List<String> kinds, Forecast forecast, long runs) {}

    Memory(Table<History> histories) {
        this.histories = histories;
    }

    void learn(Ticket job, double seconds) {
        for (var kind : kinds(job))
            histories.put(histories.get(kind).orElse(History.none(kind)).with(seconds));
        runs++;
    }

    Forecast forecast(Ticket job) {
        var request = job.request();
        var asked = new Asked(job.account(), job.run().name(), request.nodes(), request.gpusPerNode());
        var kept = forecasts.get(asked);
        if (kept != null && kept.runs == runs) return kept.forecast;
        var kinds = kept == null ? kinds(job) : kept.kinds;
        var forecast = new Forecast(
                kinds.stream().flatMap(kind -> histories.get(kind).stream()).toList());
        forecasts.put(asked, new Kept(kinds, forecast, runs));
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

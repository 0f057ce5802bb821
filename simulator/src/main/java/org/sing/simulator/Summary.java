package org.sing.simulator;

import java.io.PrintWriter;
import java.util.List;
import java.util.function.Function;

/** The comparison as a table for a terminal. Seconds. */
final class Summary {
    private record Column(String title, int width, Function<Figures, String> value) {}

    private static final List<Column> COLUMNS = List.of(
            new Column("jobs", 8, f -> "" + f.jobs()),
            new Column("mean wait", 10, f -> whole(f.meanWait())),
            new Column("median", 8, f -> whole(f.medianWait())),
            new Column("p95", 8, f -> whole(f.p95Wait())),
            new Column("p99", 8, f -> whole(f.p99Wait())),
            new Column("max", 8, f -> whole(f.maxWait())),
            new Column("slowdown", 9, f -> "%.1f".formatted(f.boundedSlowdown())),
            new Column("in use", 7, f -> part(f.utilisation())),
            new Column("assigned", 9, f -> part(f.assignment())),
            new Column("makespan", 10, f -> whole(f.makespan())),
            new Column("overtakers", 11, f -> "" + f.overtaken().overtakers()),
            new Column("passed by", 10, f -> "" + f.overtaken().most()),
            new Column("passed waits", 13, f -> whole(f.overtaken().longestWait())));

    private static final List<Column> FAULTS = List.of(
            new Column("requeues", 9, f -> "" + f.requeues()),
            new Column("lost GPU-h", 11, f -> whole(f.lostGpuHours())),
            new Column("unfinished", 11, f -> "" + f.unfinished()));

    private static final List<Column> ESTIMATES = List.of(
            new Column("asked", 8, f -> "" + f.calibration().asked()),
            new Column("answered", 10, f -> "" + f.calibration().answered()),
            new Column("inside unmoved", 16, f -> part(f.calibration().straight())),
            new Column("earlier", 9, f -> part(f.calibration().earlier())),
            new Column("inside", 8, f -> part(f.calibration().inside())),
            new Column("later", 8, f -> part(f.calibration().later())),
            new Column("before likely", 15, f -> part(f.calibration().early())),
            new Column("median width", 14, f -> whole(f.calibration().width())),
            new Column("median wait", 13, f -> whole(f.calibration().waited())));

    private Summary() {}

    static void print(Comparison comparison, PrintWriter out) {
        var machines = comparison.conditions().machines();
        out.printf(
                "%s: %s jobs on %d nodes with %d GPUs; seconds%n",
                comparison.trace().name(),
                Spoken.count(comparison.trace().jobs().size()),
                machines.nodes(),
                machines.gpusPerNode());
        skipped(comparison, out);
        columns(comparison, COLUMNS, out);
        if (!comparison.conditions().faults().faults().isEmpty()) columns(comparison, FAULTS, out);
        if (comparison.conditions().askEvery() > 0) columns(comparison, ESTIMATES, out);
        out.flush();
    }

    private static void skipped(Comparison comparison, PrintWriter out) {
        comparison
                .trace()
                .skipped()
                .forEach((reason, rows) ->
                        out.printf("  %s rows: %s (first: %s)%n", Spoken.count(rows.rows()), reason, rows.first()));
        comparison
                .conditions()
                .faults()
                .skipped()
                .forEach((reason, rows) ->
                        out.printf("  %s faults: %s (first: %s)%n", Spoken.count(rows.rows()), reason, rows.first()));
    }

    private static void columns(Comparison comparison, List<Column> columns, PrintWriter out) {
        out.printf("%n%-15s", "rule");
        columns.forEach(column -> out.printf("%" + column.width + "s", column.title));
        out.println();
        comparison.outcomes().forEach((rule, outcome) -> {
            out.printf("%-15s", rule.label());
            columns.forEach(column -> out.printf("%" + column.width + "s", column.value.apply(outcome.figures())));
            out.println();
        });
    }

    private static String part(double part) {
        return "%.1f%%".formatted(part * 100);
    }

    private static String whole(double number) {
        return "%.0f".formatted(number);
    }
}

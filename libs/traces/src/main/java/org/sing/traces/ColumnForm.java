package org.sing.traces;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Comma-separated columns with a heading, as the traces of Philly, Venus and SING are published. Seconds. */
final class ColumnForm {
    private static final Map<String, List<String>> NAMES = Map.of(
            "id", List.of("job_id", "jobid", "id", "job"),
            "submit", List.of("submit_seconds", "submit_time", "submitted_time", "submit"),
            "run", List.of("run_seconds", "duration", "run_time", "runtime"),
            "gpus", List.of("gpus", "gpu_num", "num_gpus", "gpu"),
            "nodes", List.of("nodes", "node_num", "num_nodes"),
            "perNode", List.of("gpus_per_node"),
            "user", List.of("user", "user_hash"),
            "project", List.of("virtual_cluster", "vc", "project"),
            "name", List.of("name", "job_name", "job_name_hash"),
            "limit", List.of("limit_seconds", "time_limit"));

    private static final List<String> IGNORED = List.of(
            "start", "start_time", "end", "end_time", "state", "status", "queue", "cpus", "cpu_num", "node_ids");

    private ColumnForm() {}

    static Trace read(String name, BufferedReader lines) throws IOException {
        var rows = new Rows();
        rows.next();
        var columns = new Columns(List.of(lines.readLine().split(",", -1)), NAMES, IGNORED);
        for (var need : List.of("submit", "run"))
            if (!columns.has(need)) throw rows.bad("no column for %s: %s".formatted(need, NAMES.get(need)));
        if (!columns.has("gpus") && !columns.has("perNode")) throw rows.bad("no column for GPUs: " + NAMES.get("gpus"));
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            rows.next();
            if (line.isBlank()) continue;
            var fields = line.split(",", -1);
            if (fields.length != columns.count())
                throw rows.bad("has %d fields, the heading %d".formatted(fields.length, columns.count()));
            job(rows, columns, fields);
        }
        return rows.trace(name);
    }

    private static void job(Rows rows, Columns columns, String[] fields) {
        var submit = columns.value("submit", fields);
        var run = columns.value("run", fields);
        if (submit.isEmpty() || run.isEmpty()) {
            rows.skip("no time of submission or no run time");
            return;
        }
        var nodes = columns.value("nodes", fields)
                .map(text -> rows.whole("nodes", text))
                .orElse(0);
        var gpus = columns.value("gpus", fields)
                .map(text -> rows.whole("gpus", text))
                .orElseGet(() -> Math.max(1, nodes)
                        * columns.value("perNode", fields)
                                .map(text -> rows.whole("gpus_per_node", text))
                                .orElse(0));
        rows.job(new Traced(
                columns.value("id", fields).orElse(""),
                rows.number("submit", submit.get()),
                rows.number("run", run.get()),
                gpus,
                nodes,
                columns.value("user", fields).orElse(""),
                columns.value("project", fields).orElse(""),
                columns.value("name", fields).orElse(""),
                columns.value("limit", fields)
                        .map(text -> (long) rows.number("limit", text))
                        .orElse(0L)));
    }
}

package org.sing.traces;

import java.io.BufferedReader;
import java.io.IOException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What Slurm prints upon {@code sacct --allusers --parsable2 --format=JobID,JobName,User,Account,Submit,Start,End,
 * Elapsed,Timelimit,NNodes,AllocTRES,State}. Steps belong to their job and are left out.
 */
final class SacctForm {
    private static final Map<String, List<String>> NAMES = Map.ofEntries(
            Map.entry("id", List.of("jobid", "jobidraw")),
            Map.entry("name", List.of("jobname")),
            Map.entry("user", List.of("user")),
            Map.entry("project", List.of("account")),
            Map.entry("submit", List.of("submit")),
            Map.entry("start", List.of("start")),
            Map.entry("end", List.of("end")),
            Map.entry("elapsed", List.of("elapsed", "elapsedraw")),
            Map.entry("limit", List.of("timelimit", "timelimitraw")),
            Map.entry("nodes", List.of("nnodes", "allocnodes")),
            Map.entry("tres", List.of("alloctres", "reqtres")),
            Map.entry("gres", List.of("allocgres", "reqgres")));

    private static final List<String> IGNORED = List.of(
            "state",
            "partition",
            "ncpus",
            "alloccpus",
            "reqcpus",
            "exitcode",
            "nodelist",
            "priority",
            "qos",
            "reqmem",
            "eligible",
            "cluster",
            "group",
            "uid");

    private static final Pattern GPUS = Pattern.compile("gres/gpu(?::[^=,]+)?=(\\d+)|gpu(?::[^:=,]+)?:(\\d+)");
    private static final Pattern DURATION = Pattern.compile("(?:(?:(\\d+)-)?(\\d+):)?(\\d+):(\\d+)(?:\\.\\d+)?");

    private SacctForm() {}

    static Trace read(String name, BufferedReader lines) throws IOException {
        var rows = new Rows();
        rows.next();
        var columns = new Columns(List.of(lines.readLine().split("\\|", -1)), NAMES, IGNORED);
        if (!columns.has("submit")) throw rows.bad("no column Submit");
        if (!columns.has("elapsed") && !columns.has("end")) throw rows.bad("no column Elapsed, and no Start and End");
        if (!columns.has("tres") && !columns.has("gres")) throw rows.bad("no column AllocTRES: GPUs are unknown");
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            rows.next();
            if (line.isBlank()) continue;
            var fields = line.split("\\|", -1);
            if (fields.length != columns.count())
                throw rows.bad("has %d fields, the heading %d".formatted(fields.length, columns.count()));
            job(rows, columns, fields);
        }
        return rows.trace(name);
    }

    private static void job(Rows rows, Columns columns, String[] fields) {
        var id = columns.value("id", fields).orElse("");
        if (id.contains(".")) {
            rows.skip("step of a job");
            return;
        }
        var submit = columns.value("submit", fields).flatMap(text -> time(rows, text));
        var run = elapsed(rows, columns, fields);
        if (submit.isEmpty() || run.isEmpty()) {
            rows.skip("never started, or still runs");
            return;
        }
        rows.job(new Traced(
                id,
                submit.get(),
                run.get(),
                gpus(columns, fields),
                columns.value("nodes", fields)
                        .map(text -> rows.whole("NNodes", text))
                        .orElse(0),
                columns.value("user", fields).orElse(""),
                columns.value("project", fields).orElse(""),
                columns.value("name", fields).orElse(""),
                columns.value("limit", fields)
                        .flatMap(text -> limit(rows, text))
                        .orElse(0L)));
    }

    private static Optional<Double> elapsed(Rows rows, Columns columns, String[] fields) {
        var start = columns.value("start", fields).flatMap(text -> time(rows, text));
        if (columns.has("start") && start.isEmpty()) return Optional.empty();
        var elapsed = columns.value("elapsed", fields);
        if (elapsed.isPresent()) return elapsed.flatMap(text -> seconds(rows, "Elapsed", text));
        var end = columns.value("end", fields).flatMap(text -> time(rows, text));
        return start.flatMap(from -> end.map(to -> to - from));
    }

    private static int gpus(Columns columns, String[] fields) {
        var text = columns.value("tres", fields)
                .or(() -> columns.value("gres", fields))
                .orElse("");
        var found = GPUS.matcher(text);
        if (!found.find()) return 0;
        return Integer.parseInt(found.group(1) != null ? found.group(1) : found.group(2));
    }

    private static Optional<Double> time(Rows rows, String text) {
        if (List.of("Unknown", "None", "N/A").contains(text)) return Optional.empty();
        try {
            return Optional.of((double) LocalDateTime.parse(text).toEpochSecond(ZoneOffset.UTC));
        } catch (DateTimeParseException e) {
            throw rows.bad("no time: '" + text + "'");
        }
    }

    private static Optional<Long> limit(Rows rows, String text) {
        if (List.of("UNLIMITED", "Partition_Limit", "INVALID").contains(text)) return Optional.empty();
        return seconds(rows, "Timelimit", text).map(Double::longValue);
    }

    /** {@code [days-]hours:minutes:seconds}, or seconds. */
    private static Optional<Double> seconds(Rows rows, String column, String text) {
        var parts = DURATION.matcher(text);
        if (!parts.matches()) return Optional.of(rows.number(column, text));
        return Optional.of(part(parts.group(1)) * 86_400
                + part(parts.group(2)) * 3600
                + part(parts.group(3)) * 60
                + part(parts.group(4)));
    }

    private static double part(String digits) {
        return digits == null ? 0 : Double.parseDouble(digits);
    }
}

package org.sing.traces;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Collects the jobs of a trace row by row, and counts the rows that are no job to replay. */
public final class Rows {
    /** Beyond this no time of a log means anything. */
    private static final double CENTURY_SECONDS = 100 * 365.25 * 86_400;

    private final List<Traced> jobs = new ArrayList<>();
    private final TreeMap<String, Trace.Skipped> skipped = new TreeMap<>();
    private double latest = Double.NEGATIVE_INFINITY;
    private long row;

    public void next() {
        row++;
    }

    public long row() {
        return row;
    }

    void skip(String reason) {
        skipped.merge(reason, new Trace.Skipped(1, "row " + row), (known, one) -> known.more());
    }

    void job(Traced job) {
        if (job.submitSeconds() < 0) skip("submitted at a negative time");
        else if (job.runSeconds() < 0) skip("ran for a negative time");
        else if (job.runSeconds() > CENTURY_SECONDS) throw bad("ran for more than a hundred years");
        else if (job.gpus() == 0) skip("asked for no GPUs");
        else if (job.gpus() < 0) skip("asked for a negative number of GPUs");
        else {
            if (job.submitSeconds() < latest) skip("(kept) not in the order of submission: sorted");
            latest = Math.max(latest, job.submitSeconds());
            jobs.add(job);
        }
    }

    /** A number in this row. */
    public double number(String column, String text) {
        try {
            var value = Double.parseDouble(text.strip());
            if (Double.isFinite(value)) return value;
        } catch (NumberFormatException e) {
            // said below
        }
        throw BadTrace.row(row, column + " is no number: '" + text + "'");
    }

    public int whole(String column, String text) {
        var value = number(column, text);
        if (value != Math.rint(value) || Math.abs(value) > 1e6)
            throw BadTrace.row(row, column + " is no whole number up to a million: '" + text + "'");
        return (int) value;
    }

    public BadTrace bad(String what) {
        return BadTrace.row(row, what);
    }

    /** Times count from the first submission. */
    Trace trace(String name) {
        if (jobs.isEmpty()) throw new BadTrace("%s has no job to replay%s".formatted(name, why()));
        jobs.sort(Comparator.comparingDouble(Traced::submitSeconds));
        var first = jobs.getFirst().submitSeconds();
        if (jobs.getLast().submitSeconds() - first > CENTURY_SECONDS)
            throw new BadTrace("%s goes over more than a hundred years".formatted(name));
        return new Trace(name, jobs.stream().map(job -> from(first, job)).toList(), skipped);
    }

    private String why() {
        return skipped.entrySet().stream()
                .map(entry -> "; %d rows: %s (first: %s)"
                        .formatted(
                                entry.getValue().rows(),
                                entry.getKey(),
                                entry.getValue().first()))
                .collect(Collectors.joining());
    }

    private static Traced from(double first, Traced job) {
        return new Traced(
                job.id(),
                job.submitSeconds() - first,
                job.runSeconds(),
                job.gpus(),
                job.nodes(),
                job.user(),
                job.project(),
                job.name(),
                job.limitSeconds());
    }
}

package org.sing.simulator;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Jobs in the order of their submission.
 *
 * @param skipped rows that are no job to replay, counted by reason, each with the first row
 */
public record Trace(String name, List<Traced> jobs, SortedMap<String, Skipped> skipped) {

    /** @param first the first of them, such as {@code row 7}: counted from 1, with headings and comments */
    public record Skipped(int rows, String first) {
        Skipped more() {
            return new Skipped(rows + 1, first);
        }
    }

    public Trace {
        jobs = List.copyOf(jobs);
    }

    /** Without the jobs that these machines could never hold: they would only wait for ever. */
    Trace fitting(Machines machines) {
        var counted = new TreeMap<>(skipped);
        for (var job : jobs)
            if (!machines.hold(job))
                counted.merge(
                        "asked for more than all nodes together",
                        new Skipped(1, "job %s, %d GPUs".formatted(job.id(), job.gpus())),
                        (known, one) -> known.more());
        var fitting = jobs.stream().filter(machines::hold).toList();
        if (fitting.isEmpty())
            throw new BadTrace("no job of %s fits on %d nodes with %d GPUs"
                    .formatted(name, machines.nodes(), machines.gpusPerNode()));
        return new Trace(name, fitting, counted);
    }

    /** With time limits as the rules are to know them. */
    public Trace knowing(Knowledge knowledge) {
        return new Trace(name, jobs.stream().map(knowledge::tell).toList(), skipped);
    }
}

package org.sing.simulator;

import java.util.List;
import java.util.SortedMap;

/**
 * Jobs in the order of their submission.
 *
 * @param skipped rows that are no job to replay, counted by reason, each with the first row
 */
public record Trace(String name, List<Traced> jobs, SortedMap<String, Skipped> skipped) {

    /** @param firstRow counted from 1, with headings and comments */
    public record Skipped(int rows, long firstRow) {}

    public Trace {
        jobs = List.copyOf(jobs);
    }

    /** With time limits as the rules are to know them. */
    public Trace knowing(Knowledge knowledge) {
        return new Trace(name, jobs.stream().map(knowledge::tell).toList(), skipped);
    }
}

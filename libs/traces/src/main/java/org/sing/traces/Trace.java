package org.sing.traces;

import java.util.List;
import java.util.SortedMap;

/**
 * Jobs in the order of their submission.
 *
 * @param skipped rows that are no job to replay, counted by reason, each with the first row
 */
public record Trace(String name, List<Traced> jobs, SortedMap<String, Skipped> skipped) {

    /** @param first the first of them, such as {@code row 7}: counted from 1, with headings and comments */
    public record Skipped(int rows, String first) {
        public Skipped more() {
            return new Skipped(rows + 1, first);
        }
    }

    public Trace {
        jobs = List.copyOf(jobs);
    }

    /** The same with other jobs, or other reasons why rows are none. */
    public Trace with(List<Traced> jobs, SortedMap<String, Skipped> skipped) {
        return new Trace(name, jobs, skipped);
    }
}

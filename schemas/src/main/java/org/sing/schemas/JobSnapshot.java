package org.sing.schemas;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A job as it stands, on the compacted state topic; {@code sequence} is the last job event that is folded in.
 *
 * @param excludedNodes nodes that it must not be placed on, because it failed there through no fault of its own
 */
public record JobSnapshot(
        String job,
        long sequence,
        long number,
        String owner,
        String project,
        JobSpec spec,
        JobPhase phase,
        Instant submittedAt,
        Optional<Instant> finishedAt,
        String message,
        List<String> excludedNodes,
        List<Attempt> attempts) {
    public JobSnapshot {
        finishedAt = finishedAt == null ? Optional.empty() : finishedAt;
        excludedNodes = excludedNodes == null ? List.of() : List.copyOf(excludedNodes);
        attempts = attempts == null ? List.of() : List.copyOf(attempts);
    }

    /** @param number 1, 2, ... without gaps */
    public record Attempt(
            int number,
            List<String> nodes,
            Optional<Instant> placedAt,
            Optional<Instant> startedAt,
            Optional<Instant> endedAt,
            Optional<EndCause> cause,
            Optional<Integer> exitCode,
            Optional<Integer> signal) {
        public Attempt {
            nodes = List.copyOf(nodes);
        }
    }
}

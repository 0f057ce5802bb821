package org.sing.schemas;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The life of a job, decided by submission alone; key and subject are the job. */
public sealed interface JobEvent {
    String job();

    /** @param number the small integer that people use, never reused */
    record Submitted(String job, long number, String owner, String project, JobSpec spec, Instant submittedAt)
            implements JobEvent {}

    /** Refused before it was ever a job that could run; terminal. */
    record Rejected(String job, String owner, String project, String code, List<Problem> errors) implements JobEvent {
        public Rejected {
            errors = errors == null ? List.of() : List.copyOf(errors);
        }
    }

    /** It may be placed from now on; it keeps its arrival place. */
    record Queued(String job, int nextAttempt) implements JobEvent {}

    record Held(String job, String reason) implements JobEvent {}

    /** It waits for its conditions: a time, or what becomes of other jobs. Then it is queued, or cancelled if that cannot be any more. */
    record Blocked(String job, String reason) implements JobEvent {}

    record Starting(String job, int attempt, List<String> nodes) implements JobEvent {
        public Starting {
            nodes = List.copyOf(nodes);
        }
    }

    record Running(String job, int attempt, Instant startedAt) implements JobEvent {}

    /** Somebody wants the attempt to end; {@code requeue} says what comes after it. */
    record Stopping(String job, int attempt, boolean requeue, String reason) implements JobEvent {}

    /**
     * The attempt ended; the next state waits for its classification when it failed.
     *
     * @param exitCode of the rank that failed first, absent when it was killed by a signal or never ran
     */
    record Completing(
            String job, int attempt, EndCause cause, Optional<Integer> exitCode, Optional<Integer> signal, String node)
            implements JobEvent {}

    /** Back in the queue after an attempt that does not count against the job, or at somebody's wish. */
    record Requeued(String job, int endedAttempt, String reason, List<String> excludedNodes, Instant eligibleAt)
            implements JobEvent {
        public Requeued {
            excludedNodes = excludedNodes == null ? List.of() : List.copyOf(excludedNodes);
        }
    }

    /**
     * Terminal.
     *
     * @param category {@code none}, {@code user}, {@code platform} or {@code resource}
     * @param message one sentence for the user
     */
    record Finished(
            String job,
            int attempt,
            JobPhase phase,
            EndCause cause,
            Optional<Integer> exitCode,
            Optional<Integer> signal,
            String category,
            String code,
            String message)
            implements JobEvent {}
}

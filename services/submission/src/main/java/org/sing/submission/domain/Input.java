package org.sing.submission.domain;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sing.schemas.EndCause;
import org.sing.schemas.Requester;

/** What a job hears. */
public sealed interface Input {

    /** Somebody's wish; each gets exactly one outcome. */
    sealed interface Command extends Input {
        /** Names the command in its outcome. */
        String command();

        Requester requester();

        /** What was asked, in the words of an outcome. */
        default String kind() {
            return switch (this) {
                case Resubmit it -> "submit";
                case Cancel it -> "cancel";
                case Hold it -> "hold";
                case Release it -> "release";
                case Requeue it -> "requeue";
            };
        }
    }

    /** The same job once more, because somebody did not hear the first answer. */
    record Resubmit(String command, Requester requester, String payloadHash) implements Command {}

    record Cancel(String command, Requester requester, String reason) implements Command {}

    record Hold(String command, Requester requester, String reason) implements Command {}

    record Release(String command, Requester requester) implements Command {}

    record Requeue(String command, Requester requester, String reason) implements Command {}

    /** What others found out about one attempt. Reports of an attempt that is over change nothing. */
    sealed interface Report extends Input {
        int attempt();
    }

    /** @param nodes by rank */
    record Placed(int attempt, List<String> nodes, Instant at) implements Report {
        public Placed {
            nodes = List.copyOf(nodes);
        }
    }

    record Started(int attempt, int rank, int ranks, String node, Instant at) implements Report {}

    record RankFinished(int attempt, int rank, int ranks, End end, Instant at) implements Report {}

    /** Scheduling gave the attempt up: no agent will ever tell how it ended. */
    record AttemptEnded(int attempt, End end, Instant at) implements Report {}

    record Classified(int attempt, Verdict verdict) implements Report {}

    /** Nobody classified the attempt in time. */
    record ClassificationOverdue(int attempt) implements Report {}

    /** Everything that the job waits for has come true. */
    record ConditionsMet() implements Input {}

    /** Something that it waits for cannot come true any more. */
    record ConditionsBroken(String reason) implements Input {}

    /** It cannot end before its deadline any more, or its deadline has come. */
    record DeadlinePassed() implements Input {}

    /** Scheduling took the job out of the queue before it had placed it. */
    record Withdrawn() implements Input {}

    /**
     * How a rank, or the whole attempt, ended.
     *
     * @param node where, or empty
     */
    record End(EndCause cause, Optional<Integer> exitCode, Optional<Integer> signal, String node, String detail) {
        public End {
            exitCode = exitCode == null ? Optional.empty() : exitCode;
            signal = signal == null ? Optional.empty() : signal;
        }

        boolean success() {
            return cause == EndCause.EXITED && signal.isEmpty() && exitCode.equals(Optional.of(0));
        }
    }
}

package org.sing.gateway.domain;

import java.time.Instant;
import java.util.Optional;
import org.sing.schemas.EndCause;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobPhase;

/**
 * Where a job stands in its life.
 *
 * @param reason somebody's words for the last change, or empty
 * @param category, code and message say how a terminal job ended
 */
public record Life(
        JobPhase phase,
        String reason,
        Optional<Instant> startedAt,
        Optional<Instant> finishedAt,
        Optional<EndCause> cause,
        Optional<Integer> exitCode,
        Optional<Integer> signal,
        String category,
        String code,
        String message) {

    static final Life UNKNOWN = new Life(
            JobPhase.UNKNOWN,
            "",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            "",
            "",
            "");

    Life enter(JobPhase next, String why) {
        return new Life(next, why, startedAt, finishedAt, cause, exitCode, signal, category, code, message);
    }

    Life because(String why) {
        return enter(phase, why);
    }

    /** Times of people: the start of the newest attempt. */
    Life running(Instant at) {
        return new Life(
                JobPhase.RUNNING, "", Optional.of(at), finishedAt, cause, exitCode, signal, category, code, message);
    }

    Life rejected(String why, Instant at) {
        return new Life(
                JobPhase.REJECTED,
                "",
                startedAt,
                Optional.of(at),
                cause,
                exitCode,
                signal,
                "user",
                why,
                "The profile was refused.");
    }

    Life finished(JobEvent.Finished e, Instant at) {
        return new Life(
                e.phase(),
                reason,
                startedAt,
                Optional.of(at),
                Optional.of(e.cause()),
                e.exitCode(),
                e.signal(),
                e.category(),
                e.code(),
                e.message());
    }
}

package org.sing.gateway.api.body;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sing.gateway.domain.Attempt;
import org.sing.gateway.domain.Rank;
import org.sing.schemas.EndCause;

/** One attempt of a job, with its ranks. */
public record AttemptBody(
        int number,
        List<String> nodes,
        Optional<Attempt.Placement> placement,
        Optional<Instant> startedAt,
        Optional<Instant> endedAt,
        Optional<EndCause> cause,
        Optional<Integer> exitCode,
        Optional<Integer> signal,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String detail,
        Optional<Attempt.Verdict> verdict,
        List<Rank> ranks) {

    public static AttemptBody of(Attempt attempt) {
        return new AttemptBody(
                attempt.number(),
                attempt.nodes(),
                attempt.placement(),
                attempt.startedAt(),
                attempt.endedAt(),
                attempt.cause(),
                attempt.exitCode(),
                attempt.signal(),
                attempt.detail(),
                attempt.verdict(),
                attempt.ranksInOrder());
    }
}

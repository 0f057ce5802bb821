package org.sing.agent.domain;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.ExecutionCommand.Start;
import org.sing.schemas.Warning;

/** What the agent keeps of a start: who runs on which GPUs for how long. Script and environment are not kept. */
public record Allocation(
        String id,
        String job,
        int attempt,
        long incarnation,
        int rank,
        int ranks,
        List<String> gpus,
        long timeLimitMillis,
        long killGraceMillis,
        Instant deadline,
        Cause cause,
        Optional<Warning> warning) {
    /** Journals of older agents say nothing about warnings. */
    public Allocation {
        warning = warning == null ? Optional.empty() : warning;
        gpus = List.copyOf(gpus);
    }

    static Allocation of(Start start, Cause cause) {
        return new Allocation(
                start.allocation(),
                start.job(),
                start.attempt(),
                start.incarnation(),
                start.rank(),
                start.peers().size(),
                start.gpus(),
                start.timeLimitSeconds() * 1000,
                start.killGraceSeconds() * 1000,
                start.deadline(),
                cause,
                start.warning());
    }
}

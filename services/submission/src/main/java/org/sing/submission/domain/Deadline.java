package org.sing.submission.domain;

import java.time.Instant;
import java.util.Optional;
import org.sing.schemas.JobPhase;
import org.sing.schemas.JobSpec;

/** A job that could not end before its deadline any more does not start, and one that runs at its deadline is ended. */
final class Deadline {
    private Deadline() {}

    /** Who waits must start so long before that its time limit ends in time; what is being ended already ends. */
    static Optional<Instant> of(Job job) {
        if (job.terminal()
                || job.life().phase() == JobPhase.CANCELLING
                || job.life().phase() == JobPhase.COMPLETING) return Optional.empty();
        return job.spec()
                .flatMap(spec -> spec.deadline()
                        .map(at -> job.life().waiting() ? at.minusSeconds(spec.timeLimitSeconds()) : at));
    }

    /** Whoever looked may have looked a moment ago: it may run since, or be over. */
    static void passed(Turn turn) {
        var due = of(turn.job).filter(at -> !at.isAfter(turn.now));
        if (due.isEmpty()) return;
        var spec = turn.job.spec().orElseThrow();
        Commands.end(turn, reason(turn.life.waiting(), spec));
    }

    private static String reason(boolean waiting, JobSpec spec) {
        var deadline = spec.deadline().orElseThrow();
        if (!waiting) return "Its deadline, %s, has come.".formatted(deadline);
        return spec.timeLimitSeconds() == 0
                ? "It had not started when its deadline came, %s.".formatted(deadline)
                : "It may run %d seconds, and could not end before its deadline, %s, any more."
                        .formatted(spec.timeLimitSeconds(), deadline);
    }
}

package org.sing.incident.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** When a case is decided: as soon as everything is known, or after a short patience. */
public final class Investigation {
    /** Facts of one attempt stand on several topics; submission itself waits for ten seconds. */
    public static final Duration PATIENCE = Duration.ofSeconds(2);

    private Investigation() {}

    public static Optional<Verdict> conclude(Evidence evidence, Instant now) {
        return ready(evidence.attempt(), now) ? Optional.of(Rules.judge(evidence)) : Optional.empty();
    }

    private static boolean ready(AttemptCase attempt, Instant now) {
        if (attempt.verdict().isPresent()) return false;
        if (attempt.complete()) return !attempt.harmless();
        return attempt.since()
                .filter(since -> !now.isBefore(since.plus(PATIENCE)))
                .isPresent();
    }

    /** A single rank that ended well, or as somebody wished, needs no case at all. */
    public static boolean concerns(AttemptFact fact) {
        return switch (fact) {
            case AttemptFact.RankEnded it ->
                it.end().ranks() > 1 || !(it.end().good() || it.end().cause().wish());
            case AttemptFact.Ended it -> true;
            case AttemptFact.Asked it -> true;
        };
    }
}

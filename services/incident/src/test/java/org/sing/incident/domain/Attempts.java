package org.sing.incident.domain;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Facts for tests, in few words. */
final class Attempts {
    static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");
    static final Instant PATIENCE_OVER = NOON.plus(Investigation.PATIENCE);

    private Attempts() {}

    static AttemptFact ended(int rank, int ranks, Cause cause, int exitCode) {
        return end(rank, ranks, cause, Optional.of(exitCode), Optional.empty(), "");
    }

    static AttemptFact exited(int exitCode) {
        return ended(0, 1, Cause.EXITED, exitCode);
    }

    static AttemptFact killed(int signal) {
        return end(0, 1, Cause.EXITED, Optional.empty(), Optional.of(signal), "");
    }

    static AttemptFact stopped(Cause cause) {
        return end(0, 1, cause, Optional.empty(), Optional.of(15), "");
    }

    static AttemptFact unseen() {
        return end(0, 1, Cause.EXIT_UNKNOWN, Optional.empty(), Optional.empty(), "");
    }

    static AttemptFact failedStart(String detail) {
        return end(0, 1, Cause.START_FAILED, Optional.empty(), Optional.empty(), detail);
    }

    static AttemptFact end(
            int rank, int ranks, Cause cause, Optional<Integer> exitCode, Optional<Integer> signal, String detail) {
        return new AttemptFact.RankEnded(
                "j",
                1,
                new RankEnd(rank, ranks, "gpu-" + rank, 3, cause, exitCode, signal, NOON.plusSeconds(rank), detail));
    }

    static AttemptFact scheduling(Cause cause, String node) {
        return new AttemptFact.Ended("j", 1, new AttemptCase.Ended(cause, node, ""));
    }

    static AttemptFact asked(Cause cause) {
        return new AttemptFact.Asked("j", 1, new AttemptCase.Asked(cause, Optional.empty(), Optional.empty(), "gpu-0"));
    }

    static AttemptCase attempt(AttemptFact... facts) {
        var attempt = AttemptCase.open("j", 1);
        for (var fact : facts) attempt = attempt.learn(fact, NOON);
        return attempt;
    }

    static Evidence evidence(AttemptCase attempt, NodePast... nodes) {
        return new Evidence(attempt, byName(nodes), List.of());
    }

    static Map<String, NodePast> byName(NodePast... nodes) {
        return Stream.of(nodes).collect(Collectors.toMap(NodePast::node, it -> it));
    }
}

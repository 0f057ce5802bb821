package org.sing.incident.domain;

import java.util.List;

/** What is heard about the end of an attempt, in any order and more than once. */
public sealed interface AttemptFact {
    String job();

    int attempt();

    /** The nodes whose past may explain it. */
    default List<String> nodes() {
        return switch (this) {
            case RankEnded it -> List.of(it.end().node());
            case Ended it -> List.of();
            case Asked it -> List.of();
        };
    }

    record RankEnded(String job, int attempt, RankEnd end) implements AttemptFact {}

    record Ended(String job, int attempt, AttemptCase.Ended ended) implements AttemptFact {}

    record Asked(String job, int attempt, AttemptCase.Asked asked) implements AttemptFact {}
}

package org.sing.incident.domain;

import java.util.List;
import java.util.Optional;

/** What is heard about the end of an attempt, in any order and more than once. */
public sealed interface AttemptFact {
    String job();

    int attempt();

    /** The nodes whose past may explain it. */
    default List<String> nodes() {
        return switch (this) {
            case RankEnded it -> List.of(it.end().node());
            case Ended it ->
                it.ended().node().isEmpty() ? List.of() : List.of(it.ended().node());
            case Asked it -> List.of();
        };
    }

    /** That a lost node took the attempt with it. */
    default Optional<NodeSignal> hit() {
        return this instanceof Ended it
                        && it.ended().cause() == Cause.NODE_LOST
                        && !it.ended().node().isEmpty()
                ? Optional.of(new NodeSignal.Hit(it.ended().node(), it.job()))
                : Optional.empty();
    }

    record RankEnded(String job, int attempt, RankEnd end) implements AttemptFact {}

    record Ended(String job, int attempt, AttemptCase.Ended ended) implements AttemptFact {}

    record Asked(String job, int attempt, AttemptCase.Asked asked) implements AttemptFact {}
}

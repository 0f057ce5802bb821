package org.sing.incident.domain;

/** What is heard about the end of an attempt, in any order and more than once. */
public sealed interface AttemptFact {
    String job();

    int attempt();

    record RankEnded(String job, int attempt, RankEnd end) implements AttemptFact {}

    record Ended(String job, int attempt, AttemptCase.Ended ended) implements AttemptFact {}

    record Asked(String job, int attempt, AttemptCase.Asked asked) implements AttemptFact {}
}

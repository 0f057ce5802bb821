package org.sing.incident.domain;

import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is known about the end of one attempt.
 *
 * @param ranks the ends that the agents told, by rank
 * @param ended what scheduling says when no agent can: the node was lost, or the start never happened
 * @param asked submission closes the attempt and waits for the cause
 * @param since when the first of those two was heard: what is still missing then is not waited for long
 * @param verdict given once and never changed
 */
public record AttemptCase(
        String job,
        int attempt,
        SortedMap<Integer, RankEnd> ranks,
        Optional<Ended> ended,
        Optional<Asked> asked,
        Optional<Instant> since,
        Optional<Verdict> verdict) {

    /** @param node the node at fault, or empty */
    public record Ended(Cause cause, String node, String detail) {}

    public record Asked(Cause cause, Optional<Integer> exitCode, Optional<Integer> signal, String node) {}

    public AttemptCase {
        ranks = Collections.unmodifiableSortedMap(new TreeMap<>(ranks));
    }

    public static AttemptCase open(String job, int attempt) {
        return new AttemptCase(
                job, attempt, new TreeMap<>(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** After the verdict nothing is learnt any more; of what is told twice the first counts. */
    public AttemptCase learn(AttemptFact fact, Instant now) {
        if (verdict.isPresent()) return this;
        return switch (fact) {
            case AttemptFact.RankEnded it -> with(it.end());
            case AttemptFact.Ended it ->
                new AttemptCase(
                        job, attempt, ranks, ended.or(() -> Optional.of(it.ended())), asked, from(now), verdict);
            case AttemptFact.Asked it ->
                new AttemptCase(
                        job, attempt, ranks, ended, asked.or(() -> Optional.of(it.asked())), from(now), verdict);
        };
    }

    public AttemptCase decided(Verdict given) {
        return new AttemptCase(job, attempt, ranks, ended, asked, since, Optional.of(given));
    }

    /** Every rank has told its end. */
    public boolean complete() {
        return ranks.values().stream().anyMatch(end -> ranks.size() >= end.ranks());
    }

    /** Nothing went wrong, or only what somebody wished. */
    public boolean harmless() {
        return asked.isEmpty()
                && ended.isEmpty()
                && ranks.values().stream()
                        .allMatch(end -> end.good() || end.cause().wish() || swept(end));
    }

    private boolean swept(RankEnd end) {
        return end.cause() == Cause.GANG_ENDED
                && ranks.values().stream().anyMatch(other -> other.cause().wish());
    }

    private Optional<Instant> from(Instant now) {
        return since.or(() -> Optional.of(now));
    }

    private AttemptCase with(RankEnd end) {
        if (ranks.containsKey(end.rank())) return this;
        var more = new TreeMap<>(ranks);
        more.put(end.rank(), end);
        return new AttemptCase(job, attempt, more, ended, asked, since, verdict);
    }
}

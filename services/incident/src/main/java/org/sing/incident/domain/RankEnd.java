package org.sing.incident.domain;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/**
 * How one rank of an attempt ended.
 *
 * @param incarnation of its node's lease when it started: what happens to the node under another one did not touch it
 * @param detail what the agent says about it, for people and for patterns
 */
public record RankEnd(
        int rank,
        int ranks,
        String node,
        long incarnation,
        Cause cause,
        Optional<Integer> exitCode,
        Optional<Integer> signal,
        Instant endedAt,
        String detail) {

    /** The rank that failed first, ties by number, so that every order of hearing gives the same. */
    static final Comparator<RankEnd> FIRST =
            Comparator.comparing(RankEnd::endedAt).thenComparingInt(RankEnd::rank);

    public boolean good() {
        return cause == Cause.EXITED
                && signal.isEmpty()
                && exitCode.filter(code -> code == 0).isPresent();
    }
}

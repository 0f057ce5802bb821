package org.sing.submission.domain;

import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.sing.schemas.EndCause;
import org.sing.submission.domain.Input.End;

/**
 * One try of a job, as far as it is known.
 *
 * @param number 1, 2, ... without gaps
 * @param ranks of the gang, 0 while unknown
 * @param nodes by rank, as far as known
 * @param started ranks that reported their start; {@code over} those that reported their end
 * @param fault how the first rank that ended badly did it, if possible one that did so by itself
 * @param end how the attempt as a whole ended
 * @param verdict its cause, which may be known before its end is
 */
public record Attempt(
        int number,
        int ranks,
        SortedMap<Integer, String> nodes,
        Set<Integer> started,
        Set<Integer> over,
        Optional<Instant> placedAt,
        Optional<Instant> startedAt,
        Optional<Instant> endedAt,
        Optional<End> fault,
        Optional<End> end,
        Optional<Verdict> verdict) {

    public Attempt {
        nodes = nodes == null ? new TreeMap<>() : Collections.unmodifiableSortedMap(new TreeMap<>(nodes));
        started = started == null ? Set.of() : Set.copyOf(started);
        over = over == null ? Set.of() : Set.copyOf(over);
        placedAt = placedAt == null ? Optional.empty() : placedAt;
        startedAt = startedAt == null ? Optional.empty() : startedAt;
        endedAt = endedAt == null ? Optional.empty() : endedAt;
        fault = fault == null ? Optional.empty() : fault;
        end = end == null ? Optional.empty() : end;
        verdict = verdict == null ? Optional.empty() : verdict;
    }

    static Attempt first(int number) {
        return new Attempt(number, 0, null, null, null, null, null, null, null, null, null);
    }

    boolean ended() {
        return end.isPresent();
    }

    /** Whether anybody saw it happen; a verdict alone is no evidence of a placement. */
    boolean seen() {
        return placedAt.isPresent() || !started.isEmpty() || !over.isEmpty() || ended();
    }

    boolean allOver() {
        return ranks > 0 && over.size() >= ranks;
    }

    /** A single rank that runs stands for all when it is the first, which is where people look. */
    boolean running() {
        return started.contains(0) || (ranks > 0 && started.size() >= ranks);
    }

    Attempt placed(Input.Placed placed) {
        var known = new TreeMap<>(nodes);
        for (var rank = 0; rank < placed.nodes().size(); rank++)
            known.put(rank, placed.nodes().get(rank));
        return new Attempt(
                number,
                placed.nodes().size(),
                known,
                started,
                over,
                Optional.of(placed.at()),
                startedAt,
                endedAt,
                fault,
                end,
                verdict);
    }

    Attempt started(Input.Started report) {
        return new Attempt(
                number,
                report.ranks(),
                with(report.rank(), report.node()),
                plus(started, report.rank()),
                over,
                placedAt,
                startedAt.or(() -> Optional.of(report.at())),
                endedAt,
                fault,
                end,
                verdict);
    }

    Attempt finished(Input.RankFinished report) {
        return new Attempt(
                number,
                report.ranks(),
                with(report.rank(), report.end().node()),
                started,
                plus(over, report.rank()),
                placedAt,
                startedAt,
                endedAt,
                worse(report.end()),
                end,
                verdict);
    }

    Attempt ended(End how, Instant at) {
        return new Attempt(
                number,
                ranks,
                nodes,
                started,
                over,
                placedAt,
                startedAt,
                Optional.of(at),
                fault,
                Optional.of(how),
                verdict);
    }

    Attempt classified(Verdict cause) {
        return new Attempt(
                number,
                ranks,
                nodes,
                started,
                over,
                placedAt,
                startedAt,
                endedAt,
                fault,
                end,
                verdict.or(() -> Optional.of(cause)));
    }

    /** A rank that was only made to follow says nothing about the cause, unless nobody else does. */
    private Optional<End> worse(End next) {
        if (next.success()) return fault;
        var open = fault.isEmpty() || (follower(fault.get()) && !follower(next));
        return open ? Optional.of(next) : fault;
    }

    private static boolean follower(End end) {
        return end.cause() == EndCause.GANG_ENDED;
    }

    private SortedMap<Integer, String> with(int rank, String node) {
        var known = new TreeMap<>(nodes);
        if (!node.isEmpty()) known.putIfAbsent(rank, node);
        return known;
    }

    private static Set<Integer> plus(Set<Integer> ranks, int rank) {
        var more = new TreeSet<>(ranks);
        more.add(rank);
        return more;
    }
}

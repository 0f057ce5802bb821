package org.sing.gateway.domain;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.sing.schemas.EndCause;
import org.sing.schemas.ExecutionEvent;
import org.sing.schemas.IncidentEvent;
import org.sing.schemas.JobEvent;
import org.sing.schemas.SchedulingEvent;

/**
 * One try of a job on its nodes.
 *
 * @param placement why it was placed where it was, once the scheduler said so
 * @param verdict what the incident service thinks of its end
 */
public record Attempt(
        int number,
        List<String> nodes,
        Optional<Placement> placement,
        Optional<Instant> startedAt,
        Optional<Instant> endedAt,
        Optional<EndCause> cause,
        Optional<Integer> exitCode,
        Optional<Integer> signal,
        String detail,
        Optional<Verdict> verdict,
        Map<Integer, Rank> ranks) {

    public Attempt {
        nodes = List.copyOf(nodes);
        ranks = Map.copyOf(ranks);
    }

    public record Placement(Instant at, String rule, String reason, Optional<Receipt> overtaking) {
        Placement naming(Collection<String> jobs) {
            return new Placement(at, rule, reason, overtaking.map(receipt -> receipt.naming(jobs)));
        }
    }

    /**
     * Of an overtaking.
     *
     * @param head the job that was overtaken; empty for a reader who may not see it
     * @param unit what both budgets count
     */
    public record Receipt(Optional<String> head, int budgetBefore, int budgetAfter, String unit) {

        /** Rows of older releases count GPUs. */
        public Receipt {
            unit = unit == null ? SchedulingEvent.Overtaking.GPUS : unit;
        }

        private static Receipt of(SchedulingEvent.Overtaking e) {
            return new Receipt(Optional.of(e.head()), e.budgetBefore(), e.budgetAfter(), e.unit());
        }

        private Receipt naming(Collection<String> jobs) {
            return new Receipt(head.filter(jobs::contains), budgetBefore, budgetAfter, unit);
        }
    }

    public record Verdict(String category, String code, String sentence, String advice) {}

    static Attempt unheardOf(int number) {
        return new Attempt(
                number,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "",
                Optional.empty(),
                Map.of());
    }

    public List<Rank> ranksInOrder() {
        return List.copyOf(new TreeMap<>(ranks).values());
    }

    /** The job that it overtook. */
    Optional<String> overtaken() {
        return placement.flatMap(Placement::overtaking).flatMap(Receipt::head);
    }

    /** As somebody may see it who sees of other jobs only these. */
    Attempt naming(Collection<String> jobs) {
        var named = placement.map(it -> it.naming(jobs));
        return new Attempt(number, nodes, named, startedAt, endedAt, cause, exitCode, signal, detail, verdict, ranks);
    }

    Attempt on(List<String> names) {
        return nodes.isEmpty()
                ? new Attempt(
                        number, names, placement, startedAt, endedAt, cause, exitCode, signal, detail, verdict, ranks)
                : this;
    }

    Attempt placed(SchedulingEvent.Placed e, Instant at) {
        var names = e.shares().stream().map(SchedulingEvent.Share::node).toList();
        var placed = Optional.of(
                new Placement(at, e.rule(), e.reason(), e.overtaking().map(Receipt::of)));
        var attempt =
                new Attempt(number, names, placed, startedAt, endedAt, cause, exitCode, signal, detail, verdict, ranks);
        for (var share : e.shares())
            attempt = attempt.rank(share.rank(), share.node(), rank -> rank.holding(share.gpus()));
        return attempt;
    }

    Attempt running(JobEvent.Running e) {
        return new Attempt(
                number,
                nodes,
                placement,
                Optional.of(e.startedAt()),
                endedAt,
                cause,
                exitCode,
                signal,
                detail,
                verdict,
                ranks);
    }

    Attempt completing(JobEvent.Completing e, Instant at) {
        return end(at, e.cause(), e.exitCode(), e.signal());
    }

    Attempt finished(JobEvent.Finished e, Instant at) {
        return end(at, e.cause(), e.exitCode(), e.signal());
    }

    /** Submission says how it ended; what only the scheduler knows is why nobody else could say it. */
    Attempt ended(SchedulingEvent.AttemptEnded e) {
        return new Attempt(
                number, nodes, placement, startedAt, endedAt, cause, exitCode, signal, e.detail(), verdict, ranks);
    }

    Attempt over(Instant at) {
        return endedAt.isPresent()
                ? this
                : new Attempt(
                        number,
                        nodes,
                        placement,
                        startedAt,
                        Optional.of(at),
                        cause,
                        exitCode,
                        signal,
                        detail,
                        verdict,
                        ranks);
    }

    Attempt started(ExecutionEvent.Started e) {
        return rank(e.rank(), e.node(), rank -> rank.started(e));
    }

    Attempt finished(ExecutionEvent.Finished e) {
        return rank(e.rank(), e.node(), rank -> rank.finished(e));
    }

    Attempt classified(IncidentEvent.AttemptClassified e) {
        var value = Optional.of(new Verdict(e.category(), e.code(), e.sentence(), e.advice()));
        return new Attempt(number, nodes, placement, startedAt, endedAt, cause, exitCode, signal, detail, value, ranks);
    }

    private Attempt end(Instant at, EndCause why, Optional<Integer> exit, Optional<Integer> killedBy) {
        return new Attempt(
                number,
                nodes,
                placement,
                startedAt,
                Optional.of(endedAt.orElse(at)),
                Optional.of(why),
                exit,
                killedBy,
                detail,
                verdict,
                ranks);
    }

    private Attempt rank(int index, String node, UnaryOperator<Rank> change) {
        var changed = new TreeMap<>(ranks);
        changed.put(index, change.apply(changed.getOrDefault(index, Rank.unheardOf(index, node))));
        return new Attempt(
                number, nodes, placement, startedAt, endedAt, cause, exitCode, signal, detail, verdict, changed);
    }
}

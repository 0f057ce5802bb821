package org.sing.accounting.domain;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What is known about the usage of one job: who pays, its lines, the runs that wait for a payer or for the end of a lost
 * rank, the attempts that are given up and given back.
 *
 * @param pending runs without a line: the job's submission is not known yet, or a rank that was lost may still live
 * @param givenUp attempts that ended with a lost node
 * @param refunds cause by attempt; it covers every line of the attempt, also those that come later
 */
public record JobAccount(
        String job,
        Optional<Payer> payer,
        List<Entry> entries,
        Map<Rank, Run> pending,
        Set<Integer> givenUp,
        Map<Integer, String> refunds,
        long sequence) {

    public static final String DRAINED = "drained";

    /** One rank of one attempt: what is billed once. */
    public record Rank(int attempt, int rank) implements Comparable<Rank> {
        @Override
        public int compareTo(Rank other) {
            return Comparator.comparingInt(Rank::attempt)
                    .thenComparingInt(Rank::rank)
                    .compare(this, other);
        }
    }

    public JobAccount {
        entries = List.copyOf(entries);
        pending = Map.copyOf(pending);
        givenUp = Set.copyOf(givenUp);
        refunds = Map.copyOf(refunds);
    }

    public static JobAccount unknown(String job) {
        return new JobAccount(job, Optional.empty(), List.of(), Map.of(), Set.of(), Map.of(), 0);
    }

    /** The account after the fact, with the lines that it made possible at the end of {@link #entries}. */
    public JobAccount apply(Fact fact) {
        return learn(fact).settle();
    }

    /** A line that was written in an earlier life is folded as it is; nothing is decided again. */
    public JobAccount remember(Entry line) {
        var rank = new Rank(line.attempt(), line.rank());
        if (has(rank, line.kind())) return this;
        var lines = new ArrayList<>(entries);
        lines.add(line);
        var waiting = new HashMap<>(pending);
        waiting.remove(rank);
        return new JobAccount(
                job, Optional.of(line.payer()), lines, waiting, givenUp, refunds, Math.max(sequence, line.sequence()));
    }

    private JobAccount learn(Fact fact) {
        return switch (fact) {
            case Fact.Submitted submitted -> payer.isPresent() ? this : paidBy(submitted.payer());
            case Fact.Finished finished -> finished(finished);
            case Fact.Lost lost ->
                ran(new Run(
                        lost.attempt(),
                        lost.rank(),
                        lost.node(),
                        lost.gpus(),
                        Run.wholeSeconds(lost.elapsedMillis()),
                        lost.lastRenewalAt(),
                        true));
            case Fact.GivenUp given -> givingUp(given.attempt());
            case Fact.Classified classified ->
                classified.platform() ? refunding(classified.attempt(), classified.code()) : this;
        };
    }

    private JobAccount finished(Fact.Finished finished) {
        var after = finished.ran()
                ? ran(new Run(
                        finished.attempt(),
                        finished.rank(),
                        finished.node(),
                        finished.gpus(),
                        finished.billedSeconds(),
                        finished.endedAt(),
                        false))
                : this;
        return finished.drained() ? after.refunding(finished.attempt(), DRAINED) : after;
    }

    /** The first evidence of a rank is its line; whatever comes later never bills it again. */
    private JobAccount ran(Run run) {
        var rank = new Rank(run.attempt(), run.rank());
        if (has(rank, Entry.Kind.USAGE) || pending.containsKey(rank) && !replaces(run, pending.get(rank))) return this;
        var more = new HashMap<>(pending);
        more.put(rank, run);
        return new JobAccount(job, payer, entries, more, givenUp, refunds, sequence);
    }

    /** A rank that was lost and lives on is billed by its end, or as it was when it was lost for the last time. */
    private boolean replaces(Run run, Run known) {
        return !due(known) && (!run.lost() || run.seconds() > known.seconds());
    }

    private boolean due(Run run) {
        return !run.lost() || givenUp.contains(run.attempt());
    }

    private JobAccount paidBy(Payer known) {
        return new JobAccount(job, Optional.of(known), entries, pending, givenUp, refunds, sequence);
    }

    private JobAccount givingUp(int attempt) {
        var more = new HashSet<>(givenUp);
        more.add(attempt);
        return new JobAccount(job, payer, entries, pending, more, refunds, sequence);
    }

    private JobAccount refunding(int attempt, String cause) {
        if (refunds.containsKey(attempt)) return this;
        var more = new HashMap<>(refunds);
        more.put(attempt, cause);
        return new JobAccount(job, payer, entries, pending, givenUp, more, sequence);
    }

    /** Writes every line that is due: for pending runs once the payer is known, and what their attempts give back. */
    private JobAccount settle() {
        if (payer.isEmpty()) return this;
        var lines = new ArrayList<>(entries);
        var waiting = new HashMap<>(pending);
        var next = sequence;
        for (var rank : pending.keySet().stream().sorted().toList())
            if (due(pending.get(rank))) lines.add(Entry.usage(job, ++next, payer.get(), waiting.remove(rank)));
        for (var line : List.copyOf(lines)) if (owed(line)) lines.add(line.refund(++next));
        return new JobAccount(job, payer, lines, waiting, givenUp, refunds, next);
    }

    private boolean owed(Entry line) {
        return line.kind() == Entry.Kind.USAGE
                && refunds.containsKey(line.attempt())
                && !has(new Rank(line.attempt(), line.rank()), Entry.Kind.REFUND);
    }

    private boolean has(Rank rank, Entry.Kind kind) {
        return entries.stream()
                .anyMatch(
                        line -> line.kind() == kind && line.attempt() == rank.attempt() && line.rank() == rank.rank());
    }
}

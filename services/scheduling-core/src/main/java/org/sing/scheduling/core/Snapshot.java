package org.sing.scheduling.core;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Everything that the core knows, or what changed in it, as the records that the books keep. Folding the records of
 * every commit, the later over the earlier, gives the state again.
 */
public record Snapshot(
        List<Job> jobs,
        List<Allocation> allocations,
        List<Node> nodes,
        List<Limit> limits,
        List<Head> heads,
        List<History> histories,
        List<Overtaker> overtakers,
        List<Choice> choices,
        List<Usage> usages,
        List<Window> windows) {
    public static final Snapshot EMPTY = new Snapshot(List.of(), List.of(), List.of(), List.of(), List.of());

    /** Nothing learned, nobody overtaken, no rule chosen, nothing used, nothing reserved. */
    public Snapshot(
            List<Job> jobs, List<Allocation> allocations, List<Node> nodes, List<Limit> limits, List<Head> heads) {
        this(jobs, allocations, nodes, limits, heads, List.of(), List.of(), List.of(), List.of(), List.of());
    }

    public Snapshot {
        jobs = List.copyOf(jobs);
        allocations = List.copyOf(allocations);
        nodes = List.copyOf(nodes);
        limits = List.copyOf(limits);
        heads = List.copyOf(heads);
        histories = List.copyOf(histories);
        overtakers = List.copyOf(overtakers);
        choices = List.copyOf(choices);
        usages = List.copyOf(usages);
        windows = List.copyOf(windows);
    }

    /** Without the waiting jobs behind the first so many. */
    public Snapshot first(long waiting) {
        var others = jobs.stream().filter(job -> job.state() != Job.State.QUEUED);
        var first = jobs.stream()
                .filter(job -> job.state() == Job.State.QUEUED)
                .sorted(Comparator.comparingLong(Job::number))
                .limit(waiting);
        return new Snapshot(
                Stream.concat(others, first).toList(),
                allocations,
                nodes,
                limits,
                heads,
                histories,
                overtakers,
                choices,
                usages,
                windows);
    }

    public boolean isEmpty() {
        return equals(EMPTY);
    }
}

package org.sing.scheduling.core;

import java.util.List;

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
        List<Usage> usages) {
    public static final Snapshot EMPTY = new Snapshot(List.of(), List.of(), List.of(), List.of(), List.of());

    /** Nothing learned, nobody overtaken, no rule chosen, nothing used. */
    public Snapshot(
            List<Job> jobs, List<Allocation> allocations, List<Node> nodes, List<Limit> limits, List<Head> heads) {
        this(jobs, allocations, nodes, limits, heads, List.of(), List.of(), List.of(), List.of());
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
    }

    public boolean isEmpty() {
        return equals(EMPTY);
    }
}

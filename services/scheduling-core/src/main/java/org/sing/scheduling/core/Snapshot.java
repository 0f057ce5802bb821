package org.sing.scheduling.core;

import java.util.List;

/**
 * Everything that the core knows, or what changed in it, as the records that the books keep. Folding the records of
 * every commit, the later over the earlier, gives the state again.
 */
public record Snapshot(
        List<Job> jobs, List<Allocation> allocations, List<Node> nodes, List<Limit> limits, List<Head> heads) {
    public static final Snapshot EMPTY = new Snapshot(List.of(), List.of(), List.of(), List.of(), List.of());

    public Snapshot {
        jobs = List.copyOf(jobs);
        allocations = List.copyOf(allocations);
        nodes = List.copyOf(nodes);
        limits = List.copyOf(limits);
        heads = List.copyOf(heads);
    }

    public boolean isEmpty() {
        return equals(EMPTY);
    }
}

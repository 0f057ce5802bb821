package org.sing.scheduling.core;

import java.util.Set;

/**
 * Nodes that are kept for small jobs, so that whoever only tries something out does not wait behind long gangs.
 *
 * @param nodes their names
 * @param mostGpus what a job on one node may ask for to be small
 */
public record SmallJobs(Set<String> nodes, int mostGpus) {
    public static final SmallJobs NONE = new SmallJobs(Set.of(), 0);

    public SmallJobs {
        nodes = Set.copyOf(nodes);
    }

    /** Whether the node is for such a job: kept for it, or for all. */
    boolean admit(Request request, String node) {
        return !nodes.contains(node) || request.nodes() == 1 && request.gpusPerNode() <= mostGpus;
    }
}

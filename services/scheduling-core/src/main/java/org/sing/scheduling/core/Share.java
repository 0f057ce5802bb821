package org.sing.scheduling.core;

import java.util.List;

/** One node's part of a placement; ranks count from 0. */
public record Share(String node, long incarnation, int rank, List<String> gpus, int cpus, long memory) {
    public Share {
        gpus = List.copyOf(gpus);
    }

    Share under(long incarnation) {
        return new Share(node, incarnation, rank, gpus, cpus, memory);
    }
}

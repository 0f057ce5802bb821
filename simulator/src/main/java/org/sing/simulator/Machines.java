package org.sing.simulator;

import java.util.List;
import java.util.stream.IntStream;
import org.sing.scheduling.core.Event;
import org.sing.scheduling.core.Node;
import org.sing.scheduling.core.Request;

/** A cluster of equal nodes. */
public record Machines(int nodes, int gpusPerNode) {
    public Machines {
        if (nodes < 1 || gpusPerNode < 1)
            throw new IllegalArgumentException(
                    "a cluster has at least one node with one GPU, not %d nodes with %d".formatted(nodes, gpusPerNode));
    }

    int gpus() {
        return nodes * gpusPerNode;
    }

    /** Up to one node's GPUs on one node, more on whole nodes. */
    Request request(Traced job) {
        if (job.nodes() > 0) return request(job.nodes(), (job.gpus() + job.nodes() - 1) / job.nodes());
        if (job.gpus() <= gpusPerNode) return request(1, job.gpus());
        return request((job.gpus() + gpusPerNode - 1) / gpusPerNode, gpusPerNode);
    }

    boolean hold(Traced job) {
        var request = request(job);
        return request.nodes() <= nodes && request.gpusPerNode() <= gpusPerNode;
    }

    static String name(int node) {
        return "node-%05d".formatted(node);
    }

    static int number(String name) {
        return Integer.parseInt(name, "node-".length(), name.length(), 10);
    }

    Event.NodeRegistered registered(int node, long incarnation) {
        var gpus = IntStream.range(0, gpusPerNode)
                .mapToObj(gpu -> new Node.Gpu("gpu" + gpu, "GPU"))
                .toList();
        return new Event.NodeRegistered(
                name(node), "default", incarnation, gpus, gpusPerNode * 8, (long) gpusPerNode << 30, List.of());
    }

    private static Request request(int nodes, int gpus) {
        return new Request(nodes, gpus, "", 0, 0, List.of());
    }
}

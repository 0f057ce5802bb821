package org.sing.simulator;

import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.sing.scheduling.core.Event;
import org.sing.scheduling.core.Node;
import org.sing.scheduling.core.Request;
import org.sing.traces.BadTrace;
import org.sing.traces.Trace;
import org.sing.traces.Traced;

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

    /** Without the jobs that these machines could never hold: they would only wait for ever. */
    Trace fitting(Trace trace) {
        var counted = new TreeMap<>(trace.skipped());
        for (var job : trace.jobs())
            if (!hold(job))
                counted.merge(
                        "asked for more than all nodes together",
                        new Trace.Skipped(1, "job %s, %d GPUs".formatted(job.id(), job.gpus())),
                        (known, one) -> known.more());
        var fitting = trace.jobs().stream().filter(this::hold).toList();
        if (fitting.isEmpty())
            throw new BadTrace(
                    "no job of %s fits on %d nodes with %d GPUs".formatted(trace.name(), nodes, gpusPerNode));
        return trace.with(fitting, counted);
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

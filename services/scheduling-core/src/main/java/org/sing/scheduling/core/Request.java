package org.sing.scheduling.core;

import java.util.ArrayList;
import java.util.List;

/**
 * What a job asks for: a gang on so many nodes, all or none.
 *
 * @param gpusPerNode 0 for a job that needs processors only
 * @param model of the GPUs; empty means any, but one and the same on all nodes
 * @param cpusPerNode 0 means the share of the node's processors that the GPUs are of its GPUs
 * @param memoryPerNode in bytes; 0 means the same share of its memory
 * @param excluded names of nodes that it must not run on while enough others could ever hold it, sorted
 * @param mostNodes it takes more than {@code nodes} up to so many if they are free when its turn comes
 * @param where it wants to run
 * @param within so many seconds it is over once it runs, as {@link Runtimes} rounds them; 0 for nobody knows
 * @param priority its class: the larger goes first under a rule that has classes; 0 is the usual one
 */
public record Request(
        int nodes,
        int gpusPerNode,
        String model,
        int cpusPerNode,
        long memoryPerNode,
        List<String> excluded,
        int mostNodes,
        Where where,
        long within,
        int priority) {
    private static final long GIBIBYTE = 1L << 30;

    /** Rows of older releases say nothing about the last four. */
    public Request {
        mostNodes = Math.max(nodes, mostNodes);
        where = where == null ? Where.ANY : where;
        within = Runtimes.rounded(within);
        excluded = excluded.stream().sorted().distinct().toList();
        if (nodes < 1) throw new IllegalArgumentException("nodes must be at least 1: " + nodes);
        if (gpusPerNode < 0) throw new IllegalArgumentException("gpusPerNode must not be negative: " + gpusPerNode);
    }

    /** On so many nodes, wherever they are. */
    public Request(
            int nodes, int gpusPerNode, String model, int cpusPerNode, long memoryPerNode, List<String> excluded) {
        this(nodes, gpusPerNode, model, cpusPerNode, memoryPerNode, excluded, nodes, Where.ANY, 0, 0);
    }

    /** GPUs of the whole gang, of a range the least. */
    public int gpus() {
        return nodes * gpusPerNode;
    }

    /** For people. */
    String inWords() {
        var each = new ArrayList<String>();
        if (gpusPerNode > 0)
            each.add(gpusPerNode + (model.isEmpty() ? "" : " " + model) + (gpusPerNode == 1 ? " GPU" : " GPUs"));
        if (cpusPerNode > 0) each.add(cpusPerNode + (cpusPerNode == 1 ? " processor" : " processors"));
        if (memoryPerNode > 0) each.add(Math.ceilDiv(memoryPerNode, GIBIBYTE) + " GiB of memory");
        var many = nodes == 1 ? "a node" : nodes + " nodes of one type";
        if (each.isEmpty()) return many + where.inWords();
        return many + " with " + String.join(" and ", each) + (nodes == 1 ? "" : " each") + where.inWords();
    }

    /**
     * What it costs to let this job overtake, and what may overtake it: its GPUs. A job without GPUs counts as one, for
     * else any number of them could pass a head that waits for processors.
     */
    public int weight() {
        return Math.max(1, gpus());
    }

    public Request excluding(List<String> nodes) {
        return new Request(
                this.nodes, gpusPerNode, model, cpusPerNode, memoryPerNode, nodes, mostNodes, where, within, priority);
    }

    /** The same gang on so many nodes. */
    public Request on(int nodes) {
        return new Request(
                nodes, gpusPerNode, model, cpusPerNode, memoryPerNode, excluded, nodes, where, within, priority);
    }

    /** Whether it may run there now. */
    boolean allows(Node node) {
        return !excluded.contains(node.name()) && suits(node);
    }

    /** Whether it wants to run there at all. */
    boolean suits(Node node) {
        return where.allows(node.name()) && (!where.alone() || asksForAllOf(node));
    }

    private boolean asksForAllOf(Node node) {
        return gpusPerNode == node.gpus().size() && cpusPerNode <= node.cpus() && memoryPerNode <= node.memory();
    }

    /** Processors of one node that a rank of this job takes. */
    int cpusOn(Node node) {
        if (where.alone()) return node.cpus();
        if (cpusPerNode > 0) return cpusPerNode;
        return gpusPerNode == 0 ? 1 : (int) share(node.cpus(), node);
    }

    /** Bytes of memory of one node that a rank of this job takes. */
    long memoryOn(Node node) {
        if (where.alone()) return node.memory();
        if (memoryPerNode > 0) return memoryPerNode;
        if (gpusPerNode > 0) return share(node.memory(), node);
        return node.cpus() == 0 ? 0 : node.memory() / node.cpus() * cpusOn(node);
    }

    private long share(long whole, Node node) {
        return node.gpus().isEmpty()
                ? whole
                : whole / node.gpus().size() * gpusPerNode
                        + whole % node.gpus().size() * gpusPerNode / node.gpus().size();
    }
}

package org.sing.scheduling.core;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What is free on one node. */
final class Room {
    private Node node;
    private final Set<String> held = new HashSet<>();
    private List<String> free = List.of();
    private int cpusHeld;
    private long memoryHeld;

    Room(Node node) {
        inventory(node);
    }

    Node node() {
        return node;
    }

    String name() {
        return node.name();
    }

    int freeGpus() {
        return free.size();
    }

    int freeCpus() {
        return node.cpus() - cpusHeld;
    }

    long freeMemory() {
        return node.memory() - memoryHeld;
    }

    boolean fits(Request request) {
        return request.gpusPerNode() <= free.size()
                && cpusHeld + request.cpusOn(node) <= node.cpus()
                && memoryHeld + request.memoryOn(node) <= node.memory()
                && request.allows(node);
    }

    /** What a rank of this job would get here: the first free GPUs, in the order in which the node counts them. */
    Share share(Request request, int rank) {
        return new Share(
                node.name(),
                node.incarnation(),
                rank,
                free.subList(0, request.gpusPerNode()),
                request.cpusOn(node),
                request.memoryOn(node));
    }

    void inventory(Node changed) {
        node = changed;
        count();
    }

    void take(Share share) {
        held.addAll(share.gpus());
        cpusHeld += share.cpus();
        memoryHeld += share.memory();
        count();
    }

    void give(Share share) {
        held.removeAll(Set.copyOf(share.gpus()));
        cpusHeld -= share.cpus();
        memoryHeld -= share.memory();
        count();
    }

    private void count() {
        free = node.gpus().stream()
                .map(Node.Gpu::id)
                .filter(gpu -> !held.contains(gpu))
                .toList();
    }
}

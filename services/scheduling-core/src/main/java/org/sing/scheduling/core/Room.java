package org.sing.scheduling.core;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What is free on one node. */
final class Room {
    private final SmallJobs smallJobs;
    private Node node;
    private final Set<String> held = new HashSet<>();
    private List<String> free = List.of();
    private String type = "";
    private Optional<Windows.Ahead> ahead = Optional.empty();
    private int cpusHeld;
    private long memoryHeld;

    Room(Node node, SmallJobs smallJobs) {
        this.smallJobs = smallJobs;
        inventory(node);
    }

    Node node() {
        return node;
    }

    String name() {
        return node.name();
    }

    /** That of its node, which is costly to say. */
    String type() {
        return type;
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
                && request.allows(node)
                && admits(request);
    }

    /** Whether it is one of those that the node is kept for. */
    boolean takes(Request request) {
        return smallJobs.admit(request, node.name());
    }

    /** Whether it may start here as far as small jobs and reservations go: in its own one, or over before the next one begins. */
    boolean admits(Request request) {
        if (!takes(request)) return false;
        var wish = request.where().reservation();
        if (!wish.isEmpty())
            return ahead.filter(next -> next.seconds() == 0
                            && next.window().phase() == Window.Phase.ACTIVE
                            && next.window().name().equals(wish))
                    .isPresent();
        return ahead.isEmpty()
                || request.within() > 0 && request.within() <= ahead.get().seconds();
    }

    Optional<Windows.Ahead> ahead() {
        return ahead;
    }

    void ahead(Optional<Windows.Ahead> next) {
        ahead = next;
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
        type = changed.type();
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
        var left = new ArrayList<String>();
        for (var gpu : node.gpus()) if (!held.contains(gpu.id())) left.add(gpu.id());
        free = List.copyOf(left);
    }
}

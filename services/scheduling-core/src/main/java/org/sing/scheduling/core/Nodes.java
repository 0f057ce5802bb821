package org.sing.scheduling.core;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/** What node-monitor says about nodes. */
final class Nodes {
    private final Books books;
    private final Cluster cluster;
    private final Attempts attempts;

    Nodes(Books books, Cluster cluster, Attempts attempts) {
        this.books = books;
        this.cluster = cluster;
        this.attempts = attempts;
    }

    /** The node takes jobs again. What it does not go on with, under an older lease, is dead. */
    void registered(Event.NodeRegistered event) {
        var known = node(event.node(), event.group());
        if (event.incarnation() <= known.incarnation()) return;
        change(known.registered(event.incarnation(), event.gpus(), event.cpus(), event.memory()));
        for (var allocation : cluster.on(event.node()))
            for (var rank : allocation.ranks()) if (lives(rank, event.node())) takeOver(allocation, rank, event);
    }

    void lost(Event.NodeLost event) {
        books.nodes
                .get(event.node())
                .filter(node -> event.incarnation() == node.incarnation() && !node.lost())
                .ifPresent(node -> change(node.lostUntil(Optional.of(event.safeAt()))));
    }

    /** Nodes that have been silent for so long that their jobs must be dead. */
    void bury(Instant now) {
        for (var node : books.nodes.sorted()) {
            if (node.safeAt().filter(at -> !at.isAfter(now)).isEmpty()) continue;
            books.nodes.put(node.lostUntil(Optional.empty()));
            endAll(node.name(), "The lease of %s ran out.".formatted(node.name()));
        }
    }

    /** The mark, the order to the agent and the acknowledgement are one: no placement commits here any more. */
    void cordon(Event.CordonRequested event) {
        var known = node(event.node(), event.group());
        if (event.version() <= known.cordonVersion()) return;
        change(known.cordon(event.version(), true));
        command(event.node(), event.version(), true);
        var inFlight = cluster.on(event.node()).stream()
                .map(held -> new Decision.InFlight(held.job(), held.attempt(), held.id()))
                .toList();
        books.tell(
                books.nodes.get(event.node()).orElseThrow(),
                sequence -> new Decision.CordonAcknowledged(event.node(), sequence, event.version(), true, inFlight));
    }

    void resumed(Event.NodeResumed event) {
        books.nodes
                .get(event.node())
                .filter(node -> node.cordoned() && event.version() >= node.cordonVersion())
                .ifPresent(node -> {
                    change(node.cordon(event.version(), false));
                    command(event.node(), event.version(), false);
                });
    }

    void draining(Event.NodeDraining event) {
        if (books.nodes
                .get(event.node())
                .filter(node -> node.cordoned() && node.cordonVersion() == event.version())
                .isEmpty()) return;
        switch (event.mode()) {
            case WAIT -> {}
            case REQUEUE -> stopAll(event.node(), Allocation.Cause.DRAINED);
            case KILL -> stopAll(event.node(), Allocation.Cause.CANCELLED);
        }
    }

    Optional<Instant> nextBurial() {
        return books.nodes.all().stream()
                .flatMap(node -> node.safeAt().stream())
                .min(Comparator.naturalOrder());
    }

    private void takeOver(Allocation allocation, Allocation.Rank rank, Event.NodeRegistered event) {
        var number = rank.share().rank();
        var adopted = event.adopted().stream()
                .anyMatch(live -> live.allocation().equals(allocation.id()) && live.rank() == number);
        if (adopted)
            books.allocations.put(
                    allocation.change(number, r -> r.under(event.incarnation()).in(Allocation.Phase.STARTED)));
        else
            attempts.declare(
                    allocation, number, Allocation.Cause.NODE_LOST, "%s came back without it.".formatted(event.node()));
    }

    private void endAll(String node, String detail) {
        for (var allocation : cluster.on(node))
            for (var rank : allocation.ranks())
                if (lives(rank, node))
                    attempts.declare(allocation, rank.share().rank(), Allocation.Cause.NODE_LOST, detail);
    }

    private void stopAll(String node, Allocation.Cause cause) {
        cluster.on(node).forEach(allocation -> attempts.stop(allocation, cause));
    }

    private static boolean lives(Allocation.Rank rank, String node) {
        return !rank.over() && rank.share().node().equals(node);
    }

    private void command(String node, long version, boolean cordoned) {
        books.command(node, sequence -> new Decision.Cordon(node, sequence, books.epoch(), version, cordoned));
    }

    private Node node(String name, String group) {
        return books.nodes.get(name).orElse(Node.unknown(name, group));
    }

    private void change(Node node) {
        cluster.node(books.nodes.put(node));
    }
}

package org.sing.scheduling.core;

import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/** What node-monitor says about nodes. */
final class Nodes {
    private final Books books;
    private final Cluster cluster;
    private final Attempts attempts;
    private final Settings settings;

    Nodes(Books books, Cluster cluster, Attempts attempts, Settings settings) {
        this.books = books;
        this.cluster = cluster;
        this.attempts = attempts;
        this.settings = settings;
    }

    /**
     * The node takes jobs again. What it does not go on with has ended; the agent is given time to report how, or its
     * report to arrive here.
     */
    void registered(Event.NodeRegistered event, Instant now) {
        var known = node(event.node(), event.group());
        if (event.incarnation() <= known.incarnation()) return;
        // What holds a share of it is in the queue of its old group; node-monitor moves only nodes that are drained.
        var group = cluster.on(event.node()).isEmpty() ? event.group() : known.group();
        if (!group.equals(known.group())) cluster.leave(known);
        var registered = known.registered(group, event.incarnation(), event.gpus(), event.cpus(), event.memory());
        for (var allocation : cluster.on(event.node())) adopt(allocation, event);
        change(owes(registered) ? registered.owesUntil(now.plus(settings.reportWithin())) : registered);
    }

    void lost(Event.NodeLost event) {
        books.nodes
                .get(event.node())
                .filter(node -> event.incarnation() == node.incarnation() && !node.lost())
                .ifPresent(node -> change(node.lostUntil(event.safeAt())));
    }

    /** Nodes whose silence up to {@code heard} says that attempts are dead. */
    void bury(Instant heard) {
        for (var known : books.nodes.sorted()) {
            if (known.safeAt().filter(at -> !at.isAfter(heard)).isEmpty()) continue;
            // The end of a gang on the node before may just have sent a command here.
            var node =
                    books.nodes.put(books.nodes.get(known.name()).orElseThrow().buried());
            endLeft(
                    node,
                    (node.lost() ? "The lease of %s ran out." : "%s came back without it.").formatted(node.name()));
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

    private void adopt(Allocation allocation, Event.NodeRegistered event) {
        for (var live : event.adopted())
            if (live.allocation().equals(allocation.id()))
                allocation
                        .rank(live.rank())
                        .filter(rank -> lives(rank, event.node()))
                        .ifPresent(rank -> books.allocations.put(allocation.change(
                                live.rank(), r -> r.under(event.incarnation()).in(Allocation.Phase.STARTED))));
    }

    private boolean owes(Node node) {
        return cluster.on(node.name()).stream()
                .flatMap(allocation -> allocation.ranks().stream())
                .anyMatch(rank -> lives(rank, node.name()) && node.left(rank.share()));
    }

    private void endLeft(Node node, String detail) {
        for (var allocation : cluster.on(node.name()))
            for (var rank : allocation.ranks())
                if (lives(rank, node.name()) && node.left(rank.share()))
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

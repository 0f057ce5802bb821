package org.sing.nodemonitor.domain;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.sing.schemas.NodeEvent;
import org.sing.schemas.NodeTelemetry;

/** The rules of a node's life. Pure: the same node, input and instant give the same change. */
public final class NodeLife {
    private static final Set<String> DRAIN_MODES = Set.of("wait", "requeue", "kill");
    private final Lease lease;

    public NodeLife(Lease lease) {
        this.lease = lease;
    }

    /** @param now by the clock of the database */
    public Change apply(Node node, Input input, Instant now) {
        return switch (input) {
            case Input.Command command -> command(node, command, now);
            case Input.Hello hello -> hello(node, hello.hello(), now);
            case Input.Renewed renewed -> renewed(node, renewed.renewal(), now);
            case Input.MarkerRead read -> markerRead(node, read, now);
            case Input.Checked checked -> checked(node, checked.markerId(), now);
            case Input.CordonAcknowledged acknowledged -> acknowledged(node, acknowledged);
            case Input.Released released -> released(node, released.allocations());
        };
    }

    private Change command(Node node, Input.Command command, Instant now) {
        if (command instanceof Input.Enroll enroll) return enroll(node, enroll, now);
        if (!command.requester().staff())
            return Change.refused(node, command, "operators-only", "Only operators and administrators may do this.");
        if (command instanceof Input.IssueJoinToken) return accepted(node, command);
        if (!node.registered())
            return Change.refused(node, command, "no-such-node", "No node is called " + node.name() + ".");
        return switch (command) {
            case Input.Cordon cordon -> cordon(node, cordon);
            case Input.Drain drain -> drain(node, drain);
            case Input.Resume resume -> resume(node, resume);
            case Input.Enroll enroll -> throw new IllegalStateException("answered above");
            case Input.IssueJoinToken issue -> throw new IllegalStateException("answered above");
        };
    }

    private static Change enroll(Node node, Input.Enroll command, Instant now) {
        if (command.token().isEmpty())
            return Change.refused(node, command, "unknown-token", "This join token was never given out.");
        var token = command.token().get();
        // The answer may have been lost: the agent asks again, and is what it became.
        if (token.usedBy().equals(Optional.of(node.name())) && node.publicKey().equals(command.publicKey()))
            return accepted(node, command);
        if (token.usedBy().isPresent())
            return Change.refused(
                    node,
                    command,
                    "token-used",
                    "This join token was used by " + token.usedBy().get() + ".");
        if (!token.expiresAt().isAfter(now))
            return Change.refused(
                    node, command, "token-expired", "This join token expired at " + token.expiresAt() + ".");
        if (node.alive() && !node.publicKey().equals(command.publicKey()))
            return Change.refused(
                    node, command, "name-taken", "A node called " + node.name() + " is part of the cluster already.");
        return accepted(node.withPublicKey(command.publicKey()), command)
                .and(new NodeEvent.Enrolled(node.name(), command.publicKey()), node.withPublicKey(command.publicKey()));
    }

    private static Change cordon(Node node, Input.Cordon command) {
        if (node.cordon().wanted()) return accepted(node, command);
        var cordon = node.cordon().request(command.reason(), Optional.empty());
        var after = node.withCordon(cordon, Set.of());
        return accepted(after, command)
                .and(new NodeEvent.CordonRequested(node.name(), cordon.version(), command.reason()), after);
    }

    private static Change drain(Node node, Input.Drain command) {
        if (!DRAIN_MODES.contains(command.mode()))
            return Change.refused(
                    node, command, "unknown-drain-mode", "A drain waits, requeues or kills, not " + command.mode());
        if (node.cordon().acknowledged()) {
            var cordon = node.cordon().draining(command.mode(), command.reason());
            return ifEmpty(draining(accepted(node, command), node.withCordon(cordon, node.inFlight())));
        }
        if (node.cordon().wanted()) {
            var cordon = node.cordon().draining(command.mode(), command.reason());
            return accepted(node.withCordon(cordon, node.inFlight()), command);
        }
        var cordon = node.cordon().request(command.reason(), Optional.of(command.mode()));
        var after = node.withCordon(cordon, Set.of());
        return accepted(after, command)
                .and(new NodeEvent.CordonRequested(node.name(), cordon.version(), command.reason()), after);
    }

    private static Change resume(Node node, Input.Resume command) {
        if (!node.cordon().wanted()) return accepted(node, command);
        var after = node.withCordon(node.cordon().lift(), Set.of());
        return accepted(after, command)
                .and(new NodeEvent.Resumed(node.name(), after.cordon().version(), command.reason()), after);
    }

    private static Change acknowledged(Node node, Input.CordonAcknowledged input) {
        var cordon = node.cordon();
        if (!input.cordoned() || cordon.acknowledged() || input.version() != cordon.version()) return Change.none(node);
        var inFlight = new TreeSet<>(input.inFlight());
        inFlight.removeAll(input.released());
        var after = node.withCordon(cordon.acknowledge(), inFlight);
        if (cordon.drain().isPresent()) return ifEmpty(draining(Change.of(node), after));
        return Change.of(
                after, new NodeEvent.Cordoned(node.name(), cordon.version(), cordon.reason(), inFlight.size()));
    }

    private static Change draining(Change before, Node after) {
        var cordon = after.cordon();
        return before.and(
                new NodeEvent.Draining(
                        after.name(),
                        cordon.version(),
                        cordon.drain().orElseThrow(),
                        cordon.reason(),
                        after.inFlight().size()),
                after);
    }

    private static Change released(Node node, Set<String> allocations) {
        var inFlight = new TreeSet<>(node.inFlight());
        if (!inFlight.removeAll(allocations)) return Change.none(node);
        var after = node.withCordon(node.cordon(), inFlight);
        return ifEmpty(Change.quiet(after));
    }

    private static Change ifEmpty(Change change) {
        var node = change.node();
        var cordon = node.cordon();
        if (cordon.drain().isEmpty()
                || !cordon.acknowledged()
                || cordon.drained()
                || !node.inFlight().isEmpty()) return change;
        var after = node.withCordon(cordon.empty(), Set.of());
        var drained = change.and(new NodeEvent.Drained(node.name(), cordon.version()), after);
        return new Change(after, drained.sayings(), drained.marker(), true);
    }

    /**
     * Asked twice in the same words, it was answered already: the answer is on the bus. A node changes its resource group
     * only when it is drained: what runs there belongs to a queue of the old one.
     */
    private Change hello(Node node, NodeTelemetry.Hello hello, Instant now) {
        if (node.registered() && node.session().equals(hello.session())) return Change.none(node);
        var rebooted = !node.bootId().isEmpty() && !node.bootId().equals(hello.bootId());
        var after = node.register(
                hello.session(),
                hello.bootId(),
                hello.gpus(),
                hello.cpus(),
                hello.memoryBytes(),
                node.free() ? hello.resourceGroup() : node.resourceGroup(),
                rebooted ? java.util.List.of() : hello.live(),
                now);
        return Change.of(
                after,
                new NodeEvent.Registered(
                        node.name(),
                        after.incarnation(),
                        hello.session(),
                        hello.bootId(),
                        rebooted,
                        hello.gpus(),
                        hello.cpus(),
                        hello.memoryBytes(),
                        lease.length().toSeconds(),
                        after.live(),
                        after.resourceGroup()));
    }

    private static Change renewed(Node node, NodeTelemetry.Renewal renewal, Instant now) {
        if (!node.alive() || renewal.incarnation() != node.incarnation()) return Change.none(node);
        var after = node.renew(renewal.live(), now);
        return node.connected() ? Change.quiet(after) : Change.of(after);
    }

    /** Silence: first people are told, then a marker is written; nothing is lost before that is read back. */
    private Change checked(Node node, String markerId, Instant now) {
        if (!node.alive()) return Change.none(node);
        var silentSince = node.lastRenewalAt().orElse(now);
        if (node.marker().isEmpty() && silentSince.plus(lease.untilOverdue()).isBefore(now))
            return new Change(
                    node.withConnected(false).withMarker(markerId),
                    java.util.List.of(),
                    Optional.of(markerId),
                    node.connected());
        if (node.connected() && silentSince.plus(lease.untilSuspect()).isBefore(now))
            return Change.of(node.withConnected(false));
        return Change.none(node);
    }

    /** A renewal takes the marker back, so one that is still awaited proves the silence up to it. */
    private Change markerRead(Node node, Input.MarkerRead read, Instant now) {
        if (!node.alive()
                || read.incarnation() != node.incarnation()
                || !node.marker().equals(Optional.of(read.marker()))) return Change.none(node);
        var last = node.lastRenewalAt().orElse(now);
        return Change.of(
                node.giveUp(),
                new NodeEvent.Lost(node.name(), node.incarnation(), last, last.plus(lease.untilSafe()), node.live()));
    }

    private static Change accepted(Node node, Input.Command command) {
        return Change.of(node, new Outcome.Accepted(command));
    }
}

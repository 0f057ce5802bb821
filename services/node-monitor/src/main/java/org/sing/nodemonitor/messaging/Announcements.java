package org.sing.nodemonitor.messaging;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.sing.nodemonitor.domain.Change;
import org.sing.nodemonitor.domain.Node;
import org.sing.nodemonitor.domain.Outcome;
import org.sing.schemas.CommandOutcome;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.NodeEvent;
import org.sing.schemas.NodeSnapshot;
import org.sing.schemas.NodeTelemetry;
import org.sing.schemas.Topics;

/** What node-monitor says, in the words of the bus. */
final class Announcements {
    private static final Envelopes NODE_MONITOR = Envelopes.of("/services/node-monitor");

    /** A change, the envelopes that announce it, and the node with their sequences counted. */
    record Announced(Node node, List<Envelope> envelopes) {}

    private Announcements() {}

    static Announced of(Change change, Node before, Cause cause, Instant now) {
        var name = change.node().name();
        var subject = "nodes/" + name;
        var sequence = before.sequence();
        var said = new ArrayList<Envelope>();
        for (var saying : change.sayings())
            said.add(NODE_MONITOR.fact(
                    Topics.NODE_EVENTS, name, subject, ++sequence, cause, now, message(saying, subject)));
        var after = change.node().withCountedSequence(sequence);
        change.marker()
                .ifPresent(id -> said.add(NODE_MONITOR.message(
                        id,
                        Topics.NODE_TELEMETRY,
                        name,
                        subject,
                        cause,
                        now,
                        new NodeTelemetry.Marker(name, after.incarnation(), id, now))));
        if (change.told() && after.registered()) said.add(snapshot(after, subject, cause, now));
        return new Announced(after, said);
    }

    private static Record message(Object saying, String subject) {
        return switch (saying) {
            case NodeEvent event -> (Record) event;
            case Outcome.Accepted accepted ->
                new CommandOutcome.Accepted(
                        accepted.command().id(), accepted.command().kind(), subject);
            case Outcome.Refused refused ->
                new CommandOutcome.Refused(
                        refused.command().id(),
                        refused.command().kind(),
                        subject,
                        refused.code(),
                        refused.detail(),
                        List.of());
            default -> throw new IllegalArgumentException("cannot be said: " + saying);
        };
    }

    /** Its id carries the instant too: whether a node is connected changes without an event. */
    private static Envelope snapshot(Node node, String subject, Cause cause, Instant now) {
        var data = new NodeSnapshot(
                node.name(),
                node.sequence(),
                node.incarnation(),
                node.phase(),
                node.connected(),
                node.cordon().version(),
                node.cordon().wanted(),
                node.cordon().reason(),
                node.gpus(),
                node.cpus(),
                node.memoryBytes(),
                node.lastRenewalAt().orElse(now),
                node.resourceGroup());
        var id = subject + ":state:" + node.sequence() + ":" + now;
        return NODE_MONITOR.message(id, Topics.NODE_STATE, node.name(), subject, cause, now, data);
    }
}

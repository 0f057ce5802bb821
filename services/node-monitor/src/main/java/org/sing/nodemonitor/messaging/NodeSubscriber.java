package org.sing.nodemonitor.messaging;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.bus.Subscriber;
import org.sing.nodemonitor.domain.Input;
import org.sing.nodemonitor.messaging.NodeKeeping.Happened;
import org.sing.nodemonitor.store.Nodes;
import org.sing.schemas.Catalogue;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.NodeCommand;
import org.sing.schemas.NodeTelemetry;
import org.sing.schemas.SchedulingEvent;
import org.sing.schemas.Topics;

/** Hears commands, telemetry and what scheduling says of cordons and releases. */
@ApplicationScoped
class NodeSubscriber implements Subscriber {
    private final Nodes nodes;
    private final NodeKeeping keeping;

    NodeSubscriber(Nodes nodes, NodeKeeping keeping) {
        this.nodes = nodes;
        this.keeping = keeping;
    }

    @Override
    public List<String> topics() {
        return List.of(Topics.NODE_COMMANDS, Topics.NODE_TELEMETRY, Topics.SCHEDULING_EVENTS);
    }

    @Override
    public Uni<Void> apply(Mutiny.Session session, List<Envelope> fresh) {
        var heard = fresh.stream()
                .flatMap(envelope -> Catalogue.open(envelope).map(data -> new Heard(envelope, data)).stream())
                .toList();
        var released = heard.stream()
                .map(Heard::data)
                .filter(SchedulingEvent.AllocationReleased.class::isInstance)
                .map(data -> ((SchedulingEvent.AllocationReleased) data).allocation())
                .collect(Collectors.toSet());
        return nodes.addReleased(session, released)
                .chain(() -> released.isEmpty() ? Uni.createFrom().item(List.<String>of()) : nodes.holding(session))
                .chain(holding -> knowledge(session, heard)
                        .chain(known -> keeping.apply(session, happened(heard, released, holding, known))))
                .chain(() -> tokens(session, heard));
    }

    private record Heard(Envelope envelope, Record data) {}

    /** What the inputs need from other tables: tokens by hash, and which allocations are over. */
    private record Knowledge(Map<String, Input.Token> tokens, Set<String> released) {}

    private Uni<Knowledge> knowledge(Mutiny.Session session, List<Heard> heard) {
        var named = new HashSet<String>();
        var hashes = new ArrayList<String>();
        for (var it : heard)
            switch (it.data()) {
                case SchedulingEvent.CordonAcknowledged acknowledged ->
                    acknowledged.inFlight().forEach(flight -> named.add(flight.allocation()));
                case NodeCommand.Enroll enroll -> hashes.add(enroll.tokenHash());
                default -> {}
            }
        var tokens = new HashMap<String, Input.Token>();
        var reading = Uni.createFrom().voidItem();
        for (var hash : hashes)
            reading = reading.chain(() -> nodes.token(session, hash))
                    .invoke(token -> token.ifPresent(known -> tokens.put(hash, known)))
                    .replaceWithVoid();
        return reading.chain(() -> nodes.released(session, named)).map(over -> new Knowledge(tokens, over));
    }

    private static List<Happened> happened(
            List<Heard> heard, Set<String> released, List<String> holding, Knowledge known) {
        var all = new ArrayList<Happened>();
        var free = new HashMap<>(known.tokens());
        for (var it : heard) {
            var cause = Cause.of(it.envelope());
            input(it, free, known.released()).ifPresent(input -> all.add(new Happened(nodeOf(it), input, cause)));
            if (it.data() instanceof SchedulingEvent.AllocationReleased release)
                for (var node : holding)
                    all.add(new Happened(node, new Input.Released(Set.of(release.allocation())), cause));
        }
        return all;
    }

    private static String nodeOf(Heard heard) {
        return switch (heard.data()) {
            case NodeCommand command -> command.node();
            case NodeTelemetry telemetry -> telemetry.node();
            case SchedulingEvent.CordonAcknowledged acknowledged -> acknowledged.node();
            default -> heard.envelope().key();
        };
    }

    private static Optional<Input> input(Heard heard, Map<String, Input.Token> tokens, Set<String> released) {
        var id = heard.envelope().id();
        return Optional.ofNullable(
                switch (heard.data()) {
                    case NodeCommand.IssueJoinToken c -> new Input.IssueJoinToken(id, c.requester());
                    case NodeCommand.Enroll c -> {
                        var token = Optional.ofNullable(tokens.get(c.tokenHash()));
                        // Used up within the batch as well: a second agent with the same token is refused.
                        token.ifPresent(
                                t -> tokens.put(c.tokenHash(), new Input.Token(t.expiresAt(), Optional.of(c.node()))));
                        yield new Input.Enroll(id, c.requester(), token, c.publicKey());
                    }
                    case NodeCommand.Cordon c -> new Input.Cordon(id, c.requester(), c.reason());
                    case NodeCommand.Drain c -> new Input.Drain(id, c.requester(), c.reason(), c.mode());
                    case NodeCommand.Resume c -> new Input.Resume(id, c.requester(), c.reason());
                    case NodeTelemetry.Hello hello -> new Input.Hello(hello);
                    case NodeTelemetry.Renewal renewal -> new Input.Renewed(renewal);
                    case NodeTelemetry.Marker marker -> new Input.MarkerRead(marker.incarnation(), marker.marker());
                    case SchedulingEvent.CordonAcknowledged a ->
                        new Input.CordonAcknowledged(
                                a.version(),
                                a.cordoned(),
                                a.inFlight().stream()
                                        .map(SchedulingEvent.InFlight::allocation)
                                        .collect(Collectors.toSet()),
                                released);
                    default -> null;
                });
    }

    /** Tokens that were given out, and those that an accepted enrolment used. */
    private Uni<Void> tokens(Mutiny.Session session, List<Heard> heard) {
        var writing = Uni.createFrom().voidItem();
        for (var it : heard)
            if (it.data() instanceof NodeCommand.IssueJoinToken issue
                    && issue.requester().staff())
                writing = writing.chain(() -> nodes.addToken(session, issue.tokenHash(), issue.expiresAt()));
            else if (it.data() instanceof NodeCommand.Enroll enroll)
                writing = writing.chain(() -> nodes.load(session, List.of(enroll.node())))
                        .chain(found ->
                                found.stream().anyMatch(n -> n.publicKey().equals(enroll.publicKey()))
                                        ? nodes.useToken(session, enroll.tokenHash(), enroll.node())
                                        : Uni.createFrom().voidItem());
        return writing;
    }
}

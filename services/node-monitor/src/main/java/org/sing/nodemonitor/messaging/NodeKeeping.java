package org.sing.nodemonitor.messaging;

import io.quarkus.scheduler.Scheduled;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.bus.Outbox;
import org.sing.bus.TimedWork;
import org.sing.bus.Transactions;
import org.sing.nodemonitor.domain.Input;
import org.sing.nodemonitor.domain.Lease;
import org.sing.nodemonitor.domain.Node;
import org.sing.nodemonitor.domain.NodeLife;
import org.sing.nodemonitor.store.Nodes;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes.Cause;

/** Takes the nodes out, applies what happened, puts them back and announces it, in one transaction. */
@ApplicationScoped
class NodeKeeping {
    private static final Cause TIME = Cause.by("/services/node-monitor");

    private final Nodes nodes;
    private final Outbox outbox;
    private final TimedWork timed;
    private final Transactions transactions;
    private final Lease lease;
    private final NodeLife life;
    private final Supplier<UUID> ids;

    NodeKeeping(
            Nodes nodes, Outbox outbox, TimedWork timed, Transactions transactions, Lease lease, Supplier<UUID> ids) {
        this.nodes = nodes;
        this.outbox = outbox;
        this.timed = timed;
        this.transactions = transactions;
        this.lease = lease;
        this.life = new NodeLife(lease);
        this.ids = ids;
    }

    /** Something that happened to one node, and what caused it. */
    record Happened(String node, Input input, Cause cause) {}

    Uni<Void> apply(Mutiny.Session session, List<Happened> all) {
        if (all.isEmpty()) return Uni.createFrom().voidItem();
        var names = new TreeSet<String>();
        all.forEach(happened -> names.add(happened.node()));
        return nodes.load(session, names)
                .chain(loaded -> nodes.now(session).chain(now -> put(session, desk(loaded, all, now))));
    }

    private record Desk(Collection<Node> changed, List<Envelope> said) {}

    private Desk desk(List<Node> loaded, List<Happened> all, Instant now) {
        var current = new LinkedHashMap<String, Node>();
        loaded.forEach(node -> current.put(node.name(), node));
        var changed = new LinkedHashMap<String, Node>();
        var said = new ArrayList<Envelope>();
        for (var happened : all) {
            var before = current.getOrDefault(happened.node(), Node.unknown(happened.node()));
            var announced = Announcements.of(life.apply(before, happened.input(), now), before, happened.cause(), now);
            if (announced.node().equals(before)) continue;
            current.put(before.name(), announced.node());
            changed.put(before.name(), announced.node());
            said.addAll(announced.envelopes());
        }
        return new Desk(changed.values(), said);
    }

    private Uni<Void> put(Mutiny.Session session, Desk desk) {
        return nodes.save(session, desk.changed())
                .chain(() -> desk.said().isEmpty() ? Uni.createFrom().voidItem() : outbox.append(session, desk.said()));
    }

    @Scheduled(every = "{sing.lease.check-every}", concurrentExecution = Scheduled.ConcurrentExecution.SKIP)
    Uni<Void> check() {
        return timed.run(() -> transactions.run(session -> nodes.silent(session, lease.untilSuspect())
                .map(silent -> silent.stream()
                        .map(node -> new Happened(node, new Input.Checked("marker-" + ids.get()), TIME))
                        .toList())
                .chain(happened -> apply(session, happened))));
    }

    @Scheduled(every = "1h", delayed = "1h")
    Uni<Void> forget() {
        return timed.run(() -> transactions.run(nodes::forgetReleased));
    }
}

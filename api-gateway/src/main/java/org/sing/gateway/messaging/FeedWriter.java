package org.sing.gateway.messaging;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.List;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.bus.Outbox;
import org.sing.bus.Subscriber;
import org.sing.gateway.app.Feed;
import org.sing.gateway.store.ClusterModel;
import org.sing.gateway.store.FeedLine;
import org.sing.gateway.store.ReadModel;
import org.sing.gateway.store.SimulationModel;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes;
import org.sing.schemas.FeedEntry;
import org.sing.schemas.Topics;

/**
 * The one fenced writer: applies what the services said to the read models, and gives each event its place in the
 * feed, in the same transaction.
 */
@ApplicationScoped
class FeedWriter implements Subscriber {
    private static final Envelopes ENVELOPES = Envelopes.of("/services/gateway");

    private final ReadModel model;
    private final ClusterModel cluster;
    private final SimulationModel simulations;
    private final Outbox outbox;
    private final Feed feed;
    private final Clock clock;
    private List<FeedLine> applied = List.of();

    FeedWriter(
            ReadModel model, ClusterModel cluster, SimulationModel simulations, Outbox outbox, Feed feed, Clock clock) {
        this.model = model;
        this.cluster = cluster;
        this.simulations = simulations;
        this.outbox = outbox;
        this.feed = feed;
        this.clock = clock;
    }

    /** A job's state topic would tell nothing that its events do not tell; those are kept without limit. */
    @Override
    public List<String> topics() {
        return List.of(
                Topics.JOB_EVENTS,
                Topics.SCHEDULING_EVENTS,
                Topics.EXECUTION_EVENTS,
                Topics.NODE_EVENTS,
                Topics.ACCOUNTING_EVENTS,
                Topics.INCIDENT_EVENTS,
                Topics.SIMULATION_EVENTS,
                Topics.NODE_STATE,
                Topics.ACCOUNTING_STATE,
                Topics.INCIDENT_STATE);
    }

    @Override
    public Uni<Void> apply(Mutiny.Session session, List<Envelope> fresh) {
        var batch = Batch.of(fresh);
        return model.jobs(session, batch.jobIds())
                .chain(before -> model.letGo(session, batch.fold(before)))
                .invoke(batch::letGo)
                .chain(() -> place(session, batch))
                .chain(() -> write(session, batch))
                .invoke(() -> applied = batch.lines);
    }

    /** Only now can anybody read what this batch wrote: those who wait in this process need not wait for the relay. */
    @Override
    public void committed() {
        feed.offer(applied.stream().map(FeedLine::entry).toList());
        applied = List.of();
    }

    @Override
    public void rolledBack() {
        applied = List.of();
    }

    private Uni<Void> place(Mutiny.Session session, Batch batch) {
        if (batch.lines.isEmpty()) return Uni.createFrom().voidItem();
        return model.reserve(session, batch.lines.size()).invoke(batch::place).replaceWithVoid();
    }

    private Uni<Void> write(Mutiny.Session session, Batch batch) {
        return model.write(session, batch.changedJobs(), batch.positions())
                .chain(() -> model.specs(session, batch.specs))
                .chain(() -> model.hold(session, batch.held))
                .chain(() -> cluster.release(session, batch.releases))
                .chain(() -> cluster.hold(session, batch.holds))
                .chain(() -> cluster.ledger(session, batch.ledger))
                .chain(() -> cluster.nodes(session, batch.nodes))
                .chain(() -> cluster.incidents(session, batch.incidents))
                .chain(() -> cluster.limits(session, batch.limits))
                .chain(() -> cluster.rules(session, batch.rules))
                .chain(() -> cluster.reservations(session, batch.reservations))
                .chain(() -> cluster.starts(session, batch.starts))
                .chain(() -> simulations.write(session, batch.simulations))
                .chain(() -> model.feed(session, batch.lines))
                .chain(() -> batch.lines.isEmpty()
                        ? Uni.createFrom().voidItem()
                        : outbox.append(
                                session, batch.lines.stream().map(this::publish).toList()));
    }

    private Envelope publish(FeedLine line) {
        FeedEntry entry = line.entry();
        return ENVELOPES.fact(
                Topics.FEED, "", "feed", line.position(), Envelopes.Cause.of(line.event()), clock.instant(), entry);
    }
}

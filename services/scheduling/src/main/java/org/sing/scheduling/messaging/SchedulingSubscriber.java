package org.sing.scheduling.messaging;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.bus.Subscriber;
import org.sing.scheduling.app.Desk;
import org.sing.schemas.Envelope;
import org.sing.schemas.Topics;

/** Brings what is heard on the bus to the desk. */
@ApplicationScoped
class SchedulingSubscriber implements Subscriber {
    private final Desk desk;
    private volatile boolean atDesk;

    SchedulingSubscriber(Desk desk) {
        this.desk = desk;
    }

    @Override
    public List<String> topics() {
        return List.of(
                Topics.JOB_EVENTS,
                Topics.EXECUTION_EVENTS,
                Topics.NODE_EVENTS,
                Topics.NODE_TELEMETRY,
                Topics.ACCOUNTING_STATE,
                Topics.SCHEDULING_COMMANDS);
    }

    @Override
    public Uni<Void> begin(Mutiny.Session session) {
        return desk.takeLead(session);
    }

    @Override
    public Uni<Void> apply(Mutiny.Session session, List<Envelope> fresh) {
        var news = fresh.stream().map(Hearing::news).flatMap(Optional::stream).toList();
        if (news.isEmpty()) return Uni.createFrom().voidItem();
        return desk.turn().invoke(() -> atDesk = true).chain(() -> desk.decide(session, news));
    }

    @Override
    public void committed() {
        if (leaves()) desk.keep();
    }

    /** Also called when nothing of the batch had come to the desk yet. */
    @Override
    public void rolledBack() {
        if (leaves()) desk.forget();
    }

    private boolean leaves() {
        var was = atDesk;
        atDesk = false;
        return was;
    }
}

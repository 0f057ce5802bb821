package org.sing.scheduling.messaging;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.bus.Subscriber;
import org.sing.scheduling.app.Desk;
import org.sing.scheduling.whatif.Answering;
import org.sing.scheduling.whatif.TakeQuestions;
import org.sing.schemas.Envelope;
import org.sing.schemas.Topics;

/** Brings what is heard on the bus to the desk. */
@ApplicationScoped
class SchedulingSubscriber implements Subscriber {
    private final Desk desk;
    private final TakeQuestions questions;
    private final Answering answering;
    private volatile boolean atDesk;
    private volatile boolean asked;

    SchedulingSubscriber(Desk desk, TakeQuestions questions, Answering answering) {
        this.desk = desk;
        this.questions = questions;
        this.answering = answering;
    }

    @Override
    public List<String> topics() {
        return List.of(
                Topics.JOB_EVENTS,
                Topics.EXECUTION_EVENTS,
                Topics.NODE_EVENTS,
                Topics.NODE_TELEMETRY,
                Topics.ACCOUNTING_STATE,
                Topics.SCHEDULING_COMMANDS,
                Topics.SIMULATION_COMMANDS);
    }

    @Override
    public Uni<Void> begin(Mutiny.Session session) {
        answering.look();
        return desk.takeLead(session);
    }

    @Override
    public Uni<Void> apply(Mutiny.Session session, List<Envelope> fresh) {
        var what = fresh.stream()
                .collect(Collectors.partitioningBy(message -> message.topic().equals(Topics.SIMULATION_COMMANDS)));
        return decide(session, what.get(false)).chain(() -> take(session, what.get(true)));
    }

    private Uni<Void> decide(Mutiny.Session session, List<Envelope> fresh) {
        var news = fresh.stream().map(Hearing::news).flatMap(Optional::stream).toList();
        if (news.isEmpty()) return Uni.createFrom().voidItem();
        return desk.turn().invoke(() -> atDesk = true).chain(() -> desk.decide(session, news));
    }

    private Uni<Void> take(Mutiny.Session session, List<Envelope> commands) {
        if (commands.isEmpty()) return Uni.createFrom().voidItem();
        asked = true;
        return questions.hear(session, commands);
    }

    @Override
    public void committed() {
        if (leaves()) desk.keep();
        if (asked) answering.look();
        asked = false;
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

package org.sing.bus.campus;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.bus.Outbox;
import org.sing.bus.Subscriber;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.Json;
import org.sing.schemas.Topics;

/** The smallest service: counts what it hears, answers what asks for an answer, chokes on what it is told to. */
@Singleton
public class CountingService implements Subscriber {
    public final AtomicInteger begun = new AtomicInteger();
    public final AtomicInteger committed = new AtomicInteger();
    public final AtomicInteger rolledBack = new AtomicInteger();
    public volatile boolean tolerant;

    private final Outbox outbox;

    CountingService(Outbox outbox) {
        this.outbox = outbox;
    }

    @Override
    public List<String> topics() {
        return List.of(Topics.JOB_COMMANDS, Topics.SCHEDULING_EVENTS, Topics.NODE_EVENTS, Topics.EXECUTION_EVENTS);
    }

    @Override
    public Uni<Void> begin(Mutiny.Session session) {
        begun.incrementAndGet();
        return Uni.createFrom().voidItem();
    }

    @Override
    public Uni<Void> apply(Mutiny.Session session, List<Envelope> fresh) {
        if (fresh.getFirst().data().path("quick").asBoolean()) return applyAtOnce(session, fresh);
        var chain = Uni.createFrom().voidItem();
        for (var heard : fresh) chain = chain.chain(() -> apply(session, heard));
        return chain;
    }

    /** How a service with much to hear does it: one statement for all. */
    private Uni<Void> applyAtOnce(Mutiny.Session session, List<Envelope> fresh) {
        var answers = fresh.stream()
                .filter(heard -> heard.data().path("answer").asBoolean())
                .flatMap(heard -> answers(heard, heard.sequence()).stream())
                .toList();
        return session.createNativeQuery("""
                        insert into journal (id, topic, subject, sequence)
                        select id, bustopic, subject, coalesce(sequence, 0)
                        from json_to_recordset(cast(cast(:heard as text) as json))
                            as h(id text, bustopic text, subject text, sequence bigint)
                        """)
                .setParameter("heard", Json.string(fresh))
                .executeUpdate()
                .chain(() -> outbox.append(session, answers));
    }

    private Uni<Void> apply(Mutiny.Session session, Envelope heard) {
        if (heard.data().path("poison").asBoolean() && !tolerant)
            throw new IllegalStateException("cannot take " + heard.id());
        return session.persist(new Journal(heard))
                .chain(() -> session.find(Tally.class, heard.subject()))
                .chain(found -> {
                    if (found != null) return Uni.createFrom().item(found);
                    var made = new Tally(heard.subject());
                    return session.persist(made).replaceWith(made);
                })
                .chain(tally -> {
                    tally.total += heard.data().path("amount").asLong(1);
                    tally.version++;
                    if (!heard.data().path("answer").asBoolean())
                        return Uni.createFrom().voidItem();
                    return outbox.append(session, answers(heard, tally.version));
                });
    }

    private static List<Envelope> answers(Envelope heard, long version) {
        var answers = new ArrayList<Envelope>();
        answers.add(Messages.fact(
                "/services/submission", Topics.JOB_EVENTS, heard.key(), heard.subject(), version, Cause.of(heard)));
        answers.add(Messages.snapshot(
                "/services/submission", Topics.JOB_STATE, heard.key(), heard.subject(), version, Cause.of(heard)));
        return answers;
    }

    @Override
    public void committed() {
        committed.incrementAndGet();
    }

    @Override
    public void rolledBack() {
        rolledBack.incrementAndGet();
    }
}

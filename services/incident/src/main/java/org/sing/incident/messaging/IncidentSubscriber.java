package org.sing.incident.messaging;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.bus.Subscriber;
import org.sing.schemas.Envelope;
import org.sing.schemas.Topics;

/** What incident hears: how attempts end, and what becomes of nodes. */
@ApplicationScoped
class IncidentSubscriber implements Subscriber {
    private final CaseWork work;

    IncidentSubscriber(CaseWork work) {
        this.work = work;
    }

    @Override
    public List<String> topics() {
        return List.of(Topics.JOB_EVENTS, Topics.EXECUTION_EVENTS, Topics.SCHEDULING_EVENTS, Topics.NODE_EVENTS);
    }

    @Override
    public Uni<Void> apply(Mutiny.Session session, List<Envelope> fresh) {
        return work.hear(session, fresh.stream().flatMap(News::of).toList());
    }
}

package org.sing.submission.messaging;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.bus.Subscriber;
import org.sing.schemas.Envelope;
import org.sing.schemas.Topics;
import org.sing.submission.app.FoldJobs;
import org.sing.submission.app.JobMetrics;
import org.sing.submission.domain.Job.Change;

/** What submission hears: wishes about jobs, and what others found out about their attempts. */
@ApplicationScoped
class SubmissionSubscriber implements Subscriber {
    private final FoldJobs jobs;
    private final JobMetrics metrics;
    private volatile List<Change> last = List.of();

    SubmissionSubscriber(FoldJobs jobs, JobMetrics metrics) {
        this.jobs = jobs;
        this.metrics = metrics;
    }

    @Override
    public List<String> topics() {
        return List.of(Topics.JOB_COMMANDS, Topics.SCHEDULING_EVENTS, Topics.EXECUTION_EVENTS, Topics.INCIDENT_EVENTS);
    }

    @Override
    public Uni<Void> apply(Mutiny.Session session, List<Envelope> fresh) {
        var told = fresh.stream().map(Inputs::of).flatMap(Optional::stream).toList();
        return jobs.fold(session, told).invoke(changes -> last = changes).replaceWithVoid();
    }

    @Override
    public void committed() {
        metrics.committed(last);
        last = List.of();
    }

    @Override
    public void rolledBack() {
        last = List.of();
    }
}

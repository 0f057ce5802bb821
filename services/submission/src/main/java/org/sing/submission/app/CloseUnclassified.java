package org.sing.submission.app;

import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.List;
import org.sing.submission.app.TimedFold.Due;
import org.sing.submission.domain.Input;
import org.sing.submission.domain.Job;

/** Lets a failed job's own end decide when nobody has named its cause in time. Every replica may do it. */
@ApplicationScoped
class CloseUnclassified {
    private final TimedFold timer;
    private final JobStore jobs;
    private final Clock clock;

    CloseUnclassified(TimedFold timer, JobStore jobs, Clock clock) {
        this.timer = timer;
        this.jobs = jobs;
        this.clock = clock;
    }

    @Scheduled(
            identity = "close-unclassified",
            every = "${sing.submission.classification-check:PT1S}",
            concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> close() {
        return timer.look(
                "unclassified jobs",
                session -> jobs.unclassified(session, clock.instant(), TimedFold.MOST)
                        .map(overdue -> new Due(overdue, told(overdue))));
    }

    private static List<Told> told(List<Job> overdue) {
        return overdue.stream()
                .<Told>map(job -> new Told.Heard(
                        job.id(),
                        new Input.ClassificationOverdue(job.life().attempts().size()),
                        TimedFold.TIME))
                .toList();
    }
}

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

/** Ends jobs at their deadline, and does not let begin what could not end in time. Every replica may do it. */
@ApplicationScoped
class EndLate {
    private final TimedFold timer;
    private final JobStore jobs;
    private final Clock clock;

    EndLate(TimedFold timer, JobStore jobs, Clock clock) {
        this.timer = timer;
        this.jobs = jobs;
        this.clock = clock;
    }

    @Scheduled(
            identity = "end-late",
            every = "${sing.submission.deadline-check:PT1S}",
            concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> look() {
        return timer.look(
                "late jobs",
                session -> jobs.late(session, clock.instant(), TimedFold.MOST).map(late -> new Due(late, told(late))));
    }

    private static List<Told> told(List<Job> late) {
        return late.stream()
                .<Told>map(job -> new Told.Heard(job.id(), new Input.DeadlinePassed(), TimedFold.TIME))
                .toList();
    }
}

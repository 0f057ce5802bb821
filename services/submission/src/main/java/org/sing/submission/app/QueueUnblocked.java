package org.sing.submission.app;

import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sing.schemas.JobSpec;
import org.sing.submission.app.JobStore.Blocked;
import org.sing.submission.app.TimedFold.Due;
import org.sing.submission.domain.Expectation;

/** Queues jobs whose conditions are met, and ends those whose conditions cannot be met any more. Every replica may do it. */
@ApplicationScoped
class QueueUnblocked {
    private final TimedFold timer;
    private final JobStore jobs;
    private final Clock clock;

    QueueUnblocked(TimedFold timer, JobStore jobs, Clock clock) {
        this.timer = timer;
        this.jobs = jobs;
        this.clock = clock;
    }

    @Scheduled(
            identity = "queue-unblocked",
            every = "${sing.submission.conditions-check:PT1S}",
            concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> look() {
        return timer.look("blocked jobs", session -> {
            var now = clock.instant();
            return jobs.blocked(session, now, TimedFold.MOST).map(blocked -> due(blocked, now));
        });
    }

    private static Due due(List<Blocked> blocked, Instant now) {
        return new Due(
                blocked.stream().map(Blocked::job).toList(),
                blocked.stream().flatMap(it -> told(it, now).stream()).toList());
    }

    private static Optional<Told> told(Blocked blocked, Instant now) {
        return blocked.job()
                .spec()
                .flatMap(JobSpec::conditions)
                .flatMap(conditions -> Expectation.outcome(conditions, blocked.sight(), now))
                .map(input -> new Told.Heard(blocked.job().id(), input, TimedFold.TIME));
    }
}

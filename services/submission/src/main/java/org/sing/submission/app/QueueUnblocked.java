package org.sing.submission.app;

import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.hibernate.reactive.mutiny.Mutiny;
import org.jboss.logging.Logger;
import org.sing.bus.TimedWork;
import org.sing.bus.Transactions;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.JobSpec;
import org.sing.submission.app.JobStore.Blocked;
import org.sing.submission.domain.Expectation;
import org.sing.submission.domain.Job.Change;

/** Queues jobs whose conditions are met, and ends those whose conditions cannot be met any more. Every replica may do it. */
@ApplicationScoped
class QueueUnblocked {
    private static final Logger LOG = Logger.getLogger(QueueUnblocked.class);
    private static final int MOST = 200;
    private static final Cause TIME = Cause.by("/services/submission");

    private final TimedWork timed;
    private final Transactions transactions;
    private final JobStore jobs;
    private final FoldJobs fold;
    private final Clock clock;
    private final JobMetrics metrics;

    QueueUnblocked(
            TimedWork timed, Transactions transactions, JobStore jobs, FoldJobs fold, Clock clock, JobMetrics metrics) {
        this.timed = timed;
        this.transactions = transactions;
        this.jobs = jobs;
        this.fold = fold;
        this.clock = clock;
        this.metrics = metrics;
    }

    @Scheduled(
            identity = "queue-unblocked",
            every = "${sing.submission.conditions-check:PT1S}",
            concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> look() {
        return timed.run(this::queue);
    }

    private Uni<Void> queue() {
        return transactions
                .run(this::fold)
                .invoke(metrics::committed)
                .replaceWithVoid()
                .onFailure()
                .recoverWithUni(QueueUnblocked::nextTime);
    }

    private Uni<List<Change>> fold(Mutiny.Session session) {
        var now = clock.instant();
        return jobs.blocked(session, now, MOST)
                .chain(blocked -> fold.fold(
                        session,
                        blocked.stream().flatMap(it -> told(it, now).stream()).toList(),
                        blocked.stream().map(Blocked::job).toList()));
    }

    private static Optional<Told> told(Blocked blocked, Instant now) {
        return blocked.job()
                .spec()
                .flatMap(JobSpec::conditions)
                .flatMap(conditions -> Expectation.outcome(conditions, blocked.sight(), now))
                .map(input -> new Told.Heard(blocked.job().id(), input, TIME));
    }

    private static Uni<Void> nextTime(Throwable failure) {
        LOG.warnf("blocked jobs not looked at, the next look tries again error=%s", failure.getMessage());
        return Uni.createFrom().voidItem();
    }
}

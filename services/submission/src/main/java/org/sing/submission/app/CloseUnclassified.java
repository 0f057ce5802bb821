package org.sing.submission.app;

import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.List;
import org.hibernate.reactive.mutiny.Mutiny;
import org.jboss.logging.Logger;
import org.sing.bus.TimedWork;
import org.sing.bus.Transactions;
import org.sing.schemas.Envelopes.Cause;
import org.sing.submission.domain.Input;
import org.sing.submission.domain.Job;
import org.sing.submission.domain.Job.Change;

/** Lets a failed job's own end decide when nobody has named its cause in time. Every replica may do it. */
@ApplicationScoped
class CloseUnclassified {
    private static final Logger LOG = Logger.getLogger(CloseUnclassified.class);
    private static final int MOST = 200;
    private static final Cause TIME = Cause.by("/services/submission");

    private final TimedWork timed;
    private final Transactions transactions;
    private final JobStore jobs;
    private final FoldJobs fold;
    private final Clock clock;
    private final JobMetrics metrics;

    CloseUnclassified(
            TimedWork timed, Transactions transactions, JobStore jobs, FoldJobs fold, Clock clock, JobMetrics metrics) {
        this.timed = timed;
        this.transactions = transactions;
        this.jobs = jobs;
        this.fold = fold;
        this.clock = clock;
        this.metrics = metrics;
    }

    @Scheduled(
            identity = "close-unclassified",
            every = "${sing.submission.classification-check:PT1S}",
            concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> close() {
        return timed.run(this::closeOverdue);
    }

    private Uni<Void> closeOverdue() {
        return transactions
                .run(this::fold)
                .invoke(metrics::committed)
                .replaceWithVoid()
                .onFailure()
                .recoverWithUni(CloseUnclassified::nextTime);
    }

    private Uni<List<Change>> fold(Mutiny.Session session) {
        return jobs.unclassified(session, clock.instant(), MOST)
                .chain(overdue -> fold.fold(session, told(overdue), overdue));
    }

    private static Uni<Void> nextTime(Throwable failure) {
        LOG.warnf("unclassified jobs not closed, the next look tries again error=%s", failure.getMessage());
        return Uni.createFrom().voidItem();
    }

    private static List<Told> told(List<Job> overdue) {
        return overdue.stream()
                .<Told>map(job -> new Told.Heard(
                        job.id(),
                        new Input.ClassificationOverdue(job.life().attempts().size()),
                        TIME))
                .toList();
    }
}

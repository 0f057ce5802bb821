package org.sing.submission.app;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.function.Function;
import org.hibernate.reactive.mutiny.Mutiny;
import org.jboss.logging.Logger;
import org.sing.bus.TimedWork;
import org.sing.bus.Transactions;
import org.sing.schemas.Envelopes.Cause;
import org.sing.submission.domain.Job;
import org.sing.submission.domain.Job.Change;

/** What a timer tells jobs, in one transaction a look. One that fails is told in the log, and the next look tries again. */
@ApplicationScoped
class TimedFold {
    private static final Logger LOG = Logger.getLogger(TimedFold.class);

    /** So many jobs in one look. */
    static final int MOST = 200;

    /** Nobody asked for it. */
    static final Cause TIME = Cause.by("/services/submission");

    private final TimedWork timed;
    private final Transactions transactions;
    private final FoldJobs fold;
    private final JobMetrics metrics;

    TimedFold(TimedWork timed, Transactions transactions, FoldJobs fold, JobMetrics metrics) {
        this.timed = timed;
        this.transactions = transactions;
        this.fold = fold;
        this.metrics = metrics;
    }

    /** @param jobs that are locked, and what they are told */
    record Due(List<Job> jobs, List<Told> told) {}

    /** @param what for the log: "unclassified jobs" */
    Uni<Void> look(String what, Function<Mutiny.Session, Uni<Due>> find) {
        return timed.run(() -> transactions
                .run(session -> find.apply(session).chain(due -> fold(session, due)))
                .invoke(metrics::committed)
                .replaceWithVoid()
                .onFailure()
                .recoverWithUni(failure -> nextTime(what, failure)));
    }

    private Uni<List<Change>> fold(Mutiny.Session session, Due due) {
        return fold.fold(session, due.told(), due.jobs());
    }

    private static Uni<Void> nextTime(String what, Throwable failure) {
        LOG.warnf("%s not looked at, the next look tries again error=%s", what, failure.getMessage());
        return Uni.createFrom().voidItem();
    }
}

package org.sing.scheduling.app;

import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.jboss.logging.Logger;
import org.sing.bus.Transactions;
import org.sing.scheduling.core.Event;

/** Lets time pass at the desk: lost nodes whose jobs must be dead, jobs that become eligible, a lead just taken. */
@ApplicationScoped
class Timekeeper {
    private static final Logger LOG = Logger.getLogger(Timekeeper.class);

    private final Desk desk;
    private final Transactions transactions;

    Timekeeper(Desk desk, Transactions transactions) {
        this.desk = desk;
        this.transactions = transactions;
    }

    /** What is due is in the books: if this fails, the next tick finds it again. */
    @Scheduled(every = "${sing.scheduling.tick:PT1S}", concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> tick() {
        if (!desk.isDue()) return Uni.createFrom().voidItem();
        return desk.turn()
                .chain(() -> transactions.run(
                        session -> desk.decide(session, List.of(News.of(new Event.TimePassed(), Desk.TIME)))))
                .invoke(desk::keep)
                .onFailure()
                .invoke(desk::forget)
                .onFailure()
                .invoke(failure -> LOG.infof("time did not pass reason=%s", failure.getMessage()))
                .onFailure()
                .recoverWithNull();
    }
}

package org.sing.scheduling.app;

import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import org.jboss.logging.Logger;
import org.sing.bus.Transactions;
import org.sing.bus.Watermark;
import org.sing.scheduling.core.Event;
import org.sing.schemas.Topics;

/** Lets time pass at the desk: lost nodes whose jobs must be dead, jobs that become eligible, a lead just taken. */
@ApplicationScoped
class Timekeeper {
    private static final Logger LOG = Logger.getLogger(Timekeeper.class);

    private final Desk desk;
    private final Watermark watermark;
    private final Transactions transactions;

    Timekeeper(Desk desk, Watermark watermark, Transactions transactions) {
        this.desk = desk;
        this.watermark = watermark;
        this.transactions = transactions;
    }

    /** What is due is in the books: if this fails, the next tick finds it again. */
    @Scheduled(every = "${sing.scheduling.tick:PT1S}", concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> tick() {
        if (!desk.isDue()) return Uni.createFrom().voidItem();
        return watermark
                .of(Topics.EXECUTION_EVENTS)
                .onFailure()
                .recoverWithItem(Instant.MIN)
                .chain(this::pass)
                .onFailure()
                .invoke(failure -> LOG.infof("time did not pass reason=%s", failure.getMessage()))
                .onFailure()
                .recoverWithNull();
    }

    private Uni<Void> pass(Instant heard) {
        var news = List.of(News.of(new Event.TimePassed(heard), Desk.TIME));
        return desk.turn()
                .chain(() -> transactions.run(session -> desk.decide(session, news)))
                .invoke(desk::keep)
                .onFailure()
                .invoke(desk::forget);
    }
}

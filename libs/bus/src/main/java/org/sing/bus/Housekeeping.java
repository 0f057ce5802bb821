package org.sing.bus;

import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import org.jboss.logging.Logger;

/** Forgets what is old, and counts what waits. */
@Singleton
final class Housekeeping {
    private static final Logger LOG = Logger.getLogger(Housekeeping.class);

    /** Found by their age of writing, which is indexed and never less than that of publishing. */
    private static final String OLD_ROWS = """
            delete from bus_outbox
            where created_at < now() - cast($1 as float8) * interval '1 s'
              and published_at < now() - cast($1 as float8) * interval '1 s'
            """;

    private static final String OLD_IDS =
            "delete from bus_inbox where seen_at < now() - cast($1 as float8) * interval '1 s'";
    private static final String WAITING = """
            select (select count(*) from bus_outbox where published_at is null), (select count(*) from bus_parked_key)
            """;

    private final Pool pool;
    private final BusMetrics metrics;
    private final Channel channel;
    private final Inbox inbox;
    private final TimedWork timed;
    private final Duration keep;

    Housekeeping(Pool pool, BusMetrics metrics, Channel channel, Inbox inbox, TimedWork timed, Settings settings) {
        this.pool = pool;
        this.metrics = metrics;
        this.channel = channel;
        this.inbox = inbox;
        this.timed = timed;
        this.keep = settings.keep();
    }

    @Scheduled(every = "1h", delayed = "5m", concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> forget() {
        return timed.run(this::forgetOld);
    }

    private Uni<Void> forgetOld() {
        var age = Tuple.of((double) keep.toSeconds());
        return pool.preparedQuery(OLD_ROWS)
                .execute(age)
                .chain(() -> pool.preparedQuery(OLD_IDS).execute(age))
                .replaceWithVoid()
                .onFailure()
                .invoke(failure -> LOG.warnf("old rows kept reason=%s", failure))
                .onFailure()
                .recoverWithNull();
    }

    @Scheduled(every = "5s", delayed = "5s", concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> count() {
        return timed.run(this::countWaiting);
    }

    private Uni<Void> countWaiting() {
        channel.measureLag(inbox.hasInHand(), metrics::consumerLag);
        return pool.preparedQuery(WAITING)
                .execute()
                .invoke(rows -> rows.forEach(row -> metrics.stored(row.getLong(0), row.getLong(1))))
                .replaceWithVoid()
                .onFailure()
                .recoverWithNull();
    }
}

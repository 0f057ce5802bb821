package org.sing.bus;

import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;

/** Makes the parts that have a thread, starts them after the migration and stops them before the channels. */
@ApplicationScoped
class Wiring {
    private static final Duration LAST_LOOK = Duration.ofSeconds(5);

    @Produces
    @Singleton
    Lease lease(Pool pool, Names names, Settings settings) {
        return new Lease(pool, names.service(), names.instance(), settings.lease());
    }

    @Produces
    @Singleton
    Relay relay(
            Pool pool,
            Broker broker,
            Lease lease,
            Bell bell,
            Names names,
            Settings settings,
            FaultPoints faults,
            Condition condition,
            BusMetrics metrics) {
        var transactionalId = names.prefixed(names.service() + "-relay");
        return new Relay(
                new OutboxRows(pool),
                () -> new FencedProducer(broker.configuration(), transactionalId),
                lease::isHeld,
                bell,
                names,
                settings,
                faults,
                condition,
                metrics);
    }

    void start(
            @Observes StartupEvent started, Settings settings, Lease lease, Relay relay, Inbox inbox, Channel channel) {
        if (settings.singleActive()) {
            lease.onGained(epoch -> inbox.begin());
            lease.onLost(channel::close);
        } else {
            inbox.begin();
        }
        lease.onGained(epoch -> relay.wake());
        lease.start();
        relay.start();
    }

    void stop(@Observes ShutdownEvent stopping, TimedWork timed, Lease lease, Relay relay) {
        timed.close(LAST_LOOK);
        relay.close();
        lease.close();
    }
}

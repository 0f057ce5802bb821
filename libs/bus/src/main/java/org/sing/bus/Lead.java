package org.sing.bus;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.OptionalLong;
import org.jboss.logging.Logger;

/**
 * When this replica may consume: always, or only while it leads. Lets the subscriber begin once, or once per epoch.
 * Used by one turn at a time.
 */
@ApplicationScoped
class Lead {
    private static final Logger LOG = Logger.getLogger(Lead.class);
    /** What replicas that all consume have begun with. */
    private static final long EVERYBODY = 0;

    private final boolean singleActive;
    private final Lease lease;
    private final Database database;
    private final InboxStore store;
    private final Positions positions;
    private final Subscriber subscriber;
    private final Channel channel;
    private long begun = -1;

    Lead(
            Settings settings,
            Lease lease,
            Database database,
            InboxStore store,
            Positions positions,
            Subscriber subscriber,
            Channel channel) {
        this.singleActive = settings.singleActive();
        this.lease = lease;
        this.database = database;
        this.store = store;
        this.positions = positions;
        this.subscriber = subscriber;
        this.channel = channel;
    }

    /** Completes when the subscriber has begun and this replica may consume, with the epoch to gate on, if any. */
    Uni<OptionalLong> ready() {
        return epoch().chain(epoch -> {
            var gate = singleActive ? OptionalLong.of(epoch) : OptionalLong.empty();
            return epoch == begun ? Uni.createFrom().item(gate) : begin(epoch, gate);
        });
    }

    private Uni<Long> epoch() {
        return singleActive
                ? Uni.createFrom().completionStage(lease::whenHeld)
                : Uni.createFrom().item(EVERYBODY);
    }

    private Uni<OptionalLong> begin(long epoch, OptionalLong gate) {
        positions.forgetAll();
        return database.run(session -> subscriber
                        .begin(session)
                        .chain(() -> store.requireLead(session, gate))
                        .chain(() -> store.positions(session)))
                .invoke(rows -> {
                    begun = epoch;
                    channel.open(rows);
                    LOG.infof("consumption begun epoch=%d", epoch);
                })
                .replaceWith(gate);
    }
}

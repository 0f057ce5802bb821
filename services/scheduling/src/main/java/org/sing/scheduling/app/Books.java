package org.sing.scheduling.app;

import io.smallrye.mutiny.Uni;
import java.util.Collection;
import java.util.List;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.scheduling.core.Snapshot;

/** Where the state of the scheduler is kept. */
public interface Books {
    record Content(Snapshot snapshot, List<Order> orders) {}

    /** The epoch that leads now, locked until the transaction ends. */
    Uni<Long> epoch(Mutiny.Session session);

    /** Everything that is not over. */
    Uni<Content> read(Mutiny.Session session);

    /** Fails, so that nothing of the transaction remains, when {@code epoch} does not lead any more. */
    Uni<Void> write(Mutiny.Session session, long epoch, Snapshot changes, Collection<Order> newOrders);
}

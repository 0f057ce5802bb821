package org.sing.bus;

import io.smallrye.mutiny.Uni;
import java.util.List;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.schemas.Envelope;

/**
 * Messages that leave with the transaction that appends them. The one fenced relay of the service publishes them after
 * the commit, at least once, per key in the order of their sequences.
 *
 * <p>Append after the row of the aggregate is locked or written, so that sequences of one subject commit in order.
 */
public interface Outbox {
    Uni<Void> append(Mutiny.Session session, List<Envelope> messages);
}

package org.sing.bus;

import io.smallrye.mutiny.Uni;
import java.util.List;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.schemas.Envelope;

/**
 * What a service does with the messages that it hears: one bean per service.
 *
 * <p>The bus calls it with messages that this service has never applied before, in the order of their keys, inside the
 * one database transaction of the polled batch. What it writes through the session, what it appends to the
 * {@link Outbox} and the advance of the service's position commit together or not at all.
 */
public interface Subscriber {

    /** The topics to hear, by their names in {@link org.sing.schemas.Topics}. */
    List<String> topics();

    /**
     * Applies fresh messages. A failure rolls the whole batch back; the bus then tries record by record and parks the
     * key of the one that fails alone. Types that the service does not know must be ignored.
     */
    Uni<Void> apply(Mutiny.Session session, List<Envelope> fresh);

    /** The transaction of the last {@link #apply} is durable. */
    default void committed() {}

    /** The last {@link #apply} never happened: whatever is kept in memory must be read again from the database. */
    default void rolledBack() {}

    /**
     * Called before the first batch, and again each time this instance takes the lead ({@link Leadership}), when no
     * other instance consumes any more.
     */
    default Uni<Void> begin(Mutiny.Session session) {
        return Uni.createFrom().voidItem();
    }
}

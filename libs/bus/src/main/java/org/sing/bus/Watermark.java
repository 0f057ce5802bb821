package org.sing.bus;

import io.smallrye.mutiny.Uni;
import java.time.Instant;

/**
 * Until when a topic has been heard. Topics are heard independently, so the news that somebody died may arrive before
 * the last thing that he said: who concludes something from a silence asks here first.
 */
public interface Watermark {

    /**
     * A time for which all records that were on the topic then have been applied, or {@link Instant#MIN} while none is
     * known. Asking again moves it on.
     *
     * <p>Only for a service with {@code sing.bus.single-active=true}, which hears every partition, and for a topic that is
     * written without transactions, whose markers nobody applies. Fails while the broker or the database is away.
     */
    Uni<Instant> of(String topic);
}

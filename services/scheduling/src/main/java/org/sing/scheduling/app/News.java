package org.sing.scheduling.app;

import java.util.Optional;
import org.sing.scheduling.core.Event;
import org.sing.schemas.Envelopes.Cause;

/** Something that happened, why it did, and the order that came with it. */
public record News(Event event, Cause cause, Optional<Order> order) {
    public static News of(Event event, Cause cause) {
        return new News(event, cause, Optional.empty());
    }
}

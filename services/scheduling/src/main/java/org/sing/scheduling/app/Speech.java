package org.sing.scheduling.app;

import java.time.Instant;
import org.sing.schemas.Envelope;

/** How a decision is said to the others. */
public interface Speech {
    Envelope say(Decided decided, Instant at);
}

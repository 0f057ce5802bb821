package org.sing.agent.domain;

import org.sing.schemas.EndCause;
import org.sing.schemas.Envelopes.Cause;

/** Why an allocation is being ended, on record before the first signal. {@code graceMillis} from TERM to KILL. */
public record Stop(EndCause why, String detail, long graceMillis, long atMillis, Cause cause) {
    long killAtMillis() {
        return atMillis + graceMillis;
    }
}

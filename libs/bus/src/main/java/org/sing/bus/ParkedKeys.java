package org.sing.bus;

import io.smallrye.mutiny.Uni;
import java.time.Instant;
import java.util.List;

/** The keys that this service has stopped taking messages for, and the way to take them again. For operators. */
public interface ParkedKeys {

    /**
     * @param reason {@code gap}: heals by itself when the missing sequence arrives; {@code failure}: waits for a release
     * @param sequence of the message that is missing or failed; 0 if it has none
     */
    record ParkedKey(
            String topic,
            String key,
            String reason,
            String subject,
            long sequence,
            String error,
            int attempts,
            Instant parkedAt) {
        boolean waitsForGap() {
            return reason.equals("gap");
        }
    }

    Uni<List<ParkedKey>> parked();

    /** Applies what the key has waited with, in order; true if nothing waits any more. What fails again stays parked. */
    Uni<Boolean> release(String topic, String key);
}

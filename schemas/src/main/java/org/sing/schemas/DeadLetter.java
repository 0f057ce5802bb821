package org.sing.schemas;

import java.time.Instant;

/** A record that a consumer could not take, with where it came from and why; its key is parked. */
public record DeadLetter(
        String consumer,
        String topic,
        int partition,
        long offset,
        String key,
        String error,
        int attempts,
        Instant failedAt,
        String payload) {}

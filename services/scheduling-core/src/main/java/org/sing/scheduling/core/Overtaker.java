package org.sing.scheduling.core;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A placement that passed older jobs which wait, kept while any of them may still wait: what it used counts against them.
 *
 * @param number arrival number of its job
 * @param until when it ended; empty while it runs
 * @param settled nobody older waits any more: kept for the last time
 */
public record Overtaker(
        String allocation,
        String group,
        long number,
        int weight,
        Instant since,
        Optional<Instant> until,
        boolean settled) {

    Overtaker ended(Instant at) {
        return new Overtaker(allocation, group, number, weight, since, Optional.of(at), settled);
    }

    Overtaker settle() {
        return new Overtaker(allocation, group, number, weight, since, until, true);
    }

    /** GPU-milliseconds up to now. */
    long used(Instant now) {
        return weight * Duration.between(since, until.orElse(now)).toMillis();
    }
}

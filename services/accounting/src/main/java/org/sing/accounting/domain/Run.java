package org.sing.accounting.domain;

import java.time.Instant;

/**
 * Evidence that one rank of an attempt held GPUs for a time; whole seconds, rounded once.
 *
 * @param lost nobody saw it end, it is only known that its node fell silent
 */
public record Run(int attempt, int rank, String node, int gpus, long seconds, Instant endedAt, boolean lost) {
    public Run {
        if (gpus < 0) throw new IllegalArgumentException("gpus must not be negative: " + gpus);
        if (seconds < 0) throw new IllegalArgumentException("seconds must not be negative: " + seconds);
    }

    /** Half up, once per rank: what the agent does for a finish, done here for a rank that nobody finished. */
    static long wholeSeconds(long millis) {
        return Math.floorDiv(millis + 500, 1000L);
    }
}

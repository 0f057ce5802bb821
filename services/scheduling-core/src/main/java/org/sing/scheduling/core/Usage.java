package org.sing.scheduling.core;

import java.time.Duration;
import java.time.Instant;

/**
 * What a project, or one of its users, used up to {@code at}, and at what rate it has been using since. What was used counts
 * half after every half-life.
 *
 * @param name of the project, or project and user
 * @param gpuSeconds decayed, at {@code at}
 * @param gpus in use from {@code at} on
 */
public record Usage(String name, double gpuSeconds, Instant at, int gpus) {

    static Usage none(String name, Instant at) {
        return new Usage(name, 0, at, 0);
    }

    /** So many GPUs more from now on. What was placed by a release that did not count yet ends without having begun. */
    Usage plus(int more, Instant now, Duration halfLife) {
        return new Usage(name, at(now, halfLife), now.isAfter(at) ? now : at, Math.max(0, gpus + more));
    }

    /** GPU-seconds at this time: what was there, halved by age, and the same of every moment since. */
    double at(Instant now, Duration halfLife) {
        var seconds = Math.max(0, Duration.between(at, now).toMillis() / 1000.0);
        var life = halfLife.toMillis() / 1000.0 / Math.log(2);
        var kept = Math.exp(-seconds / life);
        return gpuSeconds * kept + gpus * life * -Math.expm1(-seconds / life);
    }
}

package org.sing.scheduling.core;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;

/**
 * How much longer, or shorter, it takes in a group than is seen ahead: later arrivals pass, and nodes fail. After each start
 * each of the three times is moved by its own share of {@link #STEP} towards the truth, such that in the long run a tenth of the
 * starts is before the earliest, half before the likely and a tenth after the latest, whatever the runs are like: a part that is
 * missed too often moves its bound until it is not.
 *
 * @param earliest logarithm of the factor, as are the others
 */
public record Aim(double earliest, double likely, double latest) {
    static final Aim STRAIGHT = new Aim(0, 0, 0);

    /** Ten starts that are all missed move a bound by a factor of e. */
    private static final double STEP = 0.1;

    /** A factor of three thousand: what is further off is no estimate. */
    private static final double MOST = 8;

    /** Added before and taken off after, so that what is seen to start at once can be moved too. */
    private static final double SOON = 60;

    StartRange at(StartRange seen) {
        var now = seen.madeAt();
        var times = Stream.of(
                        moved(seen.earliest(), earliest, now),
                        moved(seen.likely(), likely, now),
                        moved(seen.latest(), latest, now))
                .sorted()
                .toList();
        return StartRange.inSeconds(times.get(0), times.get(1), times.get(2), now);
    }

    /**
     * Judged is what would be said of it now: of the jobs that wait long, many were told something before the first of them
     * started, and all of them together must not move a bound further than it was missed.
     */
    Aim learn(StartRange seen, Instant started) {
        var said = at(seen);
        return new Aim(
                corrected(earliest, 0.1, started.isBefore(said.earliest())),
                corrected(likely, 0.5, started.isBefore(said.likely())),
                corrected(latest, 0.9, !started.isAfter(said.latest())));
    }

    /** @param part of all truths that is meant to be before the bound */
    private static double corrected(double factor, double part, boolean before) {
        return Math.clamp(factor + STEP * (part - (before ? 1 : 0)), -MOST, MOST);
    }

    private static Instant moved(Instant seen, double factor, Instant now) {
        var seconds = Math.max(0, Duration.between(now, seen).toNanos() / 1e9);
        var moved = Math.max(0, (seconds + SOON) * Math.exp(factor) - SOON);
        return now.plusNanos(Math.round(moved * 1e9));
    }
}

package org.sing.scheduling.core;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * How long a job may run, rounded up: so few lengths that jobs with nearly the same limit are judged as one, and that it is
 * known when a node becomes too short for one of them. Each is at most half as long again as the one before.
 */
final class Runtimes {
    private static final List<Long> ALL = all();

    private Runtimes() {}

    /** @param seconds of a time limit; 0 for none, which stays 0, and so does what is longer than ten weeks */
    static long rounded(long seconds) {
        if (seconds <= 0) return 0;
        for (var each : ALL) if (each >= seconds) return each;
        return 0;
    }

    /** All times from {@code now} on at which one of these becomes too long to end by then, and that time itself. */
    static List<Instant> before(Instant then, Instant now) {
        var times = new ArrayList<Instant>();
        times.add(then);
        for (var each : ALL) {
            // What ends exactly then is not too long yet.
            var at = then.minusSeconds(each).plusMillis(1);
            if (at.isAfter(now)) times.add(at);
        }
        return times;
    }

    private static List<Long> all() {
        var all = new ArrayList<Long>();
        for (var minutes = 1L; minutes < 70 * 24 * 60; minutes *= 2) {
            all.add(minutes * 60);
            all.add(minutes * 90);
        }
        return List.copyOf(all);
    }
}

package org.sing.platform.supervise;

import java.time.Duration;

/** How long to wait before a part is started again: at once after a good run, longer each time it dies young. */
final class BackOff {

    private static final Duration FIRST = Duration.ofMillis(200);
    private static final Duration LONGEST = Duration.ofSeconds(15);
    private static final Duration GOOD_RUN = Duration.ofSeconds(30);

    private Duration next = FIRST;

    void ranFor(Duration time) {
        if (time.compareTo(GOOD_RUN) >= 0) {
            next = FIRST;
        }
    }

    Duration next() {
        var now = next;
        var doubled = next.multipliedBy(2);
        next = doubled.compareTo(LONGEST) < 0 ? doubled : LONGEST;
        return now;
    }
}

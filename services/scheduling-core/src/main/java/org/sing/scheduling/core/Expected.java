package org.sing.scheduling.core;

import java.time.Instant;

/**
 * When a job should start, as it was said.
 *
 * @param first by which the estimate is judged, for the last one is said when there is little left to guess
 */
public record Expected(StartRange first, StartRange last) {

    Expected now(StartRange range) {
        return new Expected(first, range);
    }

    /** How the truth compares with what was said first. */
    public Hit judge(Instant started) {
        if (started.isBefore(first.earliest())) return Hit.EARLIER;
        return started.isAfter(first.latest()) ? Hit.LATER : Hit.INSIDE;
    }

    public enum Hit {
        EARLIER,
        INSIDE,
        LATER
    }
}

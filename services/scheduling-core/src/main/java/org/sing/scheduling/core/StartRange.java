package org.sing.scheduling.core;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Between which times a waiting job should start, and when most likely, as it was seen at a time. */
public record StartRange(Instant earliest, Instant likely, Instant latest, Instant madeAt) {

    /** Widened to whole seconds: nobody can wait for less, and what was inside stays inside. */
    static StartRange inSeconds(Instant earliest, Instant likely, Instant latest, Instant madeAt) {
        return new StartRange(
                earliest.truncatedTo(ChronoUnit.SECONDS),
                likely.truncatedTo(ChronoUnit.SECONDS),
                latest.plusNanos(999_999_999).truncatedTo(ChronoUnit.SECONDS),
                madeAt);
    }

    /** How the truth compares with it. */
    public enum Truth {
        EARLIER,
        INSIDE,
        LATER
    }

    public Truth truth(Instant started) {
        if (started.isBefore(earliest)) return Truth.EARLIER;
        return started.isAfter(latest) ? Truth.LATER : Truth.INSIDE;
    }

    /** Whether it is worth saying instead of the other: by a minute, or a tenth of what is left to wait. */
    boolean differs(StartRange other) {
        var tolerated = Math.max(60, Duration.between(madeAt, likely).toSeconds() / 10);
        return apart(earliest, other.earliest) > tolerated
                || apart(likely, other.likely) > tolerated
                || apart(latest, other.latest) > tolerated;
    }

    private static long apart(Instant one, Instant other) {
        return Math.abs(Duration.between(one, other).toSeconds());
    }
}

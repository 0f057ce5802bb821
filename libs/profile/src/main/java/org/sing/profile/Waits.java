package org.sing.profile;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sing.schemas.Conditions.Kind;
import org.sing.schemas.Problem;

/**
 * What a profile wants to wait for. It names jobs as people do; which ones they are, and when the wait began, is known only
 * where jobs are handed in.
 *
 * @param singleton whether to wait for all jobs of the same name that its owner has handed in before
 */
public record Waits(Time begin, Time deadline, List<Reference> after, boolean singleton) {
    public Waits {
        after = List.copyOf(after);
    }

    /**
     * A time, or so long after the job was handed in; nothing when nobody said.
     *
     * @param at wins over {@code delay}
     */
    public record Time(Optional<Instant> at, Optional<Duration> delay) {
        public Optional<Instant> from(Instant now) {
            return at.or(() -> delay.map(now::plus));
        }

        boolean said() {
            return at.isPresent() || delay.isPresent();
        }
    }

    /**
     * Another job, by its number or its id.
     *
     * @param unknown what to say when there is no such job
     */
    public record Reference(Kind kind, String job, Problem unknown) {}

    public boolean forNothing() {
        return !begin.said() && !deadline.said() && after.isEmpty() && !singleton;
    }
}

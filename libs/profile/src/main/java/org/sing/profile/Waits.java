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
 * @param delay from when the job was handed in
 * @param singleton whether to wait for all jobs of the same name that its owner has handed in before
 */
public record Waits(Optional<Instant> begin, Optional<Duration> delay, List<Reference> after, boolean singleton) {
    public Waits {
        after = List.copyOf(after);
    }

    /**
     * Another job, by its number or its id.
     *
     * @param unknown what to say when there is no such job
     */
    public record Reference(Kind kind, String job, Problem unknown) {}

    public boolean forNothing() {
        return begin.isEmpty() && delay.isEmpty() && after.isEmpty() && !singleton;
    }
}

package org.sing.incident.domain;

import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * One record for all signals of the same trouble.
 *
 * @param dedupKey what makes signals the same trouble
 * @param count how many incidents this key has had, this one included
 * @param sequence of the last event about it
 */
public record Incident(
        String dedupKey,
        long count,
        long sequence,
        String kind,
        String severity,
        String node,
        String title,
        int occurrences,
        SortedSet<String> affectedJobs,
        String recommendedAction,
        Instant openedAt,
        Optional<Instant> resolvedAt) {

    public Incident {
        affectedJobs = Collections.unmodifiableSortedSet(new TreeSet<>(affectedJobs));
    }

    /** Follows from the trouble and its count, so that a repeated decision names the same incident. */
    public String id() {
        return dedupKey.replace('/', '-') + "-" + count;
    }

    public boolean open() {
        return resolvedAt.isEmpty();
    }

    Incident recurred(int times, Collection<String> moreJobs) {
        var jobs = new TreeSet<>(affectedJobs);
        jobs.addAll(moreJobs);
        return new Incident(
                dedupKey,
                count,
                sequence + 1,
                kind,
                severity,
                node,
                title,
                occurrences + times,
                jobs,
                recommendedAction,
                openedAt,
                resolvedAt);
    }

    Incident resolved(Instant at) {
        return new Incident(
                dedupKey,
                count,
                sequence + 1,
                kind,
                severity,
                node,
                title,
                occurrences,
                affectedJobs,
                recommendedAction,
                openedAt,
                Optional.of(at));
    }
}

package org.sing.incident.store;

import org.sing.incident.domain.AttemptCase;
import org.sing.schemas.Envelopes.Cause;

/**
 * A case in the files.
 *
 * @param sequence of its classification among those of the job, 0 while there is none
 * @param cause the message that was heard last about it
 */
public record Filed(AttemptCase attempt, long sequence, Cause cause) {
    public Id id() {
        return new Id(attempt.job(), attempt.attempt());
    }

    public record Id(String job, int attempt) implements Comparable<Id> {
        @Override
        public int compareTo(Id other) {
            var byJob = job.compareTo(other.job);
            return byJob != 0 ? byJob : Integer.compare(attempt, other.attempt);
        }
    }
}

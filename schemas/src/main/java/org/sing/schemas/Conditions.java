package org.sing.schemas;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What a job waits for before it is queued: all of it.
 *
 * @param begin not before this time
 * @param dependencies what has to become of other jobs first
 */
public record Conditions(Optional<Instant> begin, List<Dependency> dependencies) {
    public Conditions {
        begin = begin == null ? Optional.empty() : begin;
        dependencies = dependencies == null ? List.of() : List.copyOf(dependencies);
    }

    /** @param number of the other job, as people know it */
    public record Dependency(String job, long number, Kind kind) {}

    /** What the other job must have done; the words are Slurm's. */
    public enum Kind {
        /** It runs, or has ended. */
        AFTER,
        /** It has ended, however. */
        AFTER_ANY,
        /** It has succeeded. */
        AFTER_OK,
        /** It has ended without success. */
        AFTER_NOT_OK,
        @JsonEnumDefaultValue
        UNKNOWN
    }
}

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
 * @param turn of a task of an array that has its tasks done a few at a time
 */
public record Conditions(Optional<Instant> begin, List<Dependency> dependencies, Optional<Turn> turn) {
    public Conditions {
        begin = begin == null ? Optional.empty() : begin;
        turn = turn == null ? Optional.empty() : turn;
        dependencies = dependencies == null ? List.of() : List.copyOf(dependencies);
    }

    public Conditions(Optional<Instant> begin, List<Dependency> dependencies) {
        this(begin, dependencies, Optional.empty());
    }

    /**
     * @param job id of the other job, or of an array: then all of its tasks are meant
     * @param number of it, as people know it
     */
    public record Dependency(String job, long number, Kind kind) {}

    /** @param atOnce so many tasks of the array may be at work, that is, neither blocked nor held nor over */
    public record Turn(String array, long number, int atOnce) {}

    /** What the other job must have done; the words are Slurm's. */
    public enum Kind {
        /** It runs, or has ended. */
        AFTER,
        /** It has ended, however. */
        AFTER_ANY,
        /** It has succeeded. */
        AFTER_OK,
        /** It has ended without success; of an array, at least one task has. */
        AFTER_NOT_OK,
        @JsonEnumDefaultValue
        UNKNOWN
    }
}

package org.sing.schemas;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** Why a rank, or a whole attempt, ended, as recorded before anything was killed. */
public enum EndCause {
    /** The process ended by itself; exit code or signal tell how. */
    EXITED,
    CANCELLED,
    REQUEUED,
    TIME_LIMIT,
    OUT_OF_MEMORY,
    /** Another rank of the gang ended first. */
    GANG_ENDED,
    /** The agent ended its jobs because its lease ran out. */
    LEASE_LOST,
    /** The node's lease ran out and nobody heard from it. */
    NODE_LOST,
    DRAINED,
    /** The agent refused the start, or it came after its deadline. */
    START_REFUSED,
    START_DEADLINE,
    /** The process could not be started: no such directory, no permission, no space. */
    START_FAILED,
    /** The supervising shim was killed, so nobody knows how the process ended. */
    EXIT_UNKNOWN,
    @JsonEnumDefaultValue
    UNKNOWN
}

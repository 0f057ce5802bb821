package org.sing.incident.domain;

/** Why a rank or an attempt ended, as it was recorded before anything was killed. */
public enum Cause {
    EXITED,
    CANCELLED,
    REQUEUED,
    TIME_LIMIT,
    OUT_OF_MEMORY,
    GANG_ENDED,
    LEASE_LOST,
    NODE_LOST,
    DRAINED,
    START_REFUSED,
    START_DEADLINE,
    START_FAILED,
    EXIT_UNKNOWN,
    UNKNOWN;

    /** Somebody wanted it to end; there is nothing to explain unless somebody asks. */
    boolean wish() {
        return this == CANCELLED || this == REQUEUED;
    }
}

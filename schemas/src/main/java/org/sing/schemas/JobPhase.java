package org.sing.schemas;

import com.fasterxml.jackson.annotation.JsonEnumDefaultValue;

/** The states of a job as people see them. */
public enum JobPhase {
    SUBMITTED,
    QUEUED,
    HELD,
    BLOCKED,
    PREPARING,
    STARTING,
    RUNNING,
    COMPLETING,
    CANCELLING,
    SUCCEEDED,
    FAILED,
    CANCELLED,
    TIMEOUT,
    OUT_OF_MEMORY,
    NODE_FAILED,
    REJECTED,
    @JsonEnumDefaultValue
    UNKNOWN;

    public boolean terminal() {
        return switch (this) {
            case SUCCEEDED, FAILED, CANCELLED, TIMEOUT, OUT_OF_MEMORY, NODE_FAILED, REJECTED -> true;
            case SUBMITTED, QUEUED, HELD, BLOCKED, PREPARING, STARTING, RUNNING, COMPLETING, CANCELLING, UNKNOWN ->
                false;
        };
    }
}

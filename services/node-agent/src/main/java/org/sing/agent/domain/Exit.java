package org.sing.agent.domain;

import java.util.OptionalInt;

/**
 * How a process ended, as its shim wrote it down.
 *
 * @param status as the shell tells it, above 128 for a signal; empty when the shim was killed before it could say
 * @param outOfMemory whether the kernel killed something of it for want of memory
 */
public record Exit(OptionalInt status, long endedMillis, long outputBytes, boolean outOfMemory) {
    private static final int SIGNAL_BASE = 128;
    private static final int LAST_SIGNAL = 64;

    OptionalInt signal() {
        return signalled() ? OptionalInt.of(status.getAsInt() - SIGNAL_BASE) : OptionalInt.empty();
    }

    OptionalInt code() {
        return signalled() ? OptionalInt.empty() : status;
    }

    /** A job that went on without what was killed, and ended well, did not run out. */
    boolean failedForMemory() {
        return outOfMemory && !status.equals(OptionalInt.of(0));
    }

    private boolean signalled() {
        return status.isPresent() && status.getAsInt() > SIGNAL_BASE && status.getAsInt() <= SIGNAL_BASE + LAST_SIGNAL;
    }
}

package org.sing.nodemonitor.domain;

import java.time.Duration;

/**
 * How long silence is forgiven.
 *
 * @param length the agent ends its jobs itself when it could not renew for so long
 * @param killGrace how long it may take to do so
 * @param margin on top, for clocks that do not tick alike
 */
public record Lease(Duration length, Duration killGrace, Duration margin) {
    private static final Duration LONGEST_RENEWAL_INTERVAL = Duration.ofSeconds(5);
    private static final int MISSED_RENEWALS = 3;

    /** After so much silence nothing of the node can be alive. */
    public Duration untilSafe() {
        return length.plus(killGrace).plus(margin);
    }

    /** After so much silence a node is called lost, once its own partition holds no renewal any more. */
    public Duration untilOverdue() {
        return length.plus(margin);
    }

    /** After so much silence people are told that the node is not connected. */
    public Duration untilSuspect() {
        var fifth = length.dividedBy(5);
        var interval = fifth.compareTo(LONGEST_RENEWAL_INTERVAL) < 0 ? fifth : LONGEST_RENEWAL_INTERVAL;
        return interval.multipliedBy(MISSED_RENEWALS);
    }
}

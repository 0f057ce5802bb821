package org.sing.agent.domain;

/**
 * Whether the agent may execute. It may while it holds an incarnation and the last renewal that the broker acknowledged
 * was sent less than the lease ago.
 */
final class Lease {
    private static final long HELLO_AGAIN_MILLIS = 2_000;
    private static final long SLOWEST_RENEWAL_MILLIS = 5_000;

    /** ENDING: the lease ran out and its jobs are being killed. ASKING: for an incarnation. HELD: execute. */
    enum Phase {
        ENDING,
        ASKING,
        HELD
    }

    private Phase phase = Phase.ASKING;
    private String session = "";
    private long sessionMillis;
    private long saidMillis = Long.MIN_VALUE / 2;
    private long renewal;

    Phase phase() {
        return phase;
    }

    String session() {
        return session;
    }

    long sessionMillis() {
        return sessionMillis;
    }

    void ask(String newSession, long millis) {
        phase = Phase.ASKING;
        session = newSession;
        sessionMillis = millis;
        saidMillis = Long.MIN_VALUE / 2;
    }

    void end() {
        phase = Phase.ENDING;
    }

    void hold() {
        phase = Phase.HELD;
        renewal = 0;
        saidMillis = Long.MIN_VALUE / 2;
    }

    /** Time for the next hello or renewal? */
    boolean due(long millis, long leaseMillis) {
        return switch (phase) {
            case ENDING -> false;
            case ASKING -> millis - saidMillis >= HELLO_AGAIN_MILLIS;
            case HELD -> millis - saidMillis >= Math.min(SLOWEST_RENEWAL_MILLIS, leaseMillis / 5);
        };
    }

    void said(long millis) {
        saidMillis = millis;
    }

    long nextRenewal() {
        return ++renewal;
    }
}

package org.sing.accounting.domain;

import java.time.Instant;

/** What accounting hears about a job. Facts of one job come in any order and more than once. */
public sealed interface Fact {
    String job();

    record Submitted(String job, Payer payer) implements Fact {}

    /**
     * The agent saw the rank end.
     *
     * @param ran whether it ever ran; preparing and refused starts are not billed
     * @param drained whether the platform wanted the node empty
     */
    record Finished(
            String job,
            int attempt,
            int rank,
            String node,
            int gpus,
            boolean ran,
            boolean drained,
            long billedSeconds,
            Instant endedAt)
            implements Fact {}

    /**
     * The node of the rank fell silent. Should nobody see the rank end, it counts up to the last renewal that its node got
     * through; but the agent may come back and go on with it.
     */
    record Lost(String job, int attempt, int rank, String node, int gpus, long elapsedMillis, Instant lastRenewalAt)
            implements Fact {}

    /** Scheduling gave the attempt up with a lost node: what nobody saw end until now has ended. */
    record GivenUp(String job, int attempt) implements Fact {}

    /** The cause of a failed attempt is known. */
    record Classified(String job, int attempt, boolean platform, String code) implements Fact {}
}

package org.sing.schemas;

import java.time.Instant;

/** Limits and the usage ledger; the key is the project. */
public sealed interface AccountingMessage {

    /**
     * Command: sets one limit.
     *
     * @param scope {@code user} or {@code project}; {@code name} is {@code *} for the default of the scope
     * @param limit see {@link Limits}
     * @param value 0 means no limit
     */
    record SetLimit(Requester requester, String scope, String name, String limit, long value)
            implements AccountingMessage {}

    /**
     * Event: a line of the ledger, once per rank of an attempt, for ever.
     *
     * @param entry {@code job/attempt/rank}, with {@code /refund} for a refund
     * @param gpuSeconds {@code seconds} x {@code gpus}; negative for a refund
     * @param kind {@code usage} or {@code refund}
     */
    record EntryRecorded(
            String entry,
            String kind,
            String job,
            int attempt,
            int rank,
            String node,
            String owner,
            String project,
            int gpus,
            long seconds,
            long gpuSeconds,
            Instant endedAt)
            implements AccountingMessage {}

    /**
     * State: the limits of one user or project (or the default, name {@code *}); versions only grow. 0 means no limit.
     */
    record Limits(String scope, String name, long version, long runningJobs, long runningGpus, long nodesPerJob)
            implements AccountingMessage {}
}

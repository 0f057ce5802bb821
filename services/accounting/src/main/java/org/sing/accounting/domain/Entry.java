package org.sing.accounting.domain;

import java.time.Instant;

/**
 * A line of the ledger. There is one per (job, attempt, rank, kind), for ever.
 *
 * @param sequence of the line among those of its job, from 1 without gaps
 * @param seconds negative for a refund, so that plain sums are right
 */
public record Entry(
        String job,
        int attempt,
        int rank,
        Kind kind,
        long sequence,
        Payer payer,
        String node,
        int gpus,
        long seconds,
        Instant endedAt) {

    /** In the order in which lines of one rank are written. */
    public enum Kind {
        USAGE,
        REFUND
    }

    public String id() {
        var usage = job + "/" + attempt + "/" + rank;
        return switch (kind) {
            case USAGE -> usage;
            case REFUND -> usage + "/refund";
        };
    }

    public long gpuSeconds() {
        return Math.multiplyExact(seconds, (long) gpus);
    }

    static Entry usage(String job, long sequence, Payer payer, Run run) {
        return new Entry(
                job,
                run.attempt(),
                run.rank(),
                Kind.USAGE,
                sequence,
                payer,
                run.node(),
                run.gpus(),
                run.seconds(),
                run.endedAt());
    }

    Entry refund(long refundSequence) {
        return new Entry(
                job, attempt, rank, Kind.REFUND, refundSequence, payer, node, gpus, Math.negateExact(seconds), endedAt);
    }
}

package org.sing.accounting.messaging;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.sing.accounting.domain.Entry;
import org.sing.accounting.domain.limits.Holder;
import org.sing.accounting.domain.limits.LimitBook.Published;
import org.sing.schemas.AccountingMessage;
import org.sing.schemas.CommandOutcome;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.Topics;

/** What accounting says, in the words of the bus. */
final class Announcements {
    private static final Envelopes ACCOUNTING = Envelopes.of("/services/accounting");

    private Announcements() {}

    static Envelope recorded(Entry entry, Cause cause, Instant at) {
        var payer = entry.payer();
        var event = new AccountingMessage.EntryRecorded(
                entry.id(),
                entry.kind().name().toLowerCase(Locale.ROOT),
                entry.job(),
                entry.attempt(),
                entry.rank(),
                entry.node(),
                payer.owner(),
                payer.project(),
                entry.gpus(),
                entry.seconds(),
                entry.gpuSeconds(),
                entry.endedAt());
        return ACCOUNTING.fact(
                Topics.ACCOUNTING_EVENTS, payer.project(), "jobs/" + entry.job(), entry.sequence(), cause, at, event);
    }

    static Envelope limits(Holder holder, Published published, Cause cause, Instant at) {
        var values = published.values();
        var state = new AccountingMessage.Limits(
                holder.scope().word(),
                holder.name(),
                published.version(),
                values.runningJobs(),
                values.runningGpus(),
                values.nodesPerJob());
        var key = key(holder.scope().word(), holder.name());
        return ACCOUNTING.snapshot(
                Topics.ACCOUNTING_STATE, key, "limits/" + key, published.version(), cause, at, state);
    }

    static Envelope accepted(Envelope command, String key, long sequence, Instant at) {
        var subject = "limits/" + key;
        return outcome(command, key, sequence, at, new CommandOutcome.Accepted(command.id(), "set-limit", subject));
    }

    static Envelope refused(Envelope command, String key, long sequence, Instant at, String code, String detail) {
        var subject = "limits/" + key;
        return outcome(
                command,
                key,
                sequence,
                at,
                new CommandOutcome.Refused(command.id(), "set-limit", subject, code, detail, List.of()));
    }

    /** One key per user or project: compaction keeps the last state of each, outcomes stay in order. */
    static String key(String scope, String name) {
        return scope + "/" + name;
    }

    private static Envelope outcome(Envelope command, String key, long sequence, Instant at, Record outcome) {
        return ACCOUNTING.fact(
                Topics.ACCOUNTING_EVENTS, key, "limits/" + key, sequence, Cause.of(command), at, outcome);
    }
}

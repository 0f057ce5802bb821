package org.sing.accounting.messaging;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.accounting.messaging.LedgerKeeping.Told;
import org.sing.bus.Subscriber;
import org.sing.schemas.Envelope;
import org.sing.schemas.Topics;

/** What accounting hears: facts for the ledger, commands about limits. */
@ApplicationScoped
class AccountingSubscriber implements Subscriber {
    private static final String SET_LIMIT = "org.sing.accounting.set-limit.v1";

    private final LedgerKeeping ledger;
    private final LimitKeeping limits;
    private final Recovery recovery;

    AccountingSubscriber(LedgerKeeping ledger, LimitKeeping limits, Recovery recovery) {
        this.ledger = ledger;
        this.limits = limits;
        this.recovery = recovery;
    }

    @Override
    public List<String> topics() {
        return List.of(
                Topics.JOB_EVENTS,
                Topics.EXECUTION_EVENTS,
                Topics.NODE_EVENTS,
                Topics.SCHEDULING_EVENTS,
                Topics.INCIDENT_EVENTS,
                Topics.ACCOUNTING_COMMANDS);
    }

    @Override
    public Uni<Void> begin(Mutiny.Session session) {
        return recovery.recoverIfBlank(session).chain(() -> limits.start(session));
    }

    @Override
    public Uni<Void> apply(Mutiny.Session session, List<Envelope> fresh) {
        var told = fresh.stream()
                .flatMap(message -> Facts.of(message).stream().map(fact -> new Told(fact, message)))
                .toList();
        var commands = fresh.stream().filter(it -> it.type().equals(SET_LIMIT)).toList();
        return ledger.record(session, told).chain(() -> limits.answer(session, commands));
    }
}

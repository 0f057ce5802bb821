package org.sing.accounting.messaging;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.accounting.domain.Fact;
import org.sing.accounting.domain.JobAccount;
import org.sing.accounting.store.Accounts;
import org.sing.bus.Outbox;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes.Cause;

/** Folds facts into accounts and announces every line that this writes. */
@ApplicationScoped
class LedgerKeeping {
    private final Accounts accounts;
    private final Outbox outbox;
    private final Clock clock;

    LedgerKeeping(Accounts accounts, Outbox outbox, Clock clock) {
        this.accounts = accounts;
        this.outbox = outbox;
        this.clock = clock;
    }

    /** A fact and the message that told it. */
    record Told(Fact fact, Envelope message) {}

    Uni<Void> record(Mutiny.Session session, List<Told> told) {
        if (told.isEmpty()) return Uni.createFrom().voidItem();
        var jobs = new TreeSet<String>();
        for (var it : told) jobs.add(it.fact().job());
        return accounts.lock(session, jobs).chain(before -> {
            var after = new HashMap<>(before);
            var announcements = fold(after, told);
            return accounts.save(session, before, after.values()).chain(() -> outbox.append(session, announcements));
        });
    }

    private List<Envelope> fold(Map<String, JobAccount> accounts, List<Told> told) {
        var now = clock.instant();
        var announcements = new ArrayList<Envelope>();
        for (var it : told) {
            var was = accounts.get(it.fact().job());
            var is = was.apply(it.fact());
            accounts.put(is.job(), is);
            var cause = Cause.of(it.message());
            for (var entry :
                    is.entries().subList(was.entries().size(), is.entries().size()))
                announcements.add(Announcements.recorded(entry, cause, now));
        }
        return announcements;
    }
}

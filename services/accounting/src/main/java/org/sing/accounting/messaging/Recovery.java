package org.sing.accounting.messaging;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.hibernate.reactive.mutiny.Mutiny;
import org.jboss.logging.Logger;
import org.sing.accounting.domain.Entry;
import org.sing.accounting.domain.Payer;
import org.sing.accounting.domain.limits.Holder;
import org.sing.accounting.domain.limits.LimitBook;
import org.sing.accounting.domain.limits.LimitBook.Published;
import org.sing.accounting.domain.limits.Scope;
import org.sing.accounting.domain.limits.SetLimit;
import org.sing.accounting.domain.limits.Values;
import org.sing.accounting.store.Accounts;
import org.sing.accounting.store.LimitBooks;
import org.sing.accounting.store.LimitBooks.Answer;
import org.sing.schemas.AccountingMessage;
import org.sing.schemas.CommandOutcome;
import org.sing.schemas.Envelope;
import org.sing.schemas.Topics;

/**
 * Fills a blank database with what accounting itself once said, before it hears anybody else: of two pieces of evidence
 * for one rank the first one was billed, and only the own log still knows which it was.
 */
@ApplicationScoped
class Recovery {
    private static final Logger LOG = Logger.getLogger(Recovery.class);

    private final Accounts accounts;
    private final LimitBooks books;
    private final OwnLog log;

    Recovery(Accounts accounts, LimitBooks books, OwnLog log) {
        this.accounts = accounts;
        this.books = books;
        this.log = log;
    }

    Uni<Void> recoverIfBlank(Mutiny.Session session) {
        return accounts.blank(session)
                .chain(blank -> blank ? recover(session) : Uni.createFrom().voidItem());
    }

    private Uni<Void> recover(Mutiny.Session session) {
        var limits = new RememberedLimits();
        return log.read(Topics.ACCOUNTING_EVENTS, said -> {
                    limits.outcomes(said);
                    return remember(session, entries(said));
                })
                .chain(() -> log.read(Topics.ACCOUNTING_STATE, limits::states))
                .chain(() -> log.read(Topics.ACCOUNTING_COMMANDS, limits::commands))
                .chain(() -> books.save(session, limits.book, new TreeMap<>(limits.published), limits.answers))
                .invoke(() -> LOG.infof("blank database filled from own log limits=%d", limits.published.size()));
    }

    private Uni<Void> remember(Mutiny.Session session, List<Entry> entries) {
        if (entries.isEmpty()) return Uni.createFrom().voidItem();
        var jobs = new TreeSet<String>();
        for (var entry : entries) jobs.add(entry.job());
        return accounts.lock(session, jobs).chain(before -> {
            var after = new HashMap<>(before);
            for (var entry : entries) after.computeIfPresent(entry.job(), (job, account) -> account.remember(entry));
            return accounts.save(session, before, after.values());
        });
    }

    private static List<Entry> entries(List<Envelope> said) {
        return said.stream()
                .filter(it -> it.type().equals("org.sing.accounting.entry-recorded.v1"))
                .map(Recovery::entry)
                .toList();
    }

    private static Entry entry(Envelope message) {
        var it = message.as(AccountingMessage.EntryRecorded.class);
        return new Entry(
                it.job(),
                it.attempt(),
                it.rank(),
                Entry.Kind.valueOf(it.kind().toUpperCase(Locale.ROOT)),
                message.sequence(),
                new Payer(it.owner(), it.project()),
                it.node(),
                it.gpus(),
                it.seconds(),
                it.endedAt());
    }

    /** The limit book as outcomes, published states and accepted commands tell it. */
    private static final class RememberedLimits {
        private final Set<String> accepted = new HashSet<>();
        private final List<Answer> answers = new ArrayList<>();
        private final Map<Holder, Published> published = new HashMap<>();
        private LimitBook book = LimitBook.empty();

        void outcomes(List<Envelope> said) {
            for (var message : said)
                switch (message.type()) {
                    case "org.sing.command.accepted.v1" -> {
                        var command = message.as(CommandOutcome.Accepted.class).command();
                        accepted.add(command);
                        answers.add(new Answer(command, message.subject(), message.sequence()));
                    }
                    case "org.sing.command.refused.v1" ->
                        answers.add(new Answer(
                                message.as(CommandOutcome.Refused.class).command(),
                                message.subject(),
                                message.sequence()));
                    default -> {}
                }
        }

        Uni<Void> states(List<Envelope> said) {
            for (var message : said) {
                var it = message.as(AccountingMessage.Limits.class);
                var values = new Values(it.runningJobs(), it.runningGpus(), it.nodesPerJob());
                Scope.named(it.scope())
                        .ifPresent(scope -> published.merge(
                                new Holder(scope, it.name()),
                                new Published(it.version(), values),
                                (one, other) -> one.version() > other.version() ? one : other));
            }
            return Uni.createFrom().voidItem();
        }

        Uni<Void> commands(List<Envelope> heard) {
            for (var message : heard)
                if (accepted.contains(message.id())
                        && LimitKeeping.decide(message, book) instanceof SetLimit.Accepted it) book = it.book();
            return Uni.createFrom().voidItem();
        }
    }
}

package org.sing.accounting.messaging;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.accounting.domain.limits.Holder;
import org.sing.accounting.domain.limits.LimitBook;
import org.sing.accounting.domain.limits.LimitBook.Published;
import org.sing.accounting.domain.limits.SetLimit;
import org.sing.accounting.store.LimitBooks;
import org.sing.accounting.store.LimitBooks.Answer;
import org.sing.bus.Outbox;
import org.sing.schemas.AccountingMessage;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes.Cause;

/** Answers commands about limits, each exactly once, and tells the campus which limits hold. */
@ApplicationScoped
class LimitKeeping {
    private final LimitBooks books;
    private final LimitSettings settings;
    private final Outbox outbox;
    private final Clock clock;

    LimitKeeping(LimitBooks books, LimitSettings settings, Outbox outbox, Clock clock) {
        this.books = books;
        this.settings = settings;
        this.outbox = outbox;
        this.clock = clock;
    }

    /** Tells what the configuration changed since the last start. */
    Uni<Void> start(Mutiny.Session session) {
        return books.lock(session).chain(book -> {
            var settled = book.settle(settings.values());
            var told = new ArrayList<Envelope>();
            announce(told, settled.changed(), Cause.by("/services/accounting"), clock.instant());
            return books.save(session, settled.book(), settled.changed(), List.of())
                    .chain(() -> outbox.append(session, told));
        });
    }

    Uni<Void> answer(Mutiny.Session session, List<Envelope> commands) {
        if (commands.isEmpty()) return Uni.createFrom().voidItem();
        var ids = commands.stream().map(Envelope::id).toList();
        var subjects =
                commands.stream().map(it -> "limits/" + keyOf(request(it))).toList();
        return books.lock(session)
                .chain(book -> books.answered(session, ids).chain(answered -> {
                    var fresh = commands.stream()
                            .filter(it -> !answered.contains(it.id()))
                            .toList();
                    return books.lastSequences(session, subjects).chain(last -> {
                        var answers = new Answers(book, last, clock.instant());
                        for (var command : fresh) answers.to(command);
                        return books.save(session, answers.book, answers.changed, answers.given)
                                .chain(() -> outbox.append(session, answers.told));
                    });
                }));
    }

    /** The book as it changes, command by command. */
    private final class Answers {
        private final Map<String, Long> last;
        private final Instant now;
        private final List<Answer> given = new ArrayList<>();
        private final List<Envelope> told = new ArrayList<>();
        private final SortedMap<Holder, Published> changed = new TreeMap<>();
        private LimitBook book;

        Answers(LimitBook book, Map<String, Long> last, Instant now) {
            this.book = book;
            this.last = new HashMap<>(last);
            this.now = now;
        }

        void to(Envelope command) {
            var key = keyOf(request(command));
            var subject = "limits/" + key;
            var sequence = last.merge(subject, 1L, Long::sum);
            given.add(new Answer(command.id(), subject, sequence));
            switch (decide(command, book)) {
                case SetLimit.Accepted accepted -> {
                    told.add(Announcements.accepted(command, key, sequence, now));
                    publish(accepted.book(), Cause.of(command));
                }
                case SetLimit.Refused refused ->
                    told.add(Announcements.refused(command, key, sequence, now, refused.code(), refused.detail()));
            }
        }

        private void publish(LimitBook next, Cause cause) {
            var settled = next.settle(settings.values());
            book = settled.book();
            changed.putAll(settled.changed());
            announce(told, settled.changed(), cause, now);
        }
    }

    private static void announce(List<Envelope> told, SortedMap<Holder, Published> changed, Cause cause, Instant now) {
        changed.forEach((holder, published) -> told.add(Announcements.limits(holder, published, cause, now)));
    }

    static SetLimit.Outcome decide(Envelope command, LimitBook book) {
        var request = request(command);
        return new SetLimit(
                        request.requester().staff(), request.scope(), request.name(), request.limit(), request.value())
                .decide(book);
    }

    private static AccountingMessage.SetLimit request(Envelope command) {
        return command.as(AccountingMessage.SetLimit.class);
    }

    private static String keyOf(AccountingMessage.SetLimit request) {
        return Announcements.key(request.scope(), request.name());
    }
}

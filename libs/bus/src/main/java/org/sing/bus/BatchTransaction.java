package org.sing.bus;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.bus.FaultPoints.Point;
import org.sing.bus.Heard.Key;
import org.sing.bus.Heard.Message;
import org.sing.bus.Heard.Partition;
import org.sing.bus.Heard.Unreadable;
import org.sing.bus.InboxRows.Claim;
import org.sing.bus.InboxRows.KeyRow;
import org.sing.bus.InboxRows.Known;
import org.sing.schemas.Envelope;

/** The work of one transaction: judge what was heard, let the subscriber apply what is fresh, record both. */
@ApplicationScoped
class BatchTransaction {
    private static final int MAX_ERROR = 2000;

    private final InboxStore store;
    private final Positions positions;
    private final Subscriber subscriber;
    private final DeadLetters deadLetters;
    private final FaultPoints faults;

    BatchTransaction(
            InboxStore store, Positions positions, Subscriber subscriber, DeadLetters deadLetters, FaultPoints faults) {
        this.store = store;
        this.positions = positions;
        this.subscriber = subscriber;
        this.deadLetters = deadLetters;
        this.faults = faults;
    }

    /**
     * What a batch came to.
     *
     * @param gaps keys that may still move, when the limit has cut the batch short
     */
    record Applied(List<Claim> claims, List<Envelope> fresh, int repetitions, int deadLetters, List<Key> gaps) {}

    /** The subscriber refused this one message. */
    static final class Refused extends RuntimeException {
        private final transient Message message;

        Refused(Message message, Throwable cause) {
            super(cause.getMessage(), cause);
            this.message = message;
        }

        Message message() {
            return message;
        }
    }

    /** @param limit how many messages the subscriber is given at most; the others of their keys stay parked */
    Uni<Applied> apply(Mutiny.Session session, List<Heard> batch, int limit) {
        return store.read(session, batch).chain(known -> {
            var claims = claims(batch, known);
            var ahead = ahead(batch, claims);
            if (known.keys().isEmpty()) return admit(session, ahead, known, List.of(), claims, limit);
            return locked(session, ahead, known)
                    .chain(now -> store.waiting(session, healing(ahead, now))
                            .chain(waiting -> store.read(session, both(ahead, waiting))
                                    .chain(all -> admit(session, ahead, all, waiting, claims, limit))));
        });
    }

    /** What is known once nobody else can release the parked keys of the batch. */
    private Uni<Known> locked(Mutiny.Session session, List<Heard> batch, Known known) {
        return store.lockKeys(
                        session, known.keys().stream().map(KeyRow::keyOfTopic).toList())
                .chain(() -> store.read(session, batch));
    }

    /** Applies at most one of the messages that a parked key has waited with, whatever it has waited for. */
    Uni<Applied> release(Mutiny.Session session, Key key) {
        return store.lockKeys(session, List.of(key))
                .chain(() -> store.waiting(session, List.of(key)))
                .chain(waiting -> store.read(session, waiting).chain(known -> {
                    var admission = admission(known, waiting, 1);
                    admission.release(key);
                    return record(session, admission, List.of(), List.of());
                }));
    }

    /** Makes a dead letter of a message that fails alone, parks its key, and moves on. */
    Uni<Applied> refuse(Mutiny.Session session, Message message, Throwable failure) {
        return store.read(session, List.of(message)).chain(known -> {
            var claims = claims(List.of(message), known);
            if (ahead(List.of(message), claims).isEmpty())
                return Uni.createFrom().item(new Applied(claims, List.of(), 0, 0, List.of()));
            return refuseAgain(session, message, failure)
                    .chain(() -> store.write(session, claims, Map.of(), List.of()))
                    .replaceWith(() -> refused(claims));
        });
    }

    /** The same for a message that waits already. */
    Uni<Applied> refuseAgain(Mutiny.Session session, Message message, Throwable failure) {
        var error = error(failure);
        return store.lockKeys(session, List.of(message.place().keyOfTopic()))
                .map(rows -> rows.stream().mapToInt(KeyRow::attempts).sum() + 1)
                .chain(attempts -> deadLetters.append(session, message, error, attempts))
                .chain(() -> store.park(
                        session, List.of(message), List.of(), List.of(), List.of(KeyRow.failure(message, error))))
                .replaceWith(() -> refused(List.of()));
    }

    private static Applied refused(List<Claim> claims) {
        return new Applied(claims, List.of(), 0, 1, List.of());
    }

    private static String error(Throwable failure) {
        var cause = failure instanceof Refused ? failure.getCause() : failure;
        var text = cause.toString().replace('\0', ' ');
        return text.substring(0, Math.min(text.length(), MAX_ERROR));
    }

    private static List<Heard> both(List<Heard> batch, List<Message> waiting) {
        return Stream.concat(batch.stream(), waiting.stream()).toList();
    }

    private Uni<Applied> admit(
            Mutiny.Session session,
            List<Heard> ahead,
            Known known,
            List<Message> waiting,
            List<Claim> claims,
            int limit) {
        var admission = admission(known, waiting, limit);
        var unreadable = new ArrayList<Unreadable>();
        var seen = new HashSet<>(known.ids());
        for (var heard : ahead) {
            switch (heard) {
                case Message message -> admission.offer(message);
                case Unreadable bad -> {
                    if (seen.add(bad.eventId())) unreadable.add(bad);
                }
                case Heard.Tombstone tombstone -> {}
            }
        }
        return record(session, admission, unreadable, claims);
    }

    private Uni<Applied> record(
            Mutiny.Session session, Admission admission, List<Unreadable> unreadable, List<Claim> claims) {
        var fresh = admission.fresh().stream().map(Message::envelope).toList();
        var ids = new HashSet<>(admission.ids());
        unreadable.forEach(bad -> ids.add(bad.eventId()));
        var gaps = admission.gaps();
        return tell(session, admission.fresh())
                .chain(() -> deadLetters.append(session, unreadable))
                .chain(() -> store.park(
                        session,
                        admission.toPark(),
                        admission.toForget(),
                        admission.freed(),
                        gaps.stream().map(KeyRow::gap).toList()))
                .chain(() -> store.write(session, claims, admission.marks(), ids))
                .chain(() -> faults.reach(Point.BEFORE_COMMIT))
                .replaceWith(() -> new Applied(
                        claims,
                        fresh,
                        admission.repetitions(),
                        unreadable.size(),
                        gaps.stream().map(Admission.Gap::key).toList()));
    }

    private Uni<Void> tell(Mutiny.Session session, List<Message> fresh) {
        if (fresh.isEmpty()) return Uni.createFrom().voidItem();
        // Flushed here, so that what the subscriber left to the flush fails as its doing.
        return faults.reach(Point.APPLYING)
                .chain(() -> subscriber.apply(
                        session, fresh.stream().map(Message::envelope).toList()))
                .chain(session::flush)
                .onFailure(failure -> fresh.size() == 1)
                .transform(failure -> new Refused(fresh.getFirst(), failure));
    }

    private List<Claim> claims(List<Heard> batch, Known known) {
        var stored = known.positions().stream()
                .collect(toMap(row -> new Partition(row.topic(), row.partition()), InboxRows.PositionRow::nextOffset));
        var next = batch.stream()
                .collect(toMap(
                        heard -> heard.place().partitionOfTopic(),
                        heard -> heard.place().offset() + 1,
                        Math::max));
        return next.entrySet().stream()
                .map(entry -> claim(entry.getKey(), stored.getOrDefault(entry.getKey(), 0L), entry.getValue()))
                .toList();
    }

    private Claim claim(Partition partition, long stored, long next) {
        positions.check(partition, stored);
        return new Claim(partition.topic(), partition.number(), stored, Math.max(stored, next));
    }

    /** What lies below the stored position was applied by whoever consumed before. */
    private static List<Heard> ahead(List<Heard> batch, List<Claim> claims) {
        var from = claims.stream()
                .collect(toMap(claim -> new Partition(claim.topic(), claim.partition()), Claim::expected));
        return batch.stream()
                .filter(heard ->
                        heard.place().offset() >= from.get(heard.place().partitionOfTopic()))
                .toList();
    }

    private static Set<Key> healing(List<Heard> ahead, Known known) {
        Map<Key, KeyRow> parked = known.keys().stream().collect(toMap(KeyRow::keyOfTopic, row -> row));
        return ahead.stream()
                .filter(Message.class::isInstance)
                .map(Message.class::cast)
                .filter(message -> parked.containsKey(message.place().keyOfTopic()))
                .filter(message -> parked.get(message.place().keyOfTopic())
                        .parked(List.of())
                        .endsWith(message))
                .map(message -> message.place().keyOfTopic())
                .collect(toSet());
    }

    private static Admission admission(Known known, List<Message> waiting, int limit) {
        var marks = known.marks().stream()
                .collect(toMap(
                        row -> new Heard.Stream(row.topic(), row.source(), row.subject()),
                        InboxRows.MarkRow::sequence));
        var parked = known.keys().stream()
                .map(row -> row.parked(waiting.stream()
                        .filter(message -> message.place().keyOfTopic().equals(row.keyOfTopic()))
                        .toList()))
                .toList();
        return new Admission(marks, known.ids(), parked, limit);
    }
}

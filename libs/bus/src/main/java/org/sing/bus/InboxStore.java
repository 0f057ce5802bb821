package org.sing.bus;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.bus.Heard.EventId;
import org.sing.bus.Heard.Key;
import org.sing.bus.Heard.Message;
import org.sing.bus.Heard.Partition;
import org.sing.bus.Heard.Place;
import org.sing.bus.Heard.Stream;
import org.sing.bus.InboxRows.Claim;
import org.sing.bus.InboxRows.HeardRow;
import org.sing.bus.InboxRows.KeyRow;
import org.sing.bus.InboxRows.Known;
import org.sing.bus.InboxRows.MarkRow;
import org.sing.bus.InboxRows.ParkedRow;
import org.sing.bus.InboxRows.Parking;
import org.sing.bus.InboxRows.PlaceRow;
import org.sing.bus.InboxRows.PositionRow;
import org.sing.bus.InboxRows.Written;
import org.sing.schemas.Json;

/** What the inbox knows, in the database: one statement to read for a batch, one to write. Rows travel as one document. */
@ApplicationScoped
class InboxStore {
    /** {@code offset 0} keeps each look-up on its index: the planner cannot know that a batch is small beside the table. */
    private static final String READ = """
            with heard as materialized (
                select * from jsonb_to_recordset(cast(cast(:heard as text) as jsonb))
                    as h(topic text, partition int, key text, source text, id text, subject text, sequence bigint))
            select cast(json_build_object(
                'positions', (select json_agg(f) from (select distinct topic, partition from heard) h
                    cross join lateral (select * from consumer_position p
                        where p.topic = h.topic and p.partition = h.partition offset 0) f),
                'marks', (select json_agg(f) from (select distinct topic, source, subject from heard where sequence > 0) h
                    cross join lateral (select * from bus_mark m
                        where m.topic = h.topic and m.source = h.source and m.subject = h.subject offset 0) f),
                'ids', (select json_agg(f) from (select distinct source, id from heard where sequence = 0) h
                    cross join lateral (select * from bus_inbox i
                        where i.source = h.source and i.id = h.id offset 0) f),
                'keys', (select json_agg(f) from (select distinct topic, key from heard) h
                    cross join lateral (select * from bus_parked_key k
                        where k.topic = h.topic and k.key = h.key offset 0) f)) as text)
            """;

    private static final String WRITE = """
            with doc as materialized (select cast(cast(:doc as text) as jsonb) as d),
            claim as materialized (
                select * from jsonb_to_recordset((select d -> 'positions' from doc))
                    as c(topic text, partition int, expected bigint, next_offset bigint)),
            created as (
                insert into consumer_position (topic, partition, next_offset)
                select topic, partition, next_offset from claim where expected = 0
                on conflict do nothing returning 1),
            moved as (
                update consumer_position p set next_offset = c.next_offset from claim c
                where p.topic = c.topic and p.partition = c.partition and p.next_offset = c.expected returning 1),
            marked as (
                insert into bus_mark (topic, source, subject, sequence)
                select topic, source, subject, sequence from jsonb_to_recordset((select d -> 'marks' from doc))
                    as m(topic text, source text, subject text, sequence bigint)
                on conflict (topic, source, subject) do update set sequence = excluded.sequence),
            remembered as (
                insert into bus_inbox (source, id)
                select source, id from jsonb_to_recordset((select d -> 'ids' from doc)) as i(source text, id text)
                on conflict do nothing)
            select (select count(*) from created) + (select count(*) from moved)
            """;

    private static final String PARK = """
            with doc as materialized (select cast(cast(:doc as text) as json) as d),
            parked as (
                insert into bus_parked (topic, partition, at_offset, key, envelope)
                select topic, partition, at_offset, key, envelope from json_to_recordset((select d -> 'park' from doc))
                    as p(topic text, partition int, at_offset bigint, key text, envelope json)
                on conflict do nothing),
            forgotten as (
                delete from bus_parked b using json_to_recordset((select d -> 'forget' from doc))
                    as p(topic text, partition int, at_offset bigint)
                where b.topic = p.topic and b.partition = p.partition and b.at_offset = p.at_offset),
            freed as (
                delete from bus_parked_key b using json_to_recordset((select d -> 'freed' from doc)) as k(topic text, key text)
                where b.topic = k.topic and b.key = k.key)
            insert into bus_parked_key (topic, key, reason, source, subject, sequence, error, attempts)
            select topic, key, reason, source, subject, sequence, error, attempts
            from json_to_recordset((select d -> 'keys' from doc))
                as k(topic text, key text, reason text, source text, subject text, sequence bigint, error text, attempts int)
            on conflict (topic, key) do update set reason = excluded.reason, source = excluded.source,
                subject = excluded.subject, sequence = excluded.sequence, error = excluded.error,
                attempts = bus_parked_key.attempts + excluded.attempts
            """;

    private static final String WAITING = """
            select cast(json_agg(b order by b.at_offset) as text) from bus_parked b
            join jsonb_to_recordset(cast(cast(:keys as text) as jsonb)) as k(topic text, key text)
                on b.topic = k.topic and b.key = k.key
            """;

    private static final String LOCK_KEYS = """
            select cast(row_to_json(b) as text) from bus_parked_key b
            where (topic, key) in (
                select topic, key from jsonb_to_recordset(cast(cast(:keys as text) as jsonb)) as k(topic text, key text))
            order by topic, key for update
            """;

    /** Locks the leader row until the commit, so that nobody takes over in between. */
    private static final String LEADS = "select 1 from bus_leader where name = :leader and epoch = :epoch for share";

    private final Names names;

    InboxStore(Names names) {
        this.names = names;
    }

    Uni<Known> read(Mutiny.Session session, List<? extends Heard> batch) {
        var rows = batch.stream().map(HeardRow::of).toList();
        return session.createNativeQuery(READ, String.class)
                .setParameter("heard", Json.string(rows))
                .getSingleResult()
                .map(document -> Json.read(document, Known.class));
    }

    /** The messages that wait for the given keys, in the order of the topic. */
    Uni<List<Message>> waiting(Mutiny.Session session, Collection<Key> keys) {
        if (keys.isEmpty()) return Uni.createFrom().item(List.of());
        return session.createNativeQuery(WAITING, String.class)
                .setParameter("keys", Json.string(keys))
                .getSingleResultOrNull()
                .map(document -> document == null
                        ? List.of()
                        : List.of(Json.read(document, ParkedRow[].class)).stream()
                                .map(ParkedRow::message)
                                .toList());
    }

    /** Records a batch; fails with {@link Superseded} if another consumer has moved a position meanwhile. */
    Uni<Void> write(Mutiny.Session session, List<Claim> claims, Map<Stream, Long> marks, Collection<EventId> ids) {
        var markRows = marks.entrySet().stream()
                .map(mark -> new MarkRow(
                        mark.getKey().topic(),
                        mark.getKey().source(),
                        mark.getKey().subject(),
                        mark.getValue()))
                .toList();
        return session.createNativeQuery(WRITE, Long.class)
                .setParameter("doc", Json.string(new Written(claims, markRows, ids)))
                .getSingleResult()
                .invoke(moved -> {
                    if (moved != claims.size()) throw new Superseded();
                })
                .replaceWithVoid();
    }

    Uni<Void> park(Mutiny.Session session, List<Message> park, List<Place> forget, List<Key> freed, List<KeyRow> keys) {
        if (park.isEmpty() && forget.isEmpty() && freed.isEmpty() && keys.isEmpty())
            return Uni.createFrom().voidItem();
        var parking = new Parking(
                park.stream().map(ParkedRow::of).toList(),
                forget.stream()
                        .map(place -> new PlaceRow(place.topic(), place.partition(), place.offset()))
                        .toList(),
                freed,
                keys);
        return session.createNativeQuery(PARK)
                .setParameter("doc", Json.string(parking))
                .executeUpdate()
                .replaceWithVoid();
    }

    /** Keeps others from releasing the keys, or from adding to them, until the transaction ends. */
    Uni<List<KeyRow>> lockKeys(Mutiny.Session session, Collection<Key> keys) {
        return session.createNativeQuery(LOCK_KEYS, String.class)
                .setParameter("keys", Json.string(keys))
                .getResultList()
                .map(rows ->
                        rows.stream().map(row -> Json.read(row, KeyRow.class)).toList());
    }

    Uni<List<ParkedKeys.ParkedKey>> parkedKeys(Mutiny.Session session) {
        return session.createNativeQuery(
                        "select cast(row_to_json(k) as text) from bus_parked_key k order by parked_at", String.class)
                .getResultList()
                .map(rows -> rows.stream()
                        .map(row -> Json.read(row, ParkedKeys.ParkedKey.class))
                        .toList());
    }

    Uni<List<PositionRow>> positions(Mutiny.Session session) {
        return session.createNativeQuery("select cast(json_agg(p) as text) from consumer_position p", String.class)
                .getSingleResultOrNull()
                .map(document -> document == null ? List.of() : List.of(Json.read(document, PositionRow[].class)));
    }

    Uni<Void> forgetPosition(Mutiny.Session session, Partition partition) {
        return session.createNativeQuery(
                        "update consumer_position set next_offset = 0 where topic = :topic and partition = :partition")
                .setParameter("topic", partition.topic())
                .setParameter("partition", partition.number())
                .executeUpdate()
                .replaceWithVoid();
    }

    Uni<Void> forgetPositions(Mutiny.Session session) {
        return session.createNativeQuery("update consumer_position set next_offset = 0")
                .executeUpdate()
                .replaceWithVoid();
    }

    /** Fails unless the epoch leads, and keeps it leading until the transaction ends. */
    Uni<Void> requireLead(Mutiny.Session session, OptionalLong epoch) {
        if (epoch.isEmpty()) return Uni.createFrom().voidItem();
        return session.createNativeQuery(LEADS, Integer.class)
                .setParameter("leader", names.service())
                .setParameter("epoch", epoch.getAsLong())
                .getResultList()
                .invoke(rows -> {
                    if (rows.isEmpty()) throw new LeadLost();
                })
                .replaceWithVoid();
    }

    /** Another consumer has applied what this one holds. */
    static final class Superseded extends RuntimeException {
        Superseded() {
            super("the position was moved by another consumer");
        }
    }

    static final class LeadLost extends RuntimeException {
        LeadLost() {
            super("the epoch of this replica does not lead any more");
        }
    }
}

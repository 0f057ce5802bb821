package org.sing.incident.store;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.incident.domain.AttemptCase;
import org.sing.incident.domain.Incident;
import org.sing.incident.domain.NodePast;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.Json;

/** Cases, pasts of nodes and incidents in PostgreSQL. Failures are rare, so that those who write take turns. */
@ApplicationScoped
public class Files {
    /** A statement of its own, so that the next one sees what the holder of the lock before us committed. */
    private static final String TURN = "select cast(pg_advisory_xact_lock(hashtext('sing.incident')) as text)";

    private static final String NAMED =
            "(select value from jsonb_array_elements_text(cast(cast(:rows as text) as jsonb)))";

    private static final String CASES = """
            select cast(json_build_object('document', c.document, 'sequence', c.sequence, 'cause', c.cause) as text)
            from attempt_case c where c.job in
            """ + NAMED;

    private static final String WAITING =
            "select distinct job from attempt_case where sequence = 0 and since is not null and since <= :before";

    private static final String PASTS = "select cast(to_json(n) as text) from node_past n where n.node in " + NAMED;

    private static final String INCIDENTS = """
            select cast(i.document as text) from incident i
            where i.state = 'open' or i.opened_at >= :since
               or (i.dedup_key, i.count) in (
                   select dedup_key, max(count) from incident where dedup_key in
            """ + NAMED + " group by dedup_key)";

    private static final String SAVE_CASES = """
            insert into attempt_case (job, attempt, sequence, since, document, cause)
            select job, attempt, sequence, since, document, cause
            from jsonb_to_recordset(cast(cast(:rows as text) as jsonb))
                as c(job text, attempt int, sequence bigint, since timestamptz, document jsonb, cause jsonb)
            on conflict (job, attempt) do update set sequence = excluded.sequence, since = excluded.since,
                document = excluded.document, cause = excluded.cause
            where attempt_case.sequence = 0
            """;

    private static final String SAVE_PASTS = """
            insert into node_past (node, lost, rebooted, registered)
            select node, lost, rebooted, registered from jsonb_to_recordset(cast(cast(:rows as text) as jsonb))
                as n(node text, lost bigint, rebooted bigint, registered bigint)
            on conflict (node) do update set lost = excluded.lost, rebooted = excluded.rebooted,
                registered = excluded.registered
            """;

    private static final String SAVE_INCIDENTS = """
            insert into incident (incident, dedup_key, count, sequence, state, opened_at, document)
            select incident, dedup_key, count, sequence, state, opened_at, document
            from jsonb_to_recordset(cast(cast(:rows as text) as jsonb))
                as i(incident text, dedup_key text, count bigint, sequence bigint, state text,
                     opened_at timestamptz, document jsonb)
            on conflict (incident) do update set sequence = excluded.sequence, state = excluded.state,
                document = excluded.document
            """;

    private record CaseRow(AttemptCase document, long sequence, Cause cause) {}

    private record CaseToSave(
            String job, int attempt, long sequence, Optional<Instant> since, AttemptCase document, Cause cause) {}

    private record IncidentToSave(
            String incident,
            String dedupKey,
            long count,
            long sequence,
            String state,
            Instant openedAt,
            Incident document) {}

    /** Keeps other writers away until the transaction ends. */
    public Uni<Void> lock(Mutiny.Session session) {
        return session.createNativeQuery(TURN, String.class).getResultList().replaceWithVoid();
    }

    /** Every case of these jobs, also the decided ones. */
    public Uni<List<Filed>> cases(Mutiny.Session session, Collection<String> jobs) {
        return read(session, CASES, jobs, CaseRow.class)
                .map(rows -> rows.stream()
                        .map(row -> new Filed(row.document(), row.sequence(), row.cause()))
                        .toList());
    }

    /** Jobs with a case that has waited since then or longer. */
    public Uni<List<String>> waiting(Mutiny.Session session, Instant before) {
        return session.createNativeQuery(WAITING, String.class)
                .setParameter("before", before)
                .getResultList();
    }

    public Uni<List<NodePast>> pasts(Mutiny.Session session, Collection<String> nodes) {
        return read(session, PASTS, nodes, NodePast.class);
    }

    /** The last incident of each of these troubles, and all that are open or were opened since then. */
    public Uni<List<Incident>> incidents(Mutiny.Session session, Collection<String> dedupKeys, Instant since) {
        if (dedupKeys.isEmpty()) return Uni.createFrom().item(List.of());
        return session.createNativeQuery(INCIDENTS, String.class)
                .setParameter("rows", Json.string(dedupKeys))
                .setParameter("since", since)
                .getResultList()
                .map(texts -> texts.stream()
                        .map(text -> Json.read(text, Incident.class))
                        .toList());
    }

    public Uni<Void> save(
            Mutiny.Session session,
            Collection<Filed> cases,
            Collection<NodePast> pasts,
            Collection<Incident> incidents) {
        return write(session, SAVE_CASES, cases.stream().map(Files::toSave).toList())
                .chain(() -> write(session, SAVE_PASTS, pasts))
                .chain(() -> write(
                        session,
                        SAVE_INCIDENTS,
                        incidents.stream().map(Files::toSave).toList()));
    }

    private static CaseToSave toSave(Filed it) {
        var attempt = it.attempt();
        return new CaseToSave(attempt.job(), attempt.attempt(), it.sequence(), attempt.since(), attempt, it.cause());
    }

    private static IncidentToSave toSave(Incident it) {
        return new IncidentToSave(
                it.id(), it.dedupKey(), it.count(), it.sequence(), it.open() ? "open" : "resolved", it.openedAt(), it);
    }

    private static <T> Uni<List<T>> read(Mutiny.Session session, String sql, Collection<?> rows, Class<T> type) {
        if (rows.isEmpty()) return Uni.createFrom().item(List.of());
        return session.createNativeQuery(sql, String.class)
                .setParameter("rows", Json.string(rows))
                .getResultList()
                .map(texts -> texts.stream().map(text -> Json.read(text, type)).toList());
    }

    /** Fails when not exactly one row was written for each: somebody else was there first. */
    private static Uni<Void> write(Mutiny.Session session, String sql, Collection<?> rows) {
        if (rows.isEmpty()) return Uni.createFrom().voidItem();
        return session.createNativeQuery(sql)
                .setParameter("rows", Json.string(rows))
                .executeUpdate()
                .invoke(written -> {
                    if (written != rows.size())
                        throw new IllegalStateException("rows changed meanwhile: " + (rows.size() - written));
                })
                .replaceWithVoid();
    }
}

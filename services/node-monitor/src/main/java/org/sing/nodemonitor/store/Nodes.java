package org.sing.nodemonitor.store;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.nodemonitor.domain.Input;
import org.sing.nodemonitor.domain.Node;
import org.sing.schemas.Json;

/** Nodes, join tokens and released allocations in PostgreSQL; each call is one statement. */
@ApplicationScoped
public class Nodes {
    private static final String NAMED =
            "(select value from jsonb_array_elements_text(cast(cast(:rows as text) as jsonb)))";
    private static final String LOAD =
            "select cast(document as text) from node where name in " + NAMED + " order by name for update";
    private static final String HOLDING = "select name from node where jsonb_array_length(document -> 'in_flight') > 0";

    private static final String SILENT = """
            select name from node
            where phase not in ('LOST', 'UNKNOWN') and last_renewal_at < now() - :millis * interval '1 millisecond'
            """;

    private static final String SAVE = """
            insert into node (name, phase, connected, last_renewal_at, document)
            select name, phase, connected, last_renewal_at, document
            from jsonb_to_recordset(cast(cast(:rows as text) as jsonb))
                as n(name text, phase text, connected boolean, last_renewal_at timestamptz, document jsonb)
            on conflict (name) do update set phase = excluded.phase, connected = excluded.connected,
                last_renewal_at = excluded.last_renewal_at, document = excluded.document
            """;

    private record NodeRow(
            String name, String phase, boolean connected, Optional<Instant> lastRenewalAt, Node document) {}

    private record TokenRow(Instant expiresAt, Optional<String> usedBy) {}

    public Uni<Instant> now(Mutiny.Session session) {
        return session.createNativeQuery("select now()", Instant.class).getSingleResult();
    }

    public Uni<List<Node>> load(Mutiny.Session session, Collection<String> names) {
        if (names.isEmpty()) return Uni.createFrom().item(List.of());
        return session.createNativeQuery(LOAD, String.class)
                .setParameter("rows", Json.string(names))
                .getResultList()
                .map(rows ->
                        rows.stream().map(row -> Json.read(row, Node.class)).toList());
    }

    /** Cordoned nodes that something still runs on. */
    public Uni<List<String>> holding(Mutiny.Session session) {
        return session.createNativeQuery(HOLDING, String.class).getResultList();
    }

    public Uni<List<String>> silent(Mutiny.Session session, Duration silence) {
        return session.createNativeQuery(SILENT, String.class)
                .setParameter("millis", silence.toMillis())
                .getResultList();
    }

    public Uni<Void> save(Mutiny.Session session, Collection<Node> nodes) {
        if (nodes.isEmpty()) return Uni.createFrom().voidItem();
        var rows = nodes.stream()
                .map(node ->
                        new NodeRow(node.name(), node.phase().name(), node.connected(), node.lastRenewalAt(), node))
                .toList();
        return session.createNativeQuery(SAVE)
                .setParameter("rows", Json.string(rows))
                .executeUpdate()
                .replaceWithVoid();
    }

    public Uni<Void> addToken(Mutiny.Session session, String hash, Instant expiresAt) {
        return session.createNativeQuery(
                        "insert into join_token (hash, expires_at) values (:hash, :expires) on conflict do nothing")
                .setParameter("hash", hash)
                .setParameter("expires", expiresAt)
                .executeUpdate()
                .replaceWithVoid();
    }

    public Uni<Optional<Input.Token>> token(Mutiny.Session session, String hash) {
        return session.createNativeQuery(
                        "select cast(to_json(t) as text) from join_token t where hash = :hash for update", String.class)
                .setParameter("hash", hash)
                .getResultList()
                .map(rows -> rows.stream()
                        .map(row -> Json.read(row, TokenRow.class))
                        .map(row -> new Input.Token(row.expiresAt(), row.usedBy()))
                        .findFirst());
    }

    public Uni<Void> useToken(Mutiny.Session session, String hash, String node) {
        return session.createNativeQuery("update join_token set used_by = :node where hash = :hash")
                .setParameter("node", node)
                .setParameter("hash", hash)
                .executeUpdate()
                .replaceWithVoid();
    }

    public Uni<Void> addReleased(Mutiny.Session session, Set<String> allocations) {
        if (allocations.isEmpty()) return Uni.createFrom().voidItem();
        return session.createNativeQuery("insert into released_allocation (allocation) select value from "
                        + "jsonb_array_elements_text(cast(cast(:rows as text) as jsonb)) on conflict do nothing")
                .setParameter("rows", Json.string(allocations))
                .executeUpdate()
                .replaceWithVoid();
    }

    /** Those of the allocations that are known to be over. */
    public Uni<Set<String>> released(Mutiny.Session session, Set<String> allocations) {
        if (allocations.isEmpty()) return Uni.createFrom().item(Set.of());
        return session.createNativeQuery(
                        "select allocation from released_allocation where allocation in " + NAMED, String.class)
                .setParameter("rows", Json.string(allocations))
                .getResultList()
                .map(rows -> rows.stream().collect(Collectors.toSet()));
    }

    public Uni<Void> forgetReleased(Mutiny.Session session) {
        return session.createNativeQuery("delete from released_allocation where released_at < now() - interval '1 day'")
                .executeUpdate()
                .replaceWithVoid();
    }
}

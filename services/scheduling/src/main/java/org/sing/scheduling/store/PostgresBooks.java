package org.sing.scheduling.store;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.hibernate.StaleStateException;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.bus.Leadership;
import org.sing.scheduling.app.Books;
import org.sing.scheduling.app.Order;
import org.sing.scheduling.core.Allocation;
import org.sing.scheduling.core.Choice;
import org.sing.scheduling.core.Head;
import org.sing.scheduling.core.History;
import org.sing.scheduling.core.Job;
import org.sing.scheduling.core.Limit;
import org.sing.scheduling.core.Node;
import org.sing.scheduling.core.Overtaker;
import org.sing.scheduling.core.Snapshot;
import org.sing.scheduling.core.Usage;
import org.sing.scheduling.core.Window;
import org.sing.schemas.Json;

/** The books as documents: one statement per table and batch, however many rows. */
@ApplicationScoped
class PostgresBooks implements Books {
    private static final String JOBS = upsert("queue_entry (job, document)", "r ->> 'id'", "job");
    private static final String NODES = upsert("node (name, document)", "r ->> 'name'", "name");
    private static final String LIMITS =
            upsert("usage_limit (id, document)", "concat(r ->> 'scope', '/', r ->> 'name')", "id");
    private static final String HEADS =
            upsert("queue_head (resource_group, document)", "r ->> 'group'", "resource_group");
    private static final String HISTORIES = upsert("run_history (kind, document)", "r ->> 'kind'", "kind");
    private static final String OVERTAKERS =
            upsert("overtaker (allocation, document)", "r ->> 'allocation'", "allocation");
    private static final String CHOICES =
            upsert("group_rule (resource_group, document)", "r ->> 'group'", "resource_group");
    private static final String USAGES = upsert("account_usage (name, document)", "r ->> 'name'", "name");
    private static final String WINDOWS = upsert("reservation (name, document)", "r ->> 'name'", "name");
    private static final String ORDERS = upsert("job_order (job, document)", "r ->> 'job'", "job");

    /** The gate is part of the statement: a stale leader writes no allocation, not even one that it would roll back. */
    private static final String ALLOCATIONS = """
        insert into allocation (id, document)
        select r ->> 'id', r from jsonb_array_elements(cast(cast(:rows as text) as jsonb)) r where %s
        on conflict (id) do update set document = excluded.document
        """.formatted(Leadership.GATE);

    private static final String EPOCH = "select epoch from bus_leader where name = :leader for share";

    private static final String LEADS = "select 1 where " + Leadership.GATE;

    private static final String RELEASE = """
        update allocation_gpu held set released_at = now()
        from jsonb_to_recordset(cast(cast(:rows as text) as jsonb)) as over(allocation text, node text)
        where held.allocation = over.allocation and held.node = over.node and held.released_at is null
        """;

    /** A conflict on the key means that the GPU was written with its placement; one on the holder must fail. */
    private static final String HOLD = """
        insert into allocation_gpu (allocation, node, gpu, released_at)
        select r.allocation, r.node, r.gpu, case when r.over then now() end
        from jsonb_to_recordset(cast(cast(:rows as text) as jsonb)) as r(allocation text, node text, gpu text, over boolean)
        on conflict (allocation, node, gpu) do nothing
        """;

    /** Nobody older waits any more: what these used counts against nobody. */
    private static final String SETTLE = """
        delete from overtaker passed
        using jsonb_to_recordset(cast(cast(:rows as text) as jsonb)) as settled(allocation text)
        where passed.allocation = settled.allocation
        """;

    /** There is no room for these kinds of runs any more. */
    private static final String FORGET = """
        delete from run_history known
        using jsonb_to_recordset(cast(cast(:rows as text) as jsonb)) as forgotten(kind text)
        where known.kind = forgotten.kind
        """;

    private final String leader;

    PostgresBooks(@ConfigProperty(name = "quarkus.application.name") String leader) {
        this.leader = leader;
    }

    /** What the rules remember. */
    private record Rules(
            List<Head> heads,
            List<History> histories,
            List<Overtaker> overtakers,
            List<Choice> choices,
            List<Usage> usages,
            List<Window> windows) {}

    private record Over(String allocation, String node) {}

    private record Held(String allocation, String node, String gpu, boolean over) {}

    @Override
    public Uni<Long> epoch(Mutiny.Session session) {
        return session.createNativeQuery(EPOCH, Long.class)
                .setParameter("leader", leader)
                .getSingleResult();
    }

    @Override
    public Uni<Content> read(Mutiny.Session session) {
        return documents(session, "queue_entry where state <> 'DONE'", Job.class)
                .chain(jobs -> documents(session, "allocation where not released", Allocation.class)
                        .chain(allocations -> documents(session, "node", Node.class)
                                .chain(nodes -> documents(session, "usage_limit", Limit.class)
                                        .chain(limits -> rules(session)
                                                .map(rules -> new Snapshot(
                                                        jobs,
                                                        allocations,
                                                        nodes,
                                                        limits,
                                                        rules.heads,
                                                        rules.histories,
                                                        rules.overtakers,
                                                        rules.choices,
                                                        rules.usages,
                                                        rules.windows))))))
                .chain(snapshot -> documents(
                                session,
                                "job_order where job in (select job from queue_entry where state <> 'DONE')",
                                Order.class)
                        .map(orders -> new Content(snapshot, orders)));
    }

    private static Uni<Rules> rules(Mutiny.Session session) {
        return documents(session, "queue_head", Head.class)
                .chain(heads -> documents(session, "run_history", History.class)
                        .chain(histories -> documents(session, "overtaker", Overtaker.class)
                                .chain(overtakers -> documents(session, "group_rule", Choice.class)
                                        .chain(choices -> documents(session, "account_usage", Usage.class)
                                                .chain(usages -> documents(session, "reservation", Window.class)
                                                        .map(windows -> new Rules(
                                                                heads,
                                                                histories,
                                                                overtakers,
                                                                choices,
                                                                usages,
                                                                windows)))))));
    }

    @Override
    public Uni<Void> write(Mutiny.Session session, long epoch, Snapshot changes, Collection<Order> newOrders) {
        return allocate(session, epoch, changes.allocations())
                .chain(() -> write(session, ORDERS, newOrders))
                .chain(() -> write(session, JOBS, changes.jobs()))
                .chain(() -> write(session, NODES, changes.nodes()))
                .chain(() -> write(session, LIMITS, changes.limits()))
                .chain(() -> write(session, HEADS, changes.heads()))
                .chain(() -> write(session, HISTORIES, histories(changes, false)))
                .chain(() -> write(session, FORGET, histories(changes, true)))
                .chain(() -> write(session, OVERTAKERS, overtakers(changes, false)))
                .chain(() -> write(session, SETTLE, overtakers(changes, true)))
                .chain(() -> write(session, CHOICES, changes.choices()))
                .chain(() -> write(session, USAGES, changes.usages()))
                .chain(() -> write(session, WINDOWS, changes.windows()));
    }

    /** First of all, so that a stale leader does nothing else, and a new one waits from here on. */
    private Uni<Void> allocate(Mutiny.Session session, long epoch, List<Allocation> allocations) {
        if (allocations.isEmpty()) return requireLead(session, epoch);
        return gated(session.createNativeQuery(ALLOCATIONS), epoch)
                .setParameter("rows", Json.string(allocations))
                .executeUpdate()
                .invoke(written -> {
                    if (written < allocations.size()) throw stale(epoch);
                })
                .chain(() -> write(session, RELEASE, over(allocations)))
                .chain(() -> write(session, HOLD, held(allocations)));
    }

    private Uni<Void> requireLead(Mutiny.Session session, long epoch) {
        return gated(session.createNativeQuery(LEADS), epoch)
                .getResultList()
                .invoke(rows -> {
                    if (rows.isEmpty()) throw stale(epoch);
                })
                .replaceWithVoid();
    }

    private <Q extends Mutiny.AbstractQuery> Q gated(Q query, long epoch) {
        query.setParameter("leader", leader).setParameter("epoch", epoch);
        return query;
    }

    /** Of a kind that the bus tries again: the batch itself is not at fault. */
    private static StaleStateException stale(long epoch) {
        return new StaleStateException("epoch " + epoch + " does not lead any more");
    }

    private static List<Over> over(List<Allocation> allocations) {
        return allocations.stream()
                .flatMap(allocation -> allocation.ranks().stream()
                        .filter(rank -> rank.phase() == Allocation.Phase.OVER)
                        .map(rank -> new Over(allocation.id(), rank.share().node())))
                .toList();
    }

    /** Only a placement that no agent has answered yet can be new. */
    private static List<Held> held(List<Allocation> allocations) {
        var held = new ArrayList<Held>();
        for (var allocation : allocations)
            for (var rank : allocation.ranks())
                if (rank.phase() != Allocation.Phase.STARTED)
                    for (var gpu : rank.share().gpus())
                        held.add(new Held(
                                allocation.id(), rank.share().node(), gpu, rank.phase() == Allocation.Phase.OVER));
        return held;
    }

    private static List<Overtaker> overtakers(Snapshot changes, boolean settled) {
        return changes.overtakers().stream()
                .filter(entry -> entry.settled() == settled)
                .toList();
    }

    private static List<History> histories(Snapshot changes, boolean forgotten) {
        return changes.histories().stream()
                .filter(history -> history.forgotten() == forgotten)
                .toList();
    }

    private static Uni<Void> write(Mutiny.Session session, String statement, Collection<?> rows) {
        if (rows.isEmpty()) return Uni.createFrom().voidItem();
        return session.createNativeQuery(statement)
                .setParameter("rows", Json.string(rows))
                .executeUpdate()
                .replaceWithVoid();
    }

    private static <T> Uni<List<T>> documents(Mutiny.Session session, String from, Class<T> type) {
        Function<List<String>, List<T>> read =
                texts -> texts.stream().map(text -> Json.read(text, type)).toList();
        return session.createNativeQuery("select cast(document as text) from " + from, String.class)
                .getResultList()
                .map(read);
    }

    private static String upsert(String table, String key, String conflict) {
        return """
            insert into %s select %s, r from jsonb_array_elements(cast(cast(:rows as text) as jsonb)) r
            on conflict (%s) do update set document = excluded.document
            """.formatted(table, key, conflict);
    }
}

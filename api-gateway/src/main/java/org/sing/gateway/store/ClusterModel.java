package org.sing.gateway.store;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.schemas.AccountingMessage;
import org.sing.schemas.IncidentSnapshot;
import org.sing.schemas.NodeSnapshot;
import org.sing.schemas.ReservationMessage;

/** Nodes, who holds their GPUs, incidents, limits, rules, reservations and usage, as the writer changes them. */
@ApplicationScoped
public class ClusterModel {

    private record NodeRow(String name, long sequence, NodeSnapshot view) {}

    /** A snapshot that folds less than the one that is there changes nothing. */
    public Uni<Void> nodes(Mutiny.Session session, List<NodeSnapshot> snapshots) {
        return ReadModel.rows(
                session,
                """
                insert into node (name, sequence, position, view)
                select distinct on (name) name, sequence, (select position from feed_counter), view
                from json_to_recordset(cast(cast(:rows as text) as json)) as r(name text, sequence bigint, view json)
                order by name, sequence desc
                on conflict (name) do update
                    set sequence = excluded.sequence, position = excluded.position, view = excluded.view
                    where node.sequence <= excluded.sequence
                """,
                snapshots.stream()
                        .map(node -> new NodeRow(node.node(), node.sequence(), node))
                        .toList());
    }

    public record Hold(String allocation, String node, String gpu, String job, Instant placedAt) {}

    public Uni<Void> hold(Mutiny.Session session, List<Hold> holds) {
        return ReadModel.rows(session, """
                insert into gpu_hold (allocation, node, gpu, job, placed_at)
                select allocation, node, gpu, job, placed_at from json_to_recordset(cast(cast(:rows as text) as json))
                    as r(allocation text, node text, gpu text, job text, placed_at timestamptz)
                on conflict do nothing
                """, holds);
    }

    public record Release(String allocation) {}

    public Uni<Void> release(Mutiny.Session session, List<Release> releases) {
        return ReadModel.rows(session, """
                delete from gpu_hold using json_to_recordset(cast(cast(:rows as text) as json)) as r(allocation text)
                where gpu_hold.allocation = r.allocation
                """, releases);
    }

    private record IncidentRow(String id, long sequence, String state, Instant openedAt, IncidentSnapshot view) {}

    public Uni<Void> incidents(Mutiny.Session session, List<IncidentSnapshot> snapshots) {
        return ReadModel.rows(
                session,
                """
                insert into incident (id, sequence, state, opened_at, view)
                select distinct on (id) id, sequence, state, opened_at, view
                from json_to_recordset(cast(cast(:rows as text) as json))
                    as r(id text, sequence bigint, state text, opened_at timestamptz, view json)
                order by id, sequence desc
                on conflict (id) do update
                    set sequence = excluded.sequence, state = excluded.state, view = excluded.view
                    where incident.sequence <= excluded.sequence
                """,
                snapshots.stream()
                        .map(i -> new IncidentRow(i.incident(), i.sequence(), i.state(), i.openedAt(), i))
                        .toList());
    }

    public Uni<Void> limits(Mutiny.Session session, List<AccountingMessage.Limits> limits) {
        return ReadModel.rows(session, """
                insert into limits (scope, name, version, running_jobs, running_gpus, nodes_per_job)
                select distinct on (scope, name) scope, name, version, running_jobs, running_gpus, nodes_per_job
                from json_to_recordset(cast(cast(:rows as text) as json)) as r(scope text, name text, version bigint,
                    running_jobs bigint, running_gpus bigint, nodes_per_job bigint)
                order by scope, name, version desc
                on conflict (scope, name) do update
                    set version = excluded.version, running_jobs = excluded.running_jobs,
                        running_gpus = excluded.running_gpus, nodes_per_job = excluded.nodes_per_job
                    where limits.version <= excluded.version
                """, limits);
    }

    public record GroupRule(String name, long sequence, String rule, Instant since, String by) {}

    public Uni<Void> rules(Mutiny.Session session, List<GroupRule> rules) {
        return ReadModel.rows(session, """
                insert into group_rule (name, sequence, rule, since, by)
                select distinct on (name) name, sequence, rule, since, by
                from json_to_recordset(cast(cast(:rows as text) as json))
                    as r(name text, sequence bigint, rule text, since timestamptz, by text)
                order by name, sequence desc
                on conflict (name) do update set sequence = excluded.sequence, rule = excluded.rule,
                    since = excluded.since, by = excluded.by
                    where group_rule.sequence <= excluded.sequence
                """, rules);
    }

    public record Reservation(String name, long sequence, ReservationMessage.ReservationChanged view) {}

    public Uni<Void> reservations(Mutiny.Session session, List<Reservation> reservations) {
        return ReadModel.rows(session, """
                insert into reservation (name, sequence, view)
                select distinct on (name) name, sequence, view
                from json_to_recordset(cast(cast(:rows as text) as json)) as r(name text, sequence bigint, view jsonb)
                order by name, sequence desc
                on conflict (name) do update set sequence = excluded.sequence, view = excluded.view
                    where reservation.sequence <= excluded.sequence
                """, reservations);
    }

    /** A start of which an estimate was said; of {@code earlier}, {@code inside} and {@code later} one is 1. */
    public record Start(String name, String rule, int earlier, int inside, int later) {}

    public Uni<Void> starts(Mutiny.Session session, List<Start> starts) {
        return ReadModel.rows(session, """
                insert into estimate_truth (name, rule, earlier, inside, later)
                select name, rule, sum(earlier), sum(inside), sum(later)
                from json_to_recordset(cast(cast(:rows as text) as json))
                    as r(name text, rule text, earlier bigint, inside bigint, later bigint)
                group by name, rule
                on conflict (name, rule) do update set earlier = estimate_truth.earlier + excluded.earlier,
                    inside = estimate_truth.inside + excluded.inside, later = estimate_truth.later + excluded.later
                """, starts);
    }

    /** The primary key makes a line count once; totals grow by exactly the lines that are new. */
    public Uni<Void> ledger(Mutiny.Session session, List<AccountingMessage.EntryRecorded> lines) {
        return ReadModel.rows(session, """
                with line as (
                    insert into ledger (entry, kind, job, owner, project, gpu_seconds, ended_at)
                    select entry, kind, job, owner, project, gpu_seconds, ended_at
                    from json_to_recordset(cast(cast(:rows as text) as json)) as r(entry text, kind text, job text, owner text,
                        project text, gpu_seconds bigint, ended_at timestamptz)
                    on conflict do nothing
                    returning owner, project, kind, gpu_seconds)
                insert into usage_total (owner, project, gpu_seconds, refunded_seconds)
                select owner, project, sum(gpu_seconds), coalesce(-sum(gpu_seconds) filter (where kind = 'refund'), 0)
                from line group by owner, project
                on conflict (owner, project) do update
                    set gpu_seconds = usage_total.gpu_seconds + excluded.gpu_seconds,
                        refunded_seconds = usage_total.refunded_seconds + excluded.refunded_seconds
                """, lines);
    }
}

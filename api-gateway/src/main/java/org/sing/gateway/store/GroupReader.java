package org.sing.gateway.store;

import static org.sing.gateway.store.JobReader.stream;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;

/** Reads resource groups: their rule, their nodes, who waits. */
@ApplicationScoped
public class GroupReader {

    /** A node that was told before there were groups belongs to the default one. */
    private static final String GROUPS = """
        with member as (select name, coalesce(view ->> 'resource_group', 'default') as group_name, view from node),
        usable as (
            select n.name, n.group_name, gpu ->> 'id' as gpu from member n, json_array_elements(n.view -> 'gpus') gpu
            where n.view ->> 'phase' not in ('LOST', 'UNKNOWN')),
        free as (
            select u.group_name, count(*) as gpus from usable u join node n on n.name = u.name
            where n.view ->> 'phase' = 'HEALTHY'
                and not exists (select from gpu_hold h where h.node = u.name and h.gpu = u.gpu)
            group by u.group_name),
        waiting as (
            select coalesce(nullif(j.spec ->> 'resource_group', ''), 'default') as name, count(*) as jobs
            from job j where j.finished_at is null and j.submitted_at is not null and j.phase = 'QUEUED' group by 1)
        select g.name, g.rule, g.since, g.by, coalesce(w.jobs, 0) as jobs,
            (select count(*) from member m where m.group_name = g.name) as nodes,
            (select count(*) from usable u where u.group_name = g.name) as gpus,
            coalesce(f.gpus, 0) as gpus_free,
            coalesce(e.earlier, 0) as earlier, coalesce(e.inside, 0) as inside, coalesce(e.later, 0) as later
        from group_rule g left join free f on f.group_name = g.name left join waiting w on w.name = g.name
            left join estimate_truth e on e.name = g.name and e.rule = g.rule order by g.name
        """;

    private final Pool pool;

    GroupReader(Pool pool) {
        this.pool = pool;
    }

    /**
     * @param by who chose the rule, or the service that is configured so
     * @param gpus of the nodes that are not lost; {@code gpusFree} those of them that a job may get now
     */
    public record Group(
            String name,
            String rule,
            Instant since,
            String by,
            long nodes,
            long gpus,
            long gpusFree,
            long waitingJobs,
            Estimates estimates) {}

    /** Starts under the rule of now, compared with what was said of them first. */
    public record Estimates(long earlier, long inside, long later) {}

    public Uni<List<Group>> all() {
        return pool.query(GROUPS)
                .execute()
                .map(rows -> stream(rows).map(GroupReader::group).toList());
    }

    private static Group group(Row row) {
        return new Group(
                row.getString("name"),
                row.getString("rule"),
                row.getOffsetDateTime("since").toInstant(),
                row.getString("by"),
                row.getLong("nodes"),
                row.getLong("gpus"),
                row.getLong("gpus_free"),
                row.getLong("jobs"),
                new Estimates(row.getLong("earlier"), row.getLong("inside"), row.getLong("later")));
    }
}

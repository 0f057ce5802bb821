package org.sing.gateway.store;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.ZoneOffset;

/** The jobs of a time as a trace: columns with a heading, as the library of traces reads them. */
@ApplicationScoped
public class RecordedJobs {
    private static final String HEADING =
            "job_id,submit_seconds,run_seconds,gpus,nodes,user,virtual_cluster,name,limit_seconds\n";

    /** As long as the longest rank of the last attempt that ran to an end; what never did so has no time there. */
    private static final String LINES = """
        select count(*) as jobs, coalesce(string_agg(line, E'\\n' order by submitted_at, id), '') as lines from (
            select j.id, j.submitted_at, concat_ws(',', j.number, extract(epoch from j.submitted_at),
                coalesce((select cast(max(cast(r.value ->> 'billed_seconds' as bigint)) as text)
                    from json_each(j.view -> 'attempts') a, json_each(a.value -> 'ranks') r
                    where r.value ->> 'started_at' is not null and r.value ->> 'ended_at' is not null
                    group by a.key order by cast(a.key as int) desc limit 1), ''),
                i.nodes * i.gpus_per_node, i.nodes, j.owner, j.project,
                translate(i.name, E',\\n\\r', '___'), i.time_limit_seconds) as line
            from job j, json_to_record(j.view -> 'identity')
                as i(name text, nodes int, gpus_per_node int, time_limit_seconds bigint)
            where j.submitted_at >= $1 and j.submitted_at < $2 and j.phase <> 'REJECTED'
            order by j.submitted_at, j.id limit $3) recorded
        """;

    private final Pool pool;

    RecordedJobs(Pool pool) {
        this.pool = pool;
    }

    public record Recorded(long jobs, String text) {}

    /** @param most so many and one more, by which it is seen that there are more */
    public Uni<Recorded> between(Instant since, Instant until, int most) {
        return pool.preparedQuery(LINES)
                .execute(Tuple.of(since.atOffset(ZoneOffset.UTC), until.atOffset(ZoneOffset.UTC), most + 1))
                .map(rows -> rows.iterator().next())
                .map(row -> new Recorded(row.getLong("jobs"), HEADING + row.getString("lines") + "\n"));
    }
}

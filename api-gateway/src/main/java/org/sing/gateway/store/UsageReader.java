package org.sing.gateway.store;

import static org.sing.gateway.store.JobReader.eyes;
import static org.sing.gateway.store.JobReader.stream;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import org.sing.gateway.domain.Caller;

/** Sums of the usage ledger; each caller sums what that caller may see. */
@ApplicationScoped
public class UsageReader {
    private final Pool pool;

    UsageReader(Pool pool) {
        this.pool = pool;
    }

    /** @param key the user's id, the project's name or the job's id */
    public record Line(String key, Optional<String> name, long gpuSeconds, long refundedGpuSeconds) {}

    public enum By {
        USER("select u.owner as key, max(p.name) as name, sum(u.gpu_seconds)::bigint as spent,"
                + " sum(u.refunded_seconds)::bigint as refunded"
                + " from usage_total u left join person p on p.id = u.owner where %s group by u.owner"),
        PROJECT("select u.project as key, cast(null as text) as name, sum(u.gpu_seconds)::bigint as spent,"
                + " sum(u.refunded_seconds)::bigint as refunded from usage_total u where %s group by u.project"),
        JOB("select u.job as key, cast(null as text) as name, sum(u.gpu_seconds)::bigint as spent,"
                + " coalesce(-sum(u.gpu_seconds) filter (where u.kind = 'refund'), 0)::bigint as refunded"
                + " from ledger u where %s group by u.job");

        private final String sql;

        By(String sql) {
            this.sql = sql.formatted("(cast($1 as boolean) or u.owner = $2 or u.project = any($3))");
        }
    }

    public Uni<List<Line>> sum(Caller caller, By by, int limit) {
        return pool.preparedQuery(by.sql + " order by spent desc, key limit " + limit)
                .execute(eyes(caller))
                .map(rows -> stream(rows)
                        .map(row -> new Line(
                                row.getString("key"),
                                Optional.ofNullable(row.getString("name")),
                                row.getLong("spent"),
                                row.getLong("refunded")))
                        .toList());
    }
}

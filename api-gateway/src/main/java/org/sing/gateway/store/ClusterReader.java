package org.sing.gateway.store;

import static org.sing.gateway.store.JobReader.eyes;
import static org.sing.gateway.store.JobReader.stream;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sing.gateway.domain.Caller;
import org.sing.schemas.AccountingMessage;
import org.sing.schemas.IncidentSnapshot;
import org.sing.schemas.Json;
import org.sing.schemas.NodeSnapshot;

/** Reads nodes, who holds their GPUs, incidents and limits. */
@ApplicationScoped
public class ClusterReader {
    private final Pool pool;

    ClusterReader(Pool pool) {
        this.pool = pool;
    }

    /** @param job and its number are empty when the reader may not see it */
    public record Holder(
            String node,
            String gpu,
            Instant since,
            Optional<String> job,
            Optional<Long> number,
            Optional<String> name) {}

    public Uni<List<NodeSnapshot>> nodes() {
        return pool.query("select cast(view as text) as view from node order by name")
                .execute()
                .map(rows -> stream(rows)
                        .map(row -> Json.read(row.getString("view"), NodeSnapshot.class))
                        .toList());
    }

    public Uni<Optional<NodeSnapshot>> node(String name) {
        return pool.preparedQuery("select cast(view as text) as view from node where name = $1")
                .execute(Tuple.of(name))
                .map(rows -> stream(rows)
                        .map(row -> Json.read(row.getString("view"), NodeSnapshot.class))
                        .findFirst());
    }

    /** The newest holder of each GPU that is held; of one node, or of all when {@code node} is empty. */
    public Uni<List<Holder>> holders(Caller caller, String node) {
        return pool.preparedQuery("""
                        select distinct on (h.node, h.gpu) h.node, h.gpu, h.placed_at, j.id, j.number,
                            cast(j.view as json) -> 'identity' ->> 'name' as name
                        from gpu_hold h left join job j on j.id = h.job
                            and (cast($1 as boolean) or j.owner = $2 or j.project = any($3))
                        where $4 = '' or h.node = $4
                        order by h.node, h.gpu, h.placed_at desc
                        """)
                .execute(eyes(caller).addString(node))
                .map(rows -> stream(rows).map(ClusterReader::holder).toList());
    }

    /** The newest first. {@code states} may be empty for all. */
    public Uni<List<IncidentSnapshot>> incidents(List<String> states, int limit) {
        return pool.preparedQuery("""
                        select cast(view as text) as view from incident
                        where cardinality($1::text[]) = 0 or state = any($1) order by opened_at desc, id desc limit $2
                        """)
                .execute(Tuple.of(states.toArray(String[]::new), limit))
                .map(rows -> stream(rows)
                        .map(row -> Json.read(row.getString("view"), IncidentSnapshot.class))
                        .toList());
    }

    /** Its own limits, else the default of the scope. */
    public Uni<Optional<AccountingMessage.Limits>> limits(String scope, String name) {
        return pool.preparedQuery("""
                        select scope, name, version, running_jobs, running_gpus, nodes_per_job from limits
                        where scope = $1 and name in ($2, '*') order by name = '*' limit 1
                        """)
                .execute(Tuple.of(scope, name))
                .map(rows -> stream(rows).map(ClusterReader::limits).findFirst());
    }

    private static AccountingMessage.Limits limits(Row row) {
        return new AccountingMessage.Limits(
                row.getString("scope"),
                row.getString("name"),
                row.getLong("version"),
                row.getLong("running_jobs"),
                row.getLong("running_gpus"),
                row.getLong("nodes_per_job"));
    }

    private static Holder holder(Row row) {
        return new Holder(
                row.getString("node"),
                row.getString("gpu"),
                row.getOffsetDateTime("placed_at").toInstant(),
                Optional.ofNullable(row.getString("id")),
                Optional.ofNullable(row.getLong("number")),
                Optional.ofNullable(row.getString("name")));
    }
}

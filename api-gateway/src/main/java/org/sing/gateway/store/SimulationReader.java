package org.sing.gateway.store;

import static org.sing.gateway.store.JobReader.stream;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import org.sing.gateway.domain.Caller;
import org.sing.schemas.Json;
import org.sing.schemas.SimulationQuestion;
import org.sing.schemas.SimulationResult;

/** Reads simulations: everybody's own, and all for staff. */
@ApplicationScoped
public class SimulationReader {
    private static final String COLUMNS = """
        select s.id, s.owner, p.name as owner_name, s.state, s.percent, s.requested_at, s.started_at, s.finished_at,
            cast(s.question as text) as question, %s as result, s.failure_code, s.failure_detail
        from simulation s left join person p on p.id = s.owner where (cast($1 as boolean) or s.owner = $2)
        """;

    private final Pool pool;

    SimulationReader(Pool pool) {
        this.pool = pool;
    }

    public record Failure(String code, String detail) {}

    public record Found(
            String id,
            String owner,
            Optional<String> ownerName,
            String state,
            int percent,
            Instant requestedAt,
            Optional<Instant> startedAt,
            Optional<Instant> finishedAt,
            Optional<SimulationQuestion> question,
            Optional<Failure> failure,
            Optional<SimulationResult> result) {}

    public Uni<Optional<Found>> find(Caller caller, String id) {
        return pool.preparedQuery(COLUMNS.formatted("cast(s.result as text)") + " and s.id = $3")
                .execute(Tuple.of(caller.staff(), caller.id(), id))
                .map(rows -> stream(rows).map(SimulationReader::found).findFirst());
    }

    /** The newest first, without their results. */
    public Uni<List<Found>> list(Caller caller, int limit) {
        return pool.preparedQuery(
                        COLUMNS.formatted("cast(null as text)") + " order by s.requested_at desc, s.id desc limit $3")
                .execute(Tuple.of(caller.staff(), caller.id(), limit))
                .map(rows -> stream(rows).map(SimulationReader::found).toList());
    }

    private static Found found(Row row) {
        return new Found(
                row.getString("id"),
                row.getString("owner"),
                Optional.ofNullable(row.getString("owner_name")),
                row.getString("state"),
                row.getInteger("percent"),
                row.getOffsetDateTime("requested_at").toInstant(),
                Optional.ofNullable(row.getOffsetDateTime("started_at")).map(OffsetDateTime::toInstant),
                Optional.ofNullable(row.getOffsetDateTime("finished_at")).map(OffsetDateTime::toInstant),
                Optional.ofNullable(row.getString("question")).map(text -> Json.read(text, SimulationQuestion.class)),
                Optional.ofNullable(row.getString("failure_code"))
                        .map(code -> new Failure(code, row.getString("failure_detail"))),
                Optional.ofNullable(row.getString("result")).map(text -> Json.read(text, SimulationResult.class)));
    }
}

package org.sing.gateway.store;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.schemas.Envelope;
import org.sing.schemas.SimulationMessage;
import org.sing.schemas.SimulationQuestion;
import org.sing.schemas.SimulationResult;

/** Simulations, as the writer changes them. They are few: a statement for each event. */
@ApplicationScoped
public class SimulationModel {
    private static final String WRITE = """
        insert into simulation (id, sequence, owner, state, percent, requested_at, started_at, finished_at, question, result,
            failure_code, failure_detail)
        select id, sequence, owner, state, percent, at, case when state = 'RUNNING' then at end,
            case when state not in ('QUEUED', 'RUNNING') then at end, question, result, failure_code, failure_detail
        from json_to_recordset(cast(cast(:rows as text) as json)) as r(id text, sequence bigint, owner text, state text,
            percent int, at timestamptz, question json, result json, failure_code text, failure_detail text)
        on conflict (id) do update set sequence = excluded.sequence, state = excluded.state, percent = excluded.percent,
            started_at = coalesce(simulation.started_at, excluded.started_at), finished_at = excluded.finished_at,
            question = coalesce(excluded.question, simulation.question), result = excluded.result,
            failure_code = excluded.failure_code, failure_detail = excluded.failure_detail
            where simulation.sequence < excluded.sequence
        """;

    private static final String FORGET = "delete from simulation where requested_at < now() - interval '30 days'";

    private record Row(
            String id,
            long sequence,
            String owner,
            String state,
            int percent,
            Instant at,
            SimulationQuestion question,
            SimulationResult result,
            String failureCode,
            String failureDetail) {}

    public record Told(SimulationMessage.Event event, Envelope envelope) {}

    public Uni<Void> write(Mutiny.Session session, List<Told> events) {
        if (events.isEmpty()) return Uni.createFrom().voidItem();
        return Multi.createFrom()
                .iterable(events)
                .onItem()
                .transformToUniAndConcatenate(told -> ReadModel.rows(session, WRITE, List.of(row(told))))
                .collect()
                .last()
                .chain(() -> session.createNativeQuery(FORGET).executeUpdate())
                .replaceWithVoid();
    }

    private static Row row(Told told) {
        return switch (told.event()) {
            case SimulationMessage.Queued it -> row(told, "QUEUED", 0, it.question(), null, null, null);
            case SimulationMessage.Started it -> row(told, "RUNNING", 0, null, null, null, null);
            case SimulationMessage.Progressed it -> row(told, "RUNNING", it.percent(), null, null, null, null);
            case SimulationMessage.Finished it ->
                row(told, "DONE", 100, null, it.result().orElse(null), null, null);
            case SimulationMessage.Failed it -> row(told, "FAILED", 0, null, null, it.code(), it.detail());
            case SimulationMessage.Cancelled it -> row(told, "CANCELLED", 0, null, null, null, null);
        };
    }

    private static Row row(
            Told told,
            String state,
            int percent,
            SimulationQuestion question,
            SimulationResult result,
            String code,
            String detail) {
        var event = told.event();
        return new Row(
                event.simulation(),
                told.envelope().sequence(),
                event.owner(),
                state,
                percent,
                told.envelope().time(),
                question,
                result,
                code,
                detail);
    }
}

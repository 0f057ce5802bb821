package org.sing.scheduling.whatif;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.OptionalLong;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.bus.Leadership;
import org.sing.schemas.Json;
import org.sing.schemas.SimulationQuestion;

@ApplicationScoped
class PostgresSimulations implements SimulationStore {
    private static final String FIND = "select cast(document as text) from simulation where id = :id for update";

    private static final String OPEN = """
        select count(*), count(*) filter (where owner = :owner) from simulation where state in ('QUEUED', 'RUNNING')
        """;

    private static final String NEXT = """
        select cast(document as text), question from simulation where state in ('QUEUED', 'RUNNING')
        order by requested_at, id limit 1 for update
        """;

    private static final String WRITE = """
        insert into simulation (id, document, question)
        values (:id, cast(cast(:document as text) as jsonb), cast(:question as text))
        on conflict (id) do update set document = excluded.document, question = excluded.question
        """;

    private static final String CHANGE = """
        update simulation set document = cast(cast(:document as text) as jsonb),
            question = case when cast(:open as boolean) then question end where id = :id
        """;

    private final String leader;

    PostgresSimulations(@ConfigProperty(name = "quarkus.application.name") String leader) {
        this.leader = leader;
    }

    @Override
    public Uni<Optional<Simulation>> find(Mutiny.Session session, String id) {
        return session.createNativeQuery(FIND, String.class)
                .setParameter("id", id)
                .getResultList()
                .map(rows -> rows.stream()
                        .map(row -> Json.read(row, Simulation.class))
                        .findFirst());
    }

    @Override
    public Uni<Open> open(Mutiny.Session session, String owner) {
        return session.createNativeQuery(OPEN, Object[].class)
                .setParameter("owner", owner)
                .getSingleResult()
                .map(row -> new Open(((Number) row[0]).longValue(), ((Number) row[1]).longValue()));
    }

    @Override
    public Uni<Optional<Next>> next(Mutiny.Session session, OptionalLong epoch) {
        return leads(session, epoch)
                .chain(leads -> leads
                        ? session.createNativeQuery(NEXT, Object[].class)
                                .getResultList()
                                .map(rows -> rows.stream()
                                        .map(PostgresSimulations::next)
                                        .findFirst())
                        : Uni.createFrom().item(Optional.empty()));
    }

    private static Next next(Object[] row) {
        return new Next(
                Json.read((String) row[0], Simulation.class), Json.read((String) row[1], SimulationQuestion.class));
    }

    @Override
    public Uni<Void> add(Mutiny.Session session, Simulation simulation, SimulationQuestion question) {
        return session.createNativeQuery(WRITE)
                .setParameter("id", simulation.id())
                .setParameter("document", Json.string(simulation))
                .setParameter("question", simulation.state().open() ? Json.string(question) : null)
                .executeUpdate()
                .replaceWithVoid();
    }

    @Override
    public Uni<Void> change(Mutiny.Session session, Simulation simulation) {
        return session.createNativeQuery(CHANGE)
                .setParameter("id", simulation.id())
                .setParameter("document", Json.string(simulation))
                .setParameter("open", simulation.state().open())
                .executeUpdate()
                .replaceWithVoid();
    }

    @Override
    public Uni<Boolean> leads(Mutiny.Session session, OptionalLong epoch) {
        if (epoch.isEmpty()) return Uni.createFrom().item(false);
        return session.createNativeQuery("select 1 where " + Leadership.GATE)
                .setParameter("leader", leader)
                .setParameter("epoch", epoch.getAsLong())
                .getResultList()
                .map(rows -> !rows.isEmpty());
    }
}

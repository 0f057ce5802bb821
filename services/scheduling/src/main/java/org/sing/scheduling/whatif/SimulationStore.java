package org.sing.scheduling.whatif;

import io.smallrye.mutiny.Uni;
import java.util.Optional;
import java.util.OptionalLong;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.schemas.SimulationQuestion;

/** Where simulations are kept. */
interface SimulationStore {
    record Open(long inAll, long ofOwner) {}

    record Next(Simulation simulation, SimulationQuestion question) {}

    /** Locked until the transaction ends. */
    Uni<Optional<Simulation>> find(Mutiny.Session session, String id);

    Uni<Open> open(Mutiny.Session session, String owner);

    /** The one that waits for longest, or was left in the middle; nothing unless {@code epoch} leads. */
    Uni<Optional<Next>> next(Mutiny.Session session, OptionalLong epoch);

    Uni<Void> add(Mutiny.Session session, Simulation simulation, SimulationQuestion question);

    /** The question of one that is over is thrown away. */
    Uni<Void> change(Mutiny.Session session, Simulation simulation);

    /** Whether {@code epoch} leads, until the transaction ends. */
    Uni<Boolean> leads(Mutiny.Session session, OptionalLong epoch);
}

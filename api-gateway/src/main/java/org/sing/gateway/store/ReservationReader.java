package org.sing.gateway.store;

import static org.sing.gateway.store.JobReader.stream;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import org.sing.schemas.Json;
import org.sing.schemas.ReservationMessage.ReservationChanged;

/** Reads reservations that are planned or active, the next one first. */
@ApplicationScoped
public class ReservationReader {
    private static final String OPEN = """
        select cast(view as text) as view from reservation where view ->> 'phase' <> 'OVER' order by view ->> 'from', name
        """;

    private final Pool pool;

    ReservationReader(Pool pool) {
        this.pool = pool;
    }

    public Uni<List<ReservationChanged>> open() {
        return pool.query(OPEN)
                .execute()
                .map(rows -> stream(rows)
                        .map(row -> Json.read(row.getString("view"), ReservationChanged.class))
                        .toList());
    }
}

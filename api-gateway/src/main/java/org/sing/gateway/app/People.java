package org.sing.gateway.app;

import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import org.jboss.logging.Logger;

/** Learns from verified tokens whose pseudonymous id is whose. */
@ApplicationScoped
public class People {
    private static final Logger LOG = Logger.getLogger(People.class);
    private static final String MET = """
            insert into person (id, name, seen_at) values ($1, $2, now())
            on conflict (id) do update set name = excluded.name, seen_at = excluded.seen_at
            """;

    private final Pool pool;

    People(Pool pool) {
        this.pool = pool;
    }

    /** Nobody waits for it, and a request never fails because of it. */
    public void met(String id, String name) {
        pool.preparedQuery(MET)
                .execute(Tuple.of(id, name))
                .subscribe()
                .with(done -> {}, e -> LOG.debugf("A name was not kept: %s", e.getMessage()));
    }
}

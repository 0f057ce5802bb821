package org.sing.scheduling.app;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.bus.Leadership;
import org.sing.platform.testing.CampusPlatform;
import org.sing.scheduling.core.Snapshot;

/** What whoever looks ahead is given. */
@QuarkusTest
@WithTestResource(CampusPlatform.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class LookTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Inject
    Desk desk;

    @Inject
    Leadership leadership;

    @Inject
    Pool pool;

    @Test
    void whoever_does_not_lead_any_more_looks_at_nothing() {
        await().atMost(PATIENCE).until(() -> look().isPresent());
        pool.query("update bus_leader set owner = 'another', epoch = epoch + 1, expires_at = now() + interval '1 hour'")
                .executeAndAwait();
        await().atMost(PATIENCE).until(() -> leadership.epoch().isEmpty());
        assertEquals(Optional.empty(), look());
        pool.query("update bus_leader set expires_at = now()").executeAndAwait();
        await().atMost(PATIENCE).until(() -> look().isPresent());
    }

    private Optional<Snapshot> look() {
        return desk.look().await().atMost(PATIENCE);
    }
}

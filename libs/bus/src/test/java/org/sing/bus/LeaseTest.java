package org.sing.bus;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Duration;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.platform.testing.CampusPlatform;

@QuarkusTest
@WithTestResource(CampusPlatform.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class LeaseTest extends BusTest {
    private static final Duration LENGTH = Duration.ofMillis(200);

    @Test
    void whoever_waits_long_for_the_database_takes_the_lead_once() {
        rows("insert into bus_leader (name, owner, epoch, expires_at) values ('%s', 'me', 7, now())".formatted(key));
        try (var lease = new Lease(pool, key, "me", LENGTH)) {
            var others = pool.getConnectionAndAwait();
            var transaction = others.beginAndAwait();
            others.query("select * from bus_leader where name = '%s' for update".formatted(key))
                    .executeAndAwait();
            lease.tick();
            lease.tick();
            transaction.rollbackAndAwait();
            others.closeAndAwait();
            await().until(() -> {
                lease.tick();
                return lease.isHeld();
            });
            assertEquals(8, lease.epoch().orElseThrow());
            assertEquals(8, count("select epoch from bus_leader where name = '" + key + "'"));
        }
    }
}

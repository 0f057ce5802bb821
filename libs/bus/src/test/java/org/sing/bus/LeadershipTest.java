package org.sing.bus;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.health.SmallRyeHealthReporter;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.bus.FaultPoints.Point;
import org.sing.bus.campus.Messages;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.Topics;

@QuarkusTest
@TestProfile(LeadershipTest.SingleActive.class)
@WithTestResource(CampusPlatform.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class LeadershipTest extends BusTest {
    private static final String TAKE_OVER =
            "update bus_leader set owner = 'another', epoch = epoch + 1, expires_at = now() + interval '1 hour'";

    @Inject
    Leadership leadership;

    @Inject
    Watermark watermark;

    @Inject
    SmallRyeHealthReporter health;

    public static class SingleActive implements QuarkusTestProfile {
        @Override
        public Map<String, String> getConfigOverrides() {
            return Map.of("sing.bus.single-active", "true", "sing.bus.lease", "PT1S");
        }
    }

    @Test
    void the_leader_hears_the_bus_and_acts_with_its_epoch() {
        bus.publish(Messages.fact(Topics.SCHEDULING_EVENTS, key, 1));
        awaitApplied(key, 1L);
        assertEquals(epochOfRow(), leadership.epoch().orElseThrow());
    }

    @Test
    void a_standby_hears_nothing_until_it_leads_again_with_a_greater_epoch() {
        bus.publish(Messages.fact(Topics.SCHEDULING_EVENTS, key, 1));
        awaitApplied(key, 1L);
        var begun = service.begun.get();
        rows(TAKE_OVER);
        await().until(() -> leadership.epoch().isEmpty());
        bus.publish(Messages.fact(Topics.SCHEDULING_EVENTS, key, 2));
        await().until(() -> bus.on(Topics.SCHEDULING_EVENTS).size() >= 2);
        assertEquals(List.of(1L), applied(key));
        assertEquals(false, health.getReadiness().isDown(), "a standby is ready");

        var others = epochOfRow();
        rows("update bus_leader set expires_at = now()");
        awaitApplied(key, 1L, 2L);
        assertTrue(leadership.epoch().orElseThrow() > others);
        assertEquals(begun + 1, service.begun.get());
    }

    @Test
    void the_batch_of_a_leader_that_was_overthrown_meanwhile_is_rolled_back() {
        bus.publish(Messages.fact(Topics.SCHEDULING_EVENTS, key, 1));
        awaitApplied(key, 1L);
        var rolledBack = service.rolledBack.get();
        faults.arm(Point.APPLYING, once(() -> pool.query(TAKE_OVER).execute()));
        bus.publish(Messages.fact(Topics.SCHEDULING_EVENTS, key, 2));
        await().until(() -> service.rolledBack.get() > rolledBack);
        assertEquals(List.of(1L), applied(key));

        rows("update bus_leader set expires_at = now()");
        awaitApplied(key, 1L, 2L);
    }

    @Test
    void a_statement_of_a_stale_leader_finds_its_gate_closed() {
        await().until(() -> leadership.epoch().isPresent());
        var gated = "select 1 where "
                + Leadership.GATE.replace(":leader", "'submission'").replace(":epoch", "%d");
        assertEquals(1, rows(gated.formatted(epochOfRow())).size());
        assertEquals(0, rows(gated.formatted(epochOfRow() - 1)).size());
    }

    @Test
    void a_topic_is_heard_up_to_a_time_only_when_all_that_lay_on_it_then_is_applied() {
        bus.publish(Messages.fact(Topics.NODE_EVENTS, key, 1));
        awaitApplied(key, 1L);
        var arrives = new CompletableFuture<Void>();
        faults.arm(Point.APPLYING, () -> Uni.createFrom().completionStage(arrives));
        bus.publish(Messages.fact(Topics.NODE_EVENTS, key, 2));
        var onTheBus = Instant.now();
        for (var look = 0; look < 3; look++)
            assertTrue(now(watermark.of(Topics.NODE_EVENTS)).isBefore(onTheBus));

        arrives.complete(null);
        await().until(() -> now(watermark.of(Topics.NODE_EVENTS)).isAfter(onTheBus));
        assertEquals(List.of(1L, 2L), applied(key));
    }

    private long epochOfRow() {
        return count("select epoch from bus_leader where name = 'submission'");
    }
}

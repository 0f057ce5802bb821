package org.sing.bus;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.health.SmallRyeHealthReporter;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.bus.FaultPoints.Point;
import org.sing.bus.campus.Messages;
import org.sing.platform.testing.CampusPlatform;
import org.sing.platform.testing.PartControl;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.Topics;

@QuarkusTest
@WithTestResource(CampusPlatform.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class OutageTest extends BusTest {
    @Inject
    SmallRyeHealthReporter health;

    @Inject
    Outbox outbox;

    @Inject
    Transactions transactions;

    final PartControl database = CampusPlatform.shared().database();
    final PartControl broker = CampusPlatform.shared().broker();

    @AfterEach
    void bringBack() {
        database.start();
        broker.start();
    }

    @Test
    void while_the_database_is_away_the_bus_waits_and_goes_on_when_it_is_back() {
        bus.publish(Messages.fact(Topics.SCHEDULING_EVENTS, key, 1, Map.of("answer", true)));
        awaitApplied(key, 1L);
        database.stopImmediate();
        bus.publish(
                Messages.fact(Topics.SCHEDULING_EVENTS, key, 2, Map.of("answer", true)),
                Messages.fact(Topics.SCHEDULING_EVENTS, key, 3, Map.of("answer", true)));
        await().until(() -> health.getReadiness().isDown());
        assertEquals(false, health.getLiveness().isDown(), "nothing that a restart would heal");

        database.start();
        awaitApplied(key, 1L, 2L, 3L);
        bus.await(Topics.JOB_EVENTS, answer -> answer.key().equals(key) && answer.sequence() == 3);
        await().until(() -> !health.getReadiness().isDown());
        assertEquals(0, count("select count(*) from bus_parked where key = '" + key + "'"), "an outage is no poison");
    }

    @Test
    void a_connection_that_is_lost_before_the_commit_costs_one_repetition() {
        bus.publish(Messages.fact(Topics.SCHEDULING_EVENTS, key, 1));
        awaitApplied(key, 1L);
        faults.arm(Point.BEFORE_COMMIT, once(() -> pool.query("""
                        select pg_terminate_backend(pid) from pg_stat_activity
                        where state = 'idle in transaction' and datname = current_database()
                        """).execute()));
        bus.publish(Messages.fact(Topics.SCHEDULING_EVENTS, key, 2), Messages.fact(Topics.SCHEDULING_EVENTS, key, 3));
        awaitApplied(key, 1L, 2L, 3L);
        assertEquals(0, count("select count(*) from bus_parked where key = '" + key + "'"));
    }

    @Test
    void while_the_broker_is_away_commits_go_on_and_leave_when_it_is_back() {
        say(1);
        bus.await(Topics.JOB_EVENTS, event -> event.key().equals(key));
        broker.kill();
        say(2);
        say(3);
        await().until(() -> health.getReadiness().isDown());
        broker.start();
        bus.await(Topics.JOB_EVENTS, event -> event.key().equals(key) && event.sequence() == 3);
        bus.publish(Messages.fact(Topics.SCHEDULING_EVENTS, key, 1));
        awaitApplied(key, 1L);
        await().until(() -> !health.getReadiness().isDown());
    }

    @Test
    void a_broker_that_freezes_for_a_while_loses_nothing() {
        say(1);
        bus.await(Topics.JOB_EVENTS, event -> event.key().equals(key));
        broker.pause();
        say(2);
        await().until(() -> health.getReadiness().isDown());
        broker.resume();
        bus.await(Topics.JOB_EVENTS, event -> event.key().equals(key) && event.sequence() == 2);
        bus.publish(Messages.fact(Topics.SCHEDULING_EVENTS, key, 1));
        awaitApplied(key, 1L);
    }

    private void say(long sequence) {
        var message = Messages.fact(
                "/services/submission", Topics.JOB_EVENTS, key, "jobs/" + key, sequence, Cause.by("campus"));
        now(transactions.run(session -> outbox.append(session, List.of(message))));
    }
}

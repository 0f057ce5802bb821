package org.sing.nodemonitor;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.bus.Replay;
import org.sing.bus.testkit.TestBus;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.Catalogue;
import org.sing.schemas.CommandOutcome;
import org.sing.schemas.Envelopes;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.NodeCommand;
import org.sing.schemas.NodeEvent;
import org.sing.schemas.NodeTelemetry;
import org.sing.schemas.Requester;
import org.sing.schemas.SchedulingEvent;
import org.sing.schemas.Topics;

@QuarkusTest
@WithTestResource(CampusPlatform.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class NodeMonitorTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Requester OLIVIA = new Requester("olivia", List.of("operator"), List.of());

    @Inject
    Pool pool;

    @Inject
    Replay replay;

    final TestBus bus = TestBus.connect();
    final String node = "node-" + UUID.randomUUID();
    long acknowledgements;

    @AfterEach
    void close() {
        bus.close();
    }

    @Test
    void a_silent_node_is_lost_after_its_lease_and_welcome_again_after_a_hello() {
        hello("s1");
        event(NodeEvent.Registered.class);
        var lost = event(NodeEvent.Lost.class);
        assertEquals(1, lost.incarnation());
        hello("s2");
        await().atMost(PATIENCE).until(() -> events(NodeEvent.Registered.class).count() == 2);
        assertEquals(
                List.of(1L, 2L),
                events(NodeEvent.Registered.class)
                        .map(NodeEvent.Registered::incarnation)
                        .toList());
    }

    @Test
    void a_drain_is_asked_acknowledged_and_ends_empty() {
        hello("s1");
        event(NodeEvent.Registered.class);
        command(new NodeCommand.Drain(node, OLIVIA, "fan", "wait"));
        var asked = event(NodeEvent.CordonRequested.class);
        scheduling(
                Topics.SCHEDULING_EVENTS,
                node,
                "nodes/" + node,
                new SchedulingEvent.CordonAcknowledged(
                        node,
                        asked.version(),
                        true,
                        List.of(new SchedulingEvent.InFlight("job-" + node, 1, node + "-1"))));
        assertEquals(1, event(NodeEvent.Draining.class).inFlight());
        scheduling(
                Topics.SCHEDULING_EVENTS,
                "job-" + node,
                "jobs/job-" + node,
                new SchedulingEvent.AllocationReleased("job-" + node, 1, node + "-1"));
        event(NodeEvent.Drained.class);
    }

    @Test
    void a_join_token_enrolls_one_agent() {
        var hash = UUID.randomUUID().toString();
        command(new NodeCommand.IssueJoinToken("*", OLIVIA, hash, Instant.now().plusSeconds(600)));
        await().atMost(PATIENCE).until(() -> count("select count(*) from join_token where hash = '" + hash + "'") == 1);
        var nobody = new Requester("", List.of(), List.of());
        command(new NodeCommand.Enroll(node, nobody, hash, "key-1"));
        event(NodeEvent.Enrolled.class);
        command(new NodeCommand.Enroll(node, nobody, hash, "key-2"));
        var refused = events(CommandOutcome.Refused.class);
        await().atMost(PATIENCE)
                .until(() -> events(CommandOutcome.Refused.class).count() == 1);
        assertEquals(
                "token-used",
                events(CommandOutcome.Refused.class).findFirst().orElseThrow().code());
    }

    @Test
    void hearing_everything_again_changes_nothing() {
        hello("s1");
        event(NodeEvent.Registered.class);
        command(new NodeCommand.Cordon(node, OLIVIA, "fan"));
        event(NodeEvent.CordonRequested.class);
        event(NodeEvent.Lost.class);
        var said = events(Record.class).toList();
        var rows = state();
        replay.fromZero().await().atMost(PATIENCE);
        hello("s1");
        await().atMost(PATIENCE)
                .until(() -> count("select count(*) from consumer_position") > 0
                        && count("select count(*) from bus_outbox where published_at is null") == 0);
        assertEquals(rows, state());
        assertEquals(said, events(Record.class).toList());
    }

    private String state() {
        return pool.query("select cast(document as text) from node where name = '" + node + "'")
                .executeAndAwait()
                .iterator()
                .next()
                .getString(0);
    }

    private long count(String sql) {
        return pool.query(sql).executeAndAwait().iterator().next().getLong(0);
    }

    private void hello(String session) {
        var at = Instant.now();
        bus.publish(Envelopes.of("/nodes/" + node)
                .message(
                        UUID.randomUUID().toString(),
                        Topics.NODE_TELEMETRY,
                        node,
                        "nodes/" + node,
                        Cause.by("/test"),
                        at,
                        new NodeTelemetry.Hello(
                                node, session, 0, "boot-1", "test", List.of(), 40, 1, List.of(), "vision")));
    }

    private void command(NodeCommand command) {
        bus.publish(Envelopes.of("/gateway")
                .message(
                        UUID.randomUUID().toString(),
                        Topics.NODE_COMMANDS,
                        command.node(),
                        "nodes/" + command.node(),
                        Cause.by("olivia"),
                        Instant.now(),
                        (Record) command));
    }

    private void scheduling(String topic, String key, String subject, SchedulingEvent event) {
        bus.publish(Envelopes.of("/services/scheduling")
                .fact(topic, key, subject, 1, Cause.by("/test"), Instant.now(), (Record) event));
    }

    private <T> T event(Class<T> type) {
        await(type.getSimpleName())
                .atMost(PATIENCE)
                .until(() -> events(type).findFirst().isPresent());
        return events(type).findFirst().orElseThrow();
    }

    private <T> Stream<T> events(Class<T> type) {
        return bus.on(Topics.NODE_EVENTS).stream()
                .filter(envelope -> envelope.key().equals(node))
                .map(Catalogue::open)
                .map(record -> record.orElseThrow())
                .filter(type::isInstance)
                .map(type::cast);
    }
}

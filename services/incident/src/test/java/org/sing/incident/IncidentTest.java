package org.sing.incident;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.bus.Replay;
import org.sing.bus.testkit.TestBus;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.EndCause;
import org.sing.schemas.Envelope;
import org.sing.schemas.IncidentEvent;
import org.sing.schemas.IncidentSnapshot;
import org.sing.schemas.Topics;

@QuarkusTest
@WithTestResource(CampusPlatform.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class IncidentTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /** Records by topic, of all tests of this class: they share a world. */
    private static final Map<String, Long> PUBLISHED = new ConcurrentHashMap<>();

    @Inject
    Pool pool;

    @Inject
    Replay replay;

    final Campus campus = new Campus();
    final TestBus bus = TestBus.connect();
    final String job = "job_" + UUID.randomUUID();
    final String node = "node-" + UUID.randomUUID();

    @AfterEach
    void close() {
        bus.close();
    }

    @Test
    void a_failed_attempt_is_classified_once_however_often_it_is_told() {
        var finish = campus.finished(job, 1, 0, 1, node, EndCause.EXITED, 1);
        publish(finish, finish, campus.finished(job, 1, 0, 1, node, EndCause.EXITED, 1));
        awaitClassifications("1 attempt 1 user exit-code");
        publish(campus.completing(job, 1, EndCause.EXITED, node));
        publish(campus.attemptEnded(job, 1, EndCause.NODE_LOST, node));
        afterEverything();
        assertEquals(List.of("1 attempt 1 user exit-code"), classifications());
    }

    @Test
    void each_attempt_of_a_job_has_its_own_classification() {
        publish(
                campus.finished(job, 1, 0, 1, node, EndCause.LEASE_LOST, 143),
                campus.finished(job, 2, 0, 1, node + "b", EndCause.OUT_OF_MEMORY, 137));
        afterEverything();
        assertEquals(
                List.of("1 attempt 1 platform lease-lost retry not on " + node, "2 attempt 2 resource out-of-memory"),
                classifications());
    }

    @Test
    void what_ends_well_or_on_request_is_not_classified() {
        publish(
                campus.finished(job, 1, 0, 1, node, EndCause.REQUEUED, 143),
                campus.finished(job, 2, 0, 1, node, EndCause.EXITED, 0));
        afterEverything();
        assertEquals(List.of(), classifications());
    }

    @Test
    void submission_gets_its_answer_even_when_no_agent_told_anything() {
        publish(campus.completing(job, 1, EndCause.EXIT_UNKNOWN, node));
        awaitClassifications("1 attempt 1 platform unexplained retry not on " + node);
    }

    @Test
    void a_gang_whose_node_was_lost_is_classified_once_when_the_scheduler_ends_it() {
        publish(
                campus.finished(job, 1, 0, 2, node, EndCause.EXITED, 1),
                campus.attemptEnded(job, 1, EndCause.NODE_LOST, node + "b"));
        awaitClassifications("1 attempt 1 platform node-lost retry not on " + node + "b");
    }

    @Test
    void a_lost_node_opens_an_incident_that_closes_when_it_is_back() {
        publish(campus.registered(node, 1), campus.lost(node, 1, job));
        var id = "node-lost-" + node + "-1";
        var opened =
                bus.await(Topics.INCIDENT_EVENTS, it -> it.key().equals(id)).as(IncidentEvent.Opened.class);
        assertEquals(List.of(job), opened.affectedJobs());
        awaitState(id, "open 1");
        publish(campus.attemptEnded("job_other", 1, EndCause.NODE_LOST, node));
        awaitState(id, "open 2");
        publish(campus.registered(node, 2));
        awaitState(id, "resolved 3");
        publish(campus.lost(node, 2));
        awaitState("node-lost-" + node + "-2", "open 1");
    }

    @Test
    void three_lost_nodes_have_an_incident_above_their_own() {
        publish(campus.lost(node, 1, job), campus.lost(node + "b", 1, job), campus.lost(node + "c", 1, job));
        bus.await(
                Topics.INCIDENT_STATE,
                it -> it.as(IncidentSnapshot.class).kind().equals("nodes-lost")
                        && it.as(IncidentSnapshot.class).affectedJobs().contains(job));
    }

    @Test
    void hearing_everything_again_after_the_inbox_forgot_it_changes_nothing() {
        publish(
                campus.registered(node, 1),
                campus.lost(node, 1, job),
                campus.registered(node, 2),
                campus.lost(node, 2, job),
                campus.finished(job, 1, 0, 1, node, EndCause.LEASE_LOST, 143),
                campus.finished(job, 2, 0, 1, node, EndCause.EXITED, 3),
                campus.attemptEnded(job, 3, EndCause.NODE_LOST, node));
        afterEverything();
        awaitClassified(3);
        var before = everything();
        execute("truncate bus_mark, bus_inbox");
        replay.fromZero().await().atMost(PATIENCE);
        afterEverything();
        assertEquals(before, everything());
    }

    private void awaitState(String incident, String stateAndSequence) {
        bus.await(
                Topics.INCIDENT_STATE,
                it -> it.key().equals(incident)
                        && words(it.as(IncidentSnapshot.class)).equals(stateAndSequence));
    }

    private static String words(IncidentSnapshot it) {
        return it.state() + " " + it.sequence();
    }

    private void awaitClassified(int attempts) {
        await().atMost(PATIENCE).until(() -> classifications().size() == attempts);
    }

    private void awaitClassifications(String... expected) {
        await().atMost(PATIENCE).untilAsserted(() -> assertEquals(List.of(expected), classifications()));
    }

    private List<String> classifications() {
        return bus.on(Topics.INCIDENT_EVENTS).stream()
                .filter(it -> it.key().equals(job))
                .map(IncidentTest::words)
                .toList();
    }

    private static String words(Envelope message) {
        var it = message.as(IncidentEvent.AttemptClassified.class);
        return message.sequence() + " attempt " + it.attempt() + " " + it.category() + " " + it.code()
                + (it.retry() ? " retry" : "")
                + (it.excludeNode().isEmpty() ? "" : " not on " + it.excludeNode());
    }

    private void publish(Envelope... messages) {
        for (var message : messages) PUBLISHED.merge(message.topic(), 1L, Long::sum);
        bus.publish(messages);
    }

    /** Waits until the service has applied all that these tests published, and the broker has all that it says to it. */
    private void afterEverything() {
        await().atMost(PATIENCE).until(() -> {
            for (var it : PUBLISHED.entrySet())
                if (number("select coalesce(sum(next_offset), 0) from consumer_position where topic = '" + it.getKey()
                                + "'")
                        < it.getValue()) return false;
            return number("select count(*) from bus_outbox where published_at is null") == 0;
        });
    }

    private List<String> everything() {
        var all = new ArrayList<String>();
        for (var table : List.of("attempt_case", "node_past", "incident"))
            all.addAll(rows("select '" + table + " ' || to_json(t)::text from " + table + " t order by 1"));
        all.addAll(rows("select envelope::text from bus_outbox order by id"));
        return all;
    }

    private List<String> rows(String sql) {
        var rows = new ArrayList<String>();
        pool.query(sql).executeAndAwait().forEach(row -> rows.add(row.getString(0)));
        return rows;
    }

    private long number(String sql) {
        return pool.query(sql).executeAndAwait().iterator().next().getLong(0);
    }

    private void execute(String sql) {
        pool.query(sql).executeAndAwait();
    }
}

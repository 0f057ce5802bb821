package org.sing.accounting;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sing.accounting.Campus.live;
import static org.sing.accounting.Campus.setLimit;

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
import org.sing.accounting.messaging.Rebuild;
import org.sing.bus.Replay;
import org.sing.bus.testkit.TestBus;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.AccountingMessage;
import org.sing.schemas.CommandOutcome;
import org.sing.schemas.EndCause;
import org.sing.schemas.Envelope;
import org.sing.schemas.Topics;

@QuarkusTest
@WithTestResource(CampusPlatform.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class LedgerTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    /** Records by topic, of all tests of this class: they share a world. */
    private static final Map<String, Long> PUBLISHED = new ConcurrentHashMap<>();

    @Inject
    Pool pool;

    @Inject
    Replay replay;

    @Inject
    Rebuild rebuild;

    final Campus campus = new Campus();
    final TestBus bus = TestBus.connect();
    final String job = "job_" + UUID.randomUUID();
    final String node = "node-" + UUID.randomUUID();

    @AfterEach
    void close() {
        bus.close();
    }

    @Test
    void a_finish_that_is_told_twice_is_billed_once_and_announced_once() {
        var finish = campus.finished(job, 1, 0, node, EndCause.EXITED, 4, 90);
        publish(campus.submitted(job, "lin", "vision"), finish, finish);
        publish(campus.finished(job, 1, 0, node, EndCause.EXITED, 4, 95));
        afterEverything();
        assertEquals(List.of("1/0 USAGE 360"), ledger(job));
        assertEquals(List.of("1 " + job + "/1/0 usage 360"), announced(job));
    }

    @Test
    void the_late_finish_of_a_rank_that_was_lost_with_its_node_is_not_billed_again() {
        publish(campus.submitted(job, "lin", "vision"), campus.lost(node, 1, live(job, 1, 0, 4, 60_500)));
        publish(campus.attemptEnded(job, 1, EndCause.NODE_LOST, node));
        awaitLedger(job, "1/0 USAGE 244");
        publish(campus.finished(job, 1, 0, node, EndCause.LEASE_LOST, 4, 75));
        afterEverything();
        assertEquals(List.of("1/0 USAGE 244"), ledger(job));
    }

    @Test
    void a_rank_that_was_lost_and_adopted_again_is_billed_by_its_end_and_not_as_it_was_when_it_was_lost() {
        publish(campus.submitted(job, "lin", "vision"), campus.lost(node, 1, live(job, 1, 0, 4, 60_000)));
        publish(campus.lost(node, 2, live(job, 1, 0, 4, 90_000)));
        afterEverything();
        assertEquals(List.of(), ledger(job));
        publish(campus.finished(job, 1, 0, node, EndCause.EXITED, 4, 900));
        awaitLedger(job, "1/0 USAGE 3600");
        assertEquals(0, number("select count(*) from pending_run where job = '" + job + "'"));
    }

    @Test
    void a_rank_whose_attempt_was_given_up_before_its_loss_was_heard_is_billed_as_lost() {
        publish(campus.submitted(job, "lin", "vision"), campus.attemptEnded(job, 1, EndCause.NODE_LOST, node));
        afterEverything();
        publish(campus.lost(node, 1, live(job, 1, 0, 4, 60_500)));
        awaitLedger(job, "1/0 USAGE 244");
    }

    @Test
    void a_finish_waits_for_the_submission_that_says_who_pays() {
        publish(campus.finished(job, 1, 0, node, EndCause.EXITED, 4, 90));
        afterEverything();
        assertEquals(List.of(), ledger(job));
        publish(campus.submitted(job, "lin", "vision"));
        awaitLedger(job, "1/0 USAGE 360");
    }

    @Test
    void a_platform_cause_gives_back_what_was_billed_and_what_is_billed_later() {
        publish(campus.submitted(job, "lin", "vision"), campus.classified(job, 1, "platform"));
        publish(campus.finished(job, 1, 0, node, EndCause.EXITED, 4, 90));
        awaitLedger(job, "1/0 REFUND -360", "1/0 USAGE 360");
        publish(campus.finished(job, 1, 1, node, EndCause.GANG_ENDED, 4, 91));
        awaitLedger(job, "1/0 REFUND -360", "1/0 USAGE 360", "1/1 REFUND -364", "1/1 USAGE 364");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertEquals(
                        List.of(
                                "1 " + job + "/1/0 usage 360",
                                "2 " + job + "/1/0/refund refund -360",
                                "3 " + job + "/1/1 usage 364",
                                "4 " + job + "/1/1/refund refund -364"),
                        announced(job)));
    }

    @Test
    void a_drain_is_given_back_and_a_requeue_on_request_is_not() {
        publish(
                campus.submitted(job, "lin", "vision"),
                campus.finished(job, 1, 0, node, EndCause.DRAINED, 4, 90),
                campus.finished(job, 2, 0, node, EndCause.REQUEUED, 4, 10));
        awaitLedger(job, "1/0 REFUND -360", "1/0 USAGE 360", "2/0 USAGE 40");
    }

    @Test
    void the_sums_by_user_by_project_and_of_the_cluster_agree() {
        aDayOnCampus();
        var cluster = number("select gpu_seconds from usage_of_cluster");
        assertTrue(cluster > 0);
        assertEquals(cluster, number("select sum(gpu_seconds) from usage_by_user"));
        assertEquals(cluster, number("select sum(gpu_seconds) from usage_by_project"));
    }

    @Test
    void hearing_everything_again_changes_nothing() {
        aDayOnCampus();
        var before = everything();
        replay.fromZero().await().atMost(PATIENCE);
        afterEverything();
        assertEquals(before, everything());
    }

    @Test
    void hearing_everything_again_after_the_inbox_forgot_it_changes_nothing() {
        aDayOnCampus();
        var before = everything();
        execute("truncate bus_mark, bus_inbox");
        replay.fromZero().await().atMost(PATIENCE);
        afterEverything();
        assertEquals(before, everything());
    }

    @Test
    void a_blank_database_is_rebuilt_from_the_log_to_the_same_ledger_and_limits() {
        publish(campus.submitted(job, "lin", "vision"), campus.lost(node, 1, live(job, 1, 0, 4, 60_000)));
        publish(campus.attemptEnded(job, 1, EndCause.NODE_LOST, node));
        awaitLedger(job, "1/0 USAGE 240");
        publish(campus.finished(job, 1, 0, node, EndCause.LEASE_LOST, 4, 75));
        aDayOnCampus();
        var before = ledgerAndLimits();
        var said = bus.on(Topics.ACCOUNTING_EVENTS).size();

        execute("truncate job_account, ledger_entry, pending_run, given_up_attempt, refunded_attempt, limit_setting,"
                + " limit_published, limit_answer, bus_mark, bus_inbox, bus_outbox, consumer_position");
        rebuild.fromOwnLog().await().atMost(PATIENCE);
        replay.fromZero().await().atMost(PATIENCE);
        afterEverything();

        assertEquals(before, ledgerAndLimits());
        assertEquals(said, bus.on(Topics.ACCOUNTING_EVENTS).size(), "a rebuild has nothing new to say");
    }

    @Test
    void the_configured_limits_stand_on_the_state_topic_from_the_start() {
        var users = bus.await(Topics.ACCOUNTING_STATE, it -> it.key().equals("user/*"))
                .as(AccountingMessage.Limits.class);
        assertEquals(new AccountingMessage.Limits("user", "*", 1, 2, 0, 2), users);
    }

    @Test
    void an_operators_limit_is_accepted_once_and_published_with_the_next_version() {
        var user = "user-" + UUID.randomUUID();
        var command = setLimit("operator", "user", user, "running_jobs", 8);
        publish(command, command);
        var limits = bus.await(Topics.ACCOUNTING_STATE, it -> it.key().equals("user/" + user))
                .as(AccountingMessage.Limits.class);
        assertEquals(new AccountingMessage.Limits("user", user, 1, 8, 0, 2), limits);
        publish(setLimit("admin", "user", user, "running_jobs", 9));
        bus.await(
                Topics.ACCOUNTING_STATE,
                it -> it.key().equals("user/" + user)
                        && it.as(AccountingMessage.Limits.class).version() == 2);
        assertEquals(2, outcomes("user/" + user).size());
    }

    @Test
    void a_researchers_limit_is_refused_and_changes_nothing() {
        var user = "user-" + UUID.randomUUID();
        publish(setLimit("researcher", "user", user, "running_jobs", 8));
        var refused = bus.await(Topics.ACCOUNTING_EVENTS, it -> it.key().equals("user/" + user))
                .as(CommandOutcome.Refused.class);
        assertEquals("forbidden", refused.code());
        assertEquals(0, number("select count(*) from limit_published where name = '" + user + "'"));
    }

    private void aDayOnCampus() {
        for (var i = 0; i < 5; i++) {
            var name = "job_" + UUID.randomUUID();
            publish(
                    campus.submitted(name, "user-" + i % 3, "project-" + i % 2),
                    campus.finished(name, 1, 0, node, EndCause.EXITED, i, 100 + i),
                    campus.finished(name, 1, 1, node, i == 3 ? EndCause.DRAINED : EndCause.EXITED, i, 90 + i));
            if (i == 4) publish(campus.classified(name, 1, "platform"));
        }
        publish(setLimit("operator", "user", "lin", "running_gpus", 16));
        publish(setLimit("operator", "project", "*", "running_jobs", 20));
        afterEverything();
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

    private void awaitLedger(String ofJob, String... lines) {
        await().atMost(PATIENCE).untilAsserted(() -> assertEquals(List.of(lines), ledger(ofJob)));
    }

    private List<String> ledger(String ofJob) {
        return rows("select attempt || '/' || rank || ' ' || kind || ' ' || gpu_seconds from ledger_entry where job = '"
                + ofJob + "' order by attempt, rank, kind");
    }

    private List<String> announced(String ofJob) {
        return bus.on(Topics.ACCOUNTING_EVENTS).stream()
                .filter(it -> it.subject().equals("jobs/" + ofJob))
                .map(LedgerTest::words)
                .toList();
    }

    private static String words(Envelope message) {
        var it = message.as(AccountingMessage.EntryRecorded.class);
        return message.sequence() + " " + it.entry() + " " + it.kind() + " " + it.gpuSeconds();
    }

    private List<Envelope> outcomes(String key) {
        afterEverything();
        return bus.on(Topics.ACCOUNTING_EVENTS).stream()
                .filter(it -> it.key().equals(key))
                .toList();
    }

    private List<String> everything() {
        var all = ledgerAndLimits();
        all.addAll(rows("select envelope::text from bus_outbox order by id"));
        return all;
    }

    private List<String> ledgerAndLimits() {
        var all = new ArrayList<String>();
        for (var table : List.of(
                "job_account",
                "ledger_entry",
                "pending_run",
                "given_up_attempt",
                "refunded_attempt",
                "limit_setting",
                "limit_published",
                "limit_answer"))
            all.addAll(rows("select '" + table + " ' || to_json(t)::text from " + table + " t order by 1"));
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

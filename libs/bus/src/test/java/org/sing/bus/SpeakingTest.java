package org.sing.bus;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sing.bus.FaultPoints.Point;
import org.sing.bus.campus.Messages;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.Topics;

@QuarkusTest
@WithTestResource(CampusPlatform.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class SpeakingTest extends BusTest {
    private static final String SOURCE = "/services/submission";
    private static final Cause NOBODY = Cause.by("campus");

    @Inject
    Outbox outbox;

    @Inject
    Transactions transactions;

    @Inject
    CommandSender commands;

    @Inject
    Broker broker;

    @Inject
    Names names;

    @Inject
    Settings settings;

    @Inject
    Condition condition;

    @Inject
    BusMetrics busMetrics;

    @Test
    void a_relay_that_dies_between_commit_and_publish_loses_nothing() {
        faults.arm(Point.BEFORE_PUBLISH, once(BusTest::failure));
        say(fact(1), fact(2));
        bus.await(Topics.JOB_EVENTS, event -> event.key().equals(key) && event.sequence() == 2);
        assertEquals(List.of(1L, 2L), said());
    }

    @Test
    void a_relay_that_dies_between_publish_and_mark_says_it_twice_and_the_listener_hears_it_once() {
        faults.arm(Point.BEFORE_MARK, once(BusTest::failure));
        say(Messages.fact(SOURCE, Topics.SCHEDULING_EVENTS, key, "jobs/" + key, 1, NOBODY));
        await().until(() -> bus.on(Topics.SCHEDULING_EVENTS).stream()
                        .filter(event -> event.key().equals(key))
                        .count()
                == 2);
        bus.publish(Messages.fact(SOURCE, Topics.SCHEDULING_EVENTS, key, "jobs/" + key, 2, NOBODY));
        awaitApplied(key, 1L, 2L);
    }

    @ParameterizedTest
    @EnumSource(names = {"BEFORE_PUBLISH", "BEFORE_BROKER_COMMIT"})
    void a_paused_relay_cannot_say_what_its_successor_has_overtaken(Point where) {
        var paused = new CountDownLatch(1);
        var resumed = new CompletableFuture<Void>();
        var fenced = counted("sing.bus.fenced");
        faults.arm(where, once(() -> {
            paused.countDown();
            return Uni.createFrom().completionStage(resumed);
        }));
        say(snapshot(1));
        await().until(() -> paused.getCount() == 0);

        try (var successor = anotherRelay()) {
            successor.start();
            await().untilAsserted(() -> assertEquals(List.of(1L), folded()));
            say(snapshot(2));
            successor.wake();
            await().untilAsserted(() -> assertEquals(List.of(1L, 2L), folded()));
            resumed.complete(null);
            await().until(() -> counted("sing.bus.fenced") > fenced);
        }
        say(snapshot(3));
        await().untilAsserted(() -> assertEquals(List.of(1L, 2L, 3L), folded()));
    }

    @Test
    void of_two_transactions_that_commit_in_the_other_order_none_is_forgotten() {
        var first = new CompletableFuture<Void>();
        var open = transactions.run(session -> outbox.append(session, List.of(fact(1)))
                .chain(() -> FaultPoints.here(() -> Uni.createFrom().completionStage(first))));
        var slow = open.subscribeAsCompletionStage();
        await().until(() -> count("select count(*) from pg_stat_activity where state = 'idle in transaction'") > 0);
        say(Messages.fact(SOURCE, Topics.JOB_EVENTS, key + "-quick", "jobs/" + key + "-quick", 1, NOBODY));
        bus.await(Topics.JOB_EVENTS, event -> event.key().equals(key + "-quick"));
        assertEquals(List.of(), said());
        first.complete(null);
        slow.join();
        bus.await(Topics.JOB_EVENTS, event -> event.key().equals(key));
    }

    @Test
    void a_rolled_back_transaction_says_nothing() {
        var failed = transactions.run(session -> outbox.append(session, List.of(fact(1)))
                .chain(() -> Uni.createFrom().<Void>failure(new IllegalStateException("no"))));
        assertThrows(IllegalStateException.class, () -> now(failed));
        say(Messages.fact(SOURCE, Topics.JOB_EVENTS, key + "-later", "jobs/" + key + "-later", 1, NOBODY));
        bus.await(Topics.JOB_EVENTS, event -> event.key().equals(key + "-later"));
        assertEquals(List.of(), said());
    }

    @Test
    void who_stops_waiting_does_not_stop_the_transaction() {
        transactions
                .run(session -> outbox.append(session, List.of(fact(1))))
                .subscribe()
                .with(ok -> {})
                .cancel();
        bus.await(Topics.JOB_EVENTS, event -> event.key().equals(key));
    }

    @Test
    void of_a_burst_of_snapshots_of_one_job_only_the_newest_need_leave() {
        say(snapshot(1), snapshot(2), snapshot(3));
        await().untilAsserted(() -> assertEquals(List.of(3L), folded()));
        await().until(() -> count("select count(*) from bus_outbox where published_at is null") == 0);
    }

    @Test
    void a_message_that_the_broker_would_refuse_is_refused_at_once() {
        var large = Messages.fact(Topics.JOB_EVENTS, key, 1, Map.of("text", "x".repeat(1_000_000)));
        assertThrows(
                IllegalArgumentException.class,
                () -> now(transactions.run(session -> outbox.append(session, List.of(large)))));
    }

    @Test
    void a_command_is_sent_when_the_broker_has_it_and_keeps_its_trace() {
        var trace = new Cause("", "", "campus", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
        now(commands.send(Messages.fact(SOURCE, Topics.NODE_COMMANDS, key, "jobs/" + key, 0, trace)));
        var sent = bus.records(Topics.NODE_COMMANDS).stream()
                .filter(record -> key.equals(record.key()))
                .findFirst()
                .orElseThrow();
        assertEquals(
                trace.traceparent(),
                new String(sent.headers().lastHeader("traceparent").value()));
    }

    @Test
    void a_connection_of_the_pool_gives_up_a_transaction_that_idles() {
        assertEquals(
                "20s",
                rows("show idle_in_transaction_session_timeout").getFirst().getString(0));
    }

    private Relay anotherRelay() {
        return new Relay(
                new OutboxRows(pool),
                () -> new FencedProducer(broker.configuration(), names.prefixed("submission-relay")),
                () -> true,
                new Bell(),
                names,
                settings,
                new FaultPoints(),
                condition,
                busMetrics);
    }

    private void say(Envelope... messages) {
        now(transactions.run(session -> outbox.append(session, List.of(messages))));
    }

    private Envelope fact(long sequence) {
        return Messages.fact(SOURCE, Topics.JOB_EVENTS, key, "jobs/" + key, sequence, NOBODY);
    }

    private Envelope snapshot(long folded) {
        return Messages.snapshot(SOURCE, Topics.JOB_STATE, key, "jobs/" + key, folded, NOBODY);
    }

    private List<Long> said() {
        return bus.on(Topics.JOB_EVENTS).stream()
                .filter(event -> event.key().equals(key))
                .map(Envelope::sequence)
                .toList();
    }

    private List<Long> folded() {
        return bus.on(Topics.JOB_STATE).stream()
                .filter(event -> event.key().equals(key))
                .map(state -> state.data().get("folded").asLong())
                .toList();
    }
}

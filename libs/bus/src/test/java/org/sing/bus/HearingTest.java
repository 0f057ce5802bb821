package org.sing.bus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.bus.FaultPoints.Point;
import org.sing.bus.campus.Messages;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.DeadLetter;
import org.sing.schemas.Envelope;
import org.sing.schemas.Json;
import org.sing.schemas.Topics;

@QuarkusTest
@WithTestResource(CampusPlatform.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class HearingTest extends BusTest {
    @Inject
    ParkedKeys parkedKeys;

    @Inject
    Replay replay;

    @Inject
    Channel channel;

    @Inject
    Database database;

    @Inject
    InboxStore store;

    @Inject
    Positions positions;

    @Test
    void what_a_service_hears_it_applies_once_in_order_and_answers() {
        for (int sequence = 1; sequence <= 3; sequence++)
            bus.publish(Messages.fact(Topics.SCHEDULING_EVENTS, key, sequence, Map.of("answer", true)));
        awaitApplied(key, 1L, 2L, 3L);
        bus.await(Topics.JOB_EVENTS, answer -> answer.key().equals(key) && answer.sequence() == 3);
        bus.await(
                Topics.JOB_STATE,
                state -> state.key().equals(key) && state.data().get("folded").asLong() == 3);
    }

    @Test
    void an_answer_names_its_cause() {
        var asked = Messages.command(Topics.JOB_COMMANDS, key, "ask-" + key, Map.of("answer", true));
        bus.publish(asked);
        var answer = bus.await(Topics.JOB_EVENTS, event -> event.key().equals(key));
        assertEquals(asked.id(), answer.causationId());
        assertEquals(asked.id(), answer.correlationId());
        assertEquals("campus", answer.actor());
    }

    @Test
    void an_event_or_a_command_that_comes_twice_counts_once() {
        var event = Messages.fact(Topics.SCHEDULING_EVENTS, key, 1);
        var command = Messages.command(Topics.JOB_COMMANDS, key, "once-" + key, Map.of());
        bus.publish(event, command, event, command);
        bus.publish(event, command);
        bus.publish(Messages.fact(Topics.SCHEDULING_EVENTS, key, 2));
        bus.publish(Messages.command(Topics.JOB_COMMANDS, key, "last-" + key, Map.of()));
        await().untilAsserted(() -> assertEquals(
                List.of(0L, 0L, 1L, 2L), applied(key).stream().sorted().toList()));
    }

    @Test
    void an_event_that_is_missing_parks_its_key_and_heals_when_it_comes() {
        bus.publish(Messages.fact(Topics.SCHEDULING_EVENTS, key, 1));
        awaitApplied(key, 1L);
        bus.publish(
                Messages.fact(Topics.SCHEDULING_EVENTS, key, 3),
                Messages.fact(Topics.SCHEDULING_EVENTS, key, 4),
                Messages.fact(Topics.SCHEDULING_EVENTS, key + "-other", 1));
        awaitApplied(key + "-other", 1L);
        assertEquals(List.of(1L), applied(key));
        assertEquals(2, count("select count(*) from bus_parked where key = '" + key + "'"));
        bus.publish(Messages.fact(Topics.SCHEDULING_EVENTS, key, 2));
        awaitApplied(key, 1L, 2L, 3L, 4L);
        assertEquals(0, count("select count(*) from bus_parked where key = '" + key + "'"));
        assertEquals(0, count("select count(*) from bus_parked_key where key = '" + key + "'"));
        bus.publish(Messages.fact(Topics.SCHEDULING_EVENTS, key, 5));
        awaitApplied(key, 1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void a_message_that_cannot_be_taken_parks_its_key_alone_until_it_is_released() {
        bus.publish(
                Messages.fact(Topics.NODE_EVENTS, key, 1),
                Messages.fact(Topics.NODE_EVENTS, key, 2, Map.of("poison", true)),
                Messages.fact(Topics.NODE_EVENTS, key + "-other", 1),
                Messages.fact(Topics.NODE_EVENTS, key, 3),
                Messages.fact(Topics.NODE_EVENTS, key + "-other", 2));
        awaitApplied(key + "-other", 1L, 2L);
        awaitApplied(key, 1L);
        var letter = letterOf(key);
        assertEquals(Topics.NODE_EVENTS, letter.topic());
        assertTrue(letter.error().contains("cannot take"), letter.error());
        assertEquals(1, letter.attempts());

        bus.publish(Messages.fact(Topics.NODE_EVENTS, key, 4));
        await().until(() -> count("select count(*) from bus_parked where key = '" + key + "'") == 3);
        assertEquals(false, now(parkedKeys.release(Topics.NODE_EVENTS, key)), "it fails again");
        assertEquals(List.of(1L), applied(key));

        service.tolerant = true;
        assertEquals(true, now(parkedKeys.release(Topics.NODE_EVENTS, key)));
        assertEquals(List.of(1L, 2L, 3L, 4L), applied(key));
        bus.publish(Messages.fact(Topics.NODE_EVENTS, key, 5));
        awaitApplied(key, 1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void a_message_that_cannot_be_taken_may_have_waited_behind_a_gap() {
        bus.publish(
                Messages.fact(Topics.NODE_EVENTS, key, 1),
                Messages.fact(Topics.NODE_EVENTS, key, 3),
                Messages.fact(Topics.NODE_EVENTS, key, 4, Map.of("poison", true)),
                Messages.fact(Topics.NODE_EVENTS, key, 5));
        await().until(() -> count("select count(*) from bus_parked where key = '" + key + "'") == 3);
        bus.publish(Messages.fact(Topics.NODE_EVENTS, key, 2));
        letterOf(key);
        awaitApplied(key, 1L, 2L, 3L);
        service.tolerant = true;
        assertEquals(true, now(parkedKeys.release(Topics.NODE_EVENTS, key)));
        assertEquals(List.of(1L, 2L, 3L, 4L, 5L), applied(key));
    }

    @Test
    void what_is_no_message_of_the_topic_becomes_a_dead_letter_and_holds_nobody_up() {
        bus.publishRaw(Topics.NODE_EVENTS, key + "-garbage", "{\"not\":".getBytes(UTF_8));
        var elsewhere = Messages.fact(Topics.SCHEDULING_EVENTS, key + "-elsewhere", 1);
        bus.publishRaw(Topics.NODE_EVENTS, elsewhere.key(), Json.bytes(elsewhere));
        var stranger = Messages.fact(Topics.NODE_EVENTS, key + "-stranger", 1);
        bus.publishRaw(Topics.NODE_EVENTS, key + "-impostor", Json.bytes(stranger));
        var misplaced = new Envelope(
                "1.0",
                "c-" + key,
                "/services/gateway",
                "org.sing.node.resume.v1",
                "nodes/node-1",
                stranger.time(),
                0,
                "",
                "",
                "",
                "",
                Topics.NODE_EVENTS,
                key + "-misplaced",
                "",
                Json.tree(Map.of()));
        bus.publish(misplaced);
        bus.publishRaw(Topics.NODE_EVENTS, key + "-gone", null);
        bus.publish(Messages.fact(Topics.NODE_EVENTS, key, 1));
        awaitApplied(key, 1L);
        for (var kind : List.of("-garbage", "-elsewhere", "-impostor", "-misplaced")) letterOf(key + kind);
        assertEquals(List.of(), applied(key + "-elsewhere"));
        assertEquals(List.of(), applied(key + "-stranger"));
    }

    @Test
    void hearing_everything_again_changes_nothing() {
        LongStream.rangeClosed(1, 20)
                .forEach(sequence ->
                        bus.publish(Messages.fact(Topics.SCHEDULING_EVENTS, key, sequence, Map.of("answer", true))));
        bus.publish(Messages.command(Topics.JOB_COMMANDS, key, "again-" + key, Map.of()));
        bus.publishRaw(Topics.NODE_EVENTS, key + "-garbage", "{\"not\":".getBytes(UTF_8));
        letterOf(key + "-garbage");
        await().until(() -> applied(key).size() == 21);
        var before = contents();
        var positions = positions();

        now(replay.fromZero());
        await().untilAsserted(() -> assertEquals(positions, positions()));
        assertEquals(before, contents());
    }

    @Test
    void a_consumer_that_was_replaced_rolls_back_and_goes_on_from_where_its_successor_came() {
        bus.publish(Messages.fact(Topics.SCHEDULING_EVENTS, key, 1));
        awaitApplied(key, 1L);
        var zombies = counted("sing.bus.zombie.rollbacks");
        faults.arm(
                Point.APPLYING,
                once(() -> pool.query("""
                        with moved as (update consumer_position set next_offset = next_offset + 1
                            where topic = '%s' and partition = (%s))
                        update bus_mark set sequence = 2 where subject = 'jobs/%s'
                        """.formatted(Topics.SCHEDULING_EVENTS, partitionOf(key), key))
                        .execute()));
        bus.publish(Messages.fact(Topics.SCHEDULING_EVENTS, key, 2));
        await().until(() -> counted("sing.bus.zombie.rollbacks") > zombies);
        bus.publish(Messages.fact(Topics.SCHEDULING_EVENTS, key, 3));
        awaitApplied(key, 1L, 3L);
    }

    @Test
    void a_partition_that_the_broker_has_lost_is_heard_anew() {
        bus.publish(Messages.fact(Topics.SCHEDULING_EVENTS, key, 1));
        awaitApplied(key, 1L);
        rows("update consumer_position set next_offset = 1000000 where topic = '%s' and partition = %d"
                .formatted(Topics.SCHEDULING_EVENTS, partitionOf(key)));
        positions.forgetAll();
        channel.open(now(database.run(store::positions)));
        await().until(() -> count("select max(next_offset) from consumer_position") < 1_000_000);
        bus.publish(Messages.fact(Topics.SCHEDULING_EVENTS, key, 2));
        awaitApplied(key, 1L, 2L);
    }

    private int partitionOf(String key) {
        return bus.records(Topics.SCHEDULING_EVENTS).stream()
                .filter(record -> key.equals(record.key()))
                .findFirst()
                .orElseThrow()
                .partition();
    }

    private DeadLetter letterOf(String key) {
        return bus.await(
                        Topics.deadLetters("submission"), letter -> letter.key().equals(key))
                .as(DeadLetter.class);
    }

    private List<String> positions() {
        return rows("select topic || partition || ':' || next_offset from consumer_position order by 1").stream()
                .map(row -> row.getString(0))
                .toList();
    }

    /** Every table but the positions, which the replay itself moves. */
    private Map<String, String> contents() {
        return Map.of(
                "journal", content("journal"),
                "tally", content("tally"),
                "marks", content("bus_mark"),
                "inbox", content("bus_inbox"),
                "parked", content("bus_parked"),
                "keys", content("bus_parked_key"),
                "outbox", content("(select id, envelope from bus_outbox)"));
    }

    private String content(String table) {
        return rows("select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) from " + table + " t")
                .getFirst()
                .getString(0);
    }
}

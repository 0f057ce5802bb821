package org.sing.agent.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.schemas.EndCause;
import org.sing.schemas.ExecutionEvent.Finished;
import org.sing.schemas.Warning;

@DisplayNameGeneration(ReplaceUnderscores.class)
class EndingTest {
    private final Desk desk = Desk.atWork();

    @Test
    void an_exit_code_is_an_exit_code_and_a_signal_is_a_signal() {
        desk.hears(desk.start("a", 0)).launched("a").ended("a", 3);
        desk.hears(desk.start("b", 0)).launched("b").ended("b", 128 + 11);
        desk.hears(desk.start("c", 0)).launched("c").ended("c", 255);
        var finished = desk.reported(Finished.class);
        assertEquals(
                List.of(Optional.of(3), Optional.empty(), Optional.of(255)),
                finished.stream().map(Finished::exitCode).toList());
        assertEquals(Optional.of(11), finished.get(1).signal());
        assertTrue(finished.stream().allMatch(event -> event.cause() == EndCause.EXITED));
    }

    @Test
    void a_job_whose_shell_was_killed_by_somebody_ended_nobody_knows_how() {
        desk.hears(desk.start("a", 0)).launched("a").killed("a");
        assertEquals(
                EndCause.EXIT_UNKNOWN, desk.reported(Finished.class).getFirst().cause());
    }

    @Test
    void a_job_that_failed_for_want_of_memory_says_so_unless_it_was_ended_or_went_on_without() {
        desk.hears(desk.start("a", 0)).launched("a").endedForMemory("a", OptionalInt.of(137));
        desk.hears(desk.start("b", 0)).launched("b").endedForMemory("b", OptionalInt.empty());
        desk.hears(desk.start("c", 0)).launched("c").endedForMemory("c", OptionalInt.of(0));
        desk.hears(desk.start("d", 0))
                .launched("d")
                .hears(desk.stop("d", EndCause.CANCELLED))
                .endedForMemory("d", OptionalInt.empty());
        var finished = desk.reported(Finished.class);
        assertEquals(
                List.of(EndCause.OUT_OF_MEMORY, EndCause.OUT_OF_MEMORY, EndCause.EXITED, EndCause.CANCELLED),
                finished.stream().map(Finished::cause).toList());
        assertEquals(
                "it used more memory than it was given", finished.getFirst().detail());
    }

    @Test
    void half_a_second_is_billed_and_less_is_not() {
        desk.hears(desk.start("a", 0))
                .launched("a")
                .later(Duration.ofMillis(2_499))
                .ended("a", 0);
        desk.hears(desk.start("b", 0))
                .launched("b")
                .later(Duration.ofMillis(2_500))
                .ended("b", 0);
        assertEquals(
                List.of(2L, 3L),
                desk.reported(Finished.class).stream()
                        .map(Finished::billedSeconds)
                        .toList());
    }

    @Test
    void a_job_hears_once_that_its_time_is_soon_over_also_from_an_agent_that_was_started_again() {
        desk.hears(desk.warned("a", 20, 5, 0)).launched("a").later(Duration.ofMillis(14_999));
        assertEquals(List.of(), desk.did(Effect.Alert.class));
        desk.later(Duration.ofMillis(1));
        var alert = desk.did(Effect.Alert.class).getFirst();
        assertEquals(new Warning("USR1", 5, false), alert.warning());
        desk.later(Duration.ofSeconds(1));
        assertEquals(1, desk.did(Effect.Alert.class).size());
        desk.restart().later(Duration.ofSeconds(3));
        assertEquals(0, desk.did(Effect.Alert.class).size());
        assertEquals(0, desk.did(Effect.Terminate.class).size());
        desk.later(Duration.ofSeconds(1));
        assertEquals(1, desk.did(Effect.Terminate.class).size());
    }

    @Test
    void that_a_job_was_warned_outlives_the_compaction_of_the_journal() {
        desk.hears(desk.warned("a", 20, 5, 0)).launched("a").later(Duration.ofSeconds(15));
        var ledger = new Ledger();
        desk.ledger().compacted(Instant.EPOCH).forEach(ledger::apply);
        assertTrue(ledger.task("a-1").orElseThrow().warned());
    }

    @Test
    void what_is_being_ended_hears_nothing_of_its_time_limit() {
        desk.hears(desk.warned("a", 20, 18, 0))
                .launched("a")
                .hears(desk.stop("a", EndCause.CANCELLED))
                .later(Duration.ofSeconds(3));
        assertEquals(List.of(), desk.did(Effect.Alert.class));
    }

    @Test
    void a_stop_is_on_record_before_the_signal_and_kills_after_its_grace() {
        desk.hears(desk.start("a", 0)).launched("a").hears(desk.stop("a", EndCause.CANCELLED));
        assertTrue(desk.journal.stream().anyMatch(Entry.Stopping.class::isInstance));
        assertEquals(1, desk.did(Effect.Terminate.class).size());
        desk.later(Duration.ofMillis(4_999));
        assertEquals(0, desk.did(Effect.Kill.class).size());
        desk.later(Duration.ofMillis(1));
        assertEquals(1, desk.did(Effect.Kill.class).size());
        desk.later(Duration.ofSeconds(1));
        assertEquals(2, desk.did(Effect.Kill.class).size(), "as long as something is left");
        desk.killed("a");
        var finished = desk.reported(Finished.class).getFirst();
        assertEquals(EndCause.CANCELLED, finished.cause());
        assertEquals(Optional.of(9), finished.signal());
    }

    @Test
    void the_first_reason_to_stop_wins() {
        desk.hears(desk.start("a", 0)).launched("a");
        desk.hears(desk.stop("a", EndCause.CANCELLED))
                .hears(desk.stop("a", EndCause.DRAINED))
                .ended("a", 143);
        assertEquals(
                EndCause.CANCELLED, desk.reported(Finished.class).getFirst().cause());
        assertEquals(1, desk.did(Effect.Terminate.class).size());
    }

    @Test
    void a_stop_that_comes_while_the_job_is_launched_ends_it_as_soon_as_it_runs() {
        desk.hears(desk.start("a", 0)).hears(desk.stop("a", EndCause.CANCELLED));
        assertEquals(0, desk.did(Effect.Terminate.class).size());
        desk.launched("a");
        assertEquals(1, desk.did(Effect.Terminate.class).size());
    }

    @Test
    void what_is_made_ready_for_a_job_is_given_up_when_it_is_stopped_before_it_runs() {
        desk.hears(desk.start("a", 0)).hears(desk.stop("a", EndCause.CANCELLED));
        desk.hears(desk.start("b", 1)).launched("b").hears(desk.stop("b", EndCause.CANCELLED));
        assertEquals(
                List.of("a-1"),
                desk.did(Effect.CallOff.class).stream()
                        .map(effect -> effect.allocation().id())
                        .toList());
        desk.notLaunched("a");
        assertEquals(
                EndCause.CANCELLED, desk.reported(Finished.class).getFirst().cause());
    }

    @Test
    void a_job_is_ended_at_its_time_limit_by_the_monotonic_clock() {
        desk.hears(desk.limited("a", 10, 0)).launched("a").later(Duration.ofMillis(9_999));
        assertEquals(0, desk.did(Effect.Terminate.class).size());
        desk.later(Duration.ofMillis(1));
        assertEquals(1, desk.did(Effect.Terminate.class).size());
        desk.ended("a", 143);
        assertEquals(
                EndCause.TIME_LIMIT, desk.reported(Finished.class).getFirst().cause());
    }

    @Test
    void a_time_limit_goes_on_while_the_agent_is_away() {
        desk.hears(desk.limited("a", 10, 0))
                .launched("a")
                .later(Duration.ofSeconds(4))
                .renewedNow();
        desk.restart().granted(2).later(Duration.ofSeconds(5));
        assertEquals(0, desk.did(Effect.Terminate.class).size());
        desk.later(Duration.ofSeconds(1));
        assertEquals(1, desk.did(Effect.Terminate.class).size());
    }

    @Test
    void reports_of_a_job_are_sent_one_after_the_other() {
        desk.hears(desk.start("a", 0)).launched("a").ended("a", 0);
        assertEquals(1, desk.did(Effect.Send.class).size());
        desk.delivered("a", 1);
        assertEquals(
                List.of(1L, 2L),
                desk.did(Effect.Send.class).stream()
                        .map(send -> send.report().sequence())
                        .toList());
    }

    @Test
    void what_the_broker_has_not_acknowledged_is_sent_again_after_a_restart() {
        desk.hears(desk.start("a", 0)).launched("a").ended("a", 0).delivered("a", 1);
        desk.restart();
        assertEquals(
                List.of(2L),
                desk.did(Effect.Send.class).stream()
                        .map(send -> send.report().sequence())
                        .toList());
    }
}

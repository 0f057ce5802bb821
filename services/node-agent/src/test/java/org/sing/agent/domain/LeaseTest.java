package org.sing.agent.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.schemas.EndCause;
import org.sing.schemas.ExecutionEvent.Finished;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LeaseTest {
    private final Desk desk = Desk.atWork();

    @Test
    void nothing_is_said_before_the_commands_are_being_read() {
        var early = new Desk();
        early.later(Duration.ofMinutes(1));
        assertEquals(List.of(), early.effects);
        early.open();
        assertEquals(1, early.did(Effect.SayHello.class).size());
    }

    @Test
    void an_agent_says_hello_until_it_hears_its_grant_and_then_renews() {
        var early = new Desk().open();
        early.later(Duration.ofSeconds(2)).later(Duration.ofSeconds(2));
        assertEquals(3, early.did(Effect.SayHello.class).size());
        early.granted(1);
        assertEquals(1, early.did(Effect.Renew.class).size(), "at once");
        early.later(Duration.ofSeconds(5));
        assertEquals(2, early.did(Effect.Renew.class).size());
    }

    @Test
    void the_grant_of_another_session_is_not_ours() {
        var early = new Desk().open();
        early.agent().registered("somebody-else", 1, 60, "default", early.now());
        assertFalse(early.agent().holdsLease());
    }

    @Test
    void an_agent_asks_for_its_resource_group_and_says_so_when_it_got_another_one() {
        var early = new Desk().open();
        var hello = early.did(Effect.SayHello.class).getFirst().hello();
        assertEquals("default", hello.resourceGroup());
        early.agent().registered(hello.session(), 1, 60, "vision", early.now());
        early.later(Duration.ZERO);
        assertTrue(early.agent().holdsLease());
        assertEquals(
                List.of("stays", "vision", "asked", "default"),
                early.did(Effect.Warn.class).getFirst().values());
        early = new Desk().open().granted(1);
        assertEquals(List.of(), early.did(Effect.Warn.class));
    }

    @Test
    void a_late_grant_of_another_session_makes_the_agent_ask_again_and_its_jobs_go_on() {
        desk.hears(desk.start("a", 0)).launched("a");
        desk.agent().registered("an-older-session", 2, 60, "default", desk.now());
        desk.later(Duration.ZERO);
        assertFalse(desk.agent().holdsLease());
        assertEquals(0, desk.did(Effect.Terminate.class).size());
        desk.granted(3);
        assertTrue(desk.agent().holdsLease());
    }

    @Test
    void a_renewal_that_the_broker_has_extends_the_lease_from_when_it_was_sent() {
        desk.hears(desk.start("a", 0))
                .launched("a")
                .later(Duration.ofSeconds(50))
                .renewedNow();
        desk.later(Duration.ofSeconds(59));
        assertEquals(0, desk.did(Effect.Terminate.class).size());
        desk.later(Duration.ofSeconds(1));
        assertEquals(1, desk.did(Effect.Terminate.class).size());
    }

    @Test
    void when_the_lease_runs_out_jobs_end_first_and_only_then_a_new_incarnation_is_asked_for() {
        desk.hears(desk.start("a", 0)).launched("a").later(Duration.ofSeconds(60));
        assertEquals(1, desk.did(Effect.Terminate.class).size());
        assertEquals(1, desk.did(Effect.SayHello.class).size(), "only the first one");
        desk.later(Duration.ofSeconds(3));
        assertEquals(1, desk.did(Effect.Kill.class).size(), "no later than node-monitor counts on");
        desk.killed("a");
        assertEquals(2, desk.did(Effect.SayHello.class).size());
        assertEquals(
                EndCause.LEASE_LOST, desk.reported(Finished.class).getFirst().cause());
    }

    @Test
    void a_start_that_comes_after_the_lease_is_refused() {
        desk.later(Duration.ofSeconds(60)).hears(desk.start("a", 0));
        var finished = desk.reported(Finished.class).getFirst();
        assertEquals(EndCause.START_REFUSED, finished.cause());
        assertTrue(finished.detail().contains("no lease"), finished.detail());
    }

    @Test
    void a_renewal_that_is_acknowledged_after_the_deadline_brings_nothing_back() {
        desk.later(Duration.ofSeconds(60));
        desk.agent().renewed(1, desk.now().millis() - 1);
        desk.later(Duration.ZERO);
        assertFalse(desk.agent().holdsLease());
    }

    @Test
    void a_restarted_agent_keeps_to_the_deadline_of_its_old_lease() {
        desk.hears(desk.start("a", 0))
                .launched("a")
                .later(Duration.ofSeconds(30))
                .restart();
        desk.later(Duration.ofSeconds(29));
        assertEquals(0, desk.did(Effect.Terminate.class).size());
        desk.later(Duration.ofSeconds(1));
        assertEquals(1, desk.did(Effect.Terminate.class).size());
    }

    @Test
    void an_agent_that_comes_back_after_its_lease_ends_its_jobs_before_it_says_hello() {
        desk.hears(desk.start("a", 0)).launched("a").later(Duration.ofSeconds(40));
        desk.effects.clear();
        desk.restart();
        desk.later(Duration.ofSeconds(21));
        var hellosBefore = desk.did(Effect.SayHello.class).size();
        desk.later(Duration.ofSeconds(20));
        assertEquals(1, desk.did(Effect.Terminate.class).size());
        assertEquals(hellosBefore, desk.did(Effect.SayHello.class).size());
        desk.killed("a");
        assertEquals(
                List.of(), desk.did(Effect.SayHello.class).getLast().hello().live());
    }

    @Test
    void a_restarted_agent_names_the_jobs_that_it_goes_on_with() {
        desk.hears(desk.start("a", 0))
                .launched("a")
                .later(Duration.ofSeconds(7))
                .restart();
        var live = desk.did(Effect.SayHello.class).getFirst().hello().live();
        assertEquals("a-1", live.getFirst().allocation());
        assertEquals(7_000, live.getFirst().elapsedMillis());
    }

    @Test
    void a_node_that_is_called_lost_ends_its_jobs() {
        desk.hears(desk.start("a", 0)).launched("a").lost(1);
        assertEquals(1, desk.did(Effect.Terminate.class).size());
    }

    @Test
    void after_a_reboot_nothing_that_ran_lives_and_it_is_billed_to_the_last_renewal() {
        desk.hears(desk.start("a", 0))
                .launched("a")
                .later(Duration.ofSeconds(9))
                .renewedNow();
        desk.later(Duration.ofSeconds(3)).reboot();
        var finished = desk.reported(Finished.class).getFirst();
        assertEquals(EndCause.EXIT_UNKNOWN, finished.cause());
        assertEquals(9, finished.billedSeconds());
        assertEquals(
                List.of(), desk.did(Effect.SayHello.class).getFirst().hello().live());
    }

    @Test
    void a_journal_that_was_lost_counts_its_reports_under_another_source() {
        var replaced = new Desk().open().granted(4);
        replaced.hears(replaced.start("a", 0)).launched("a");
        assertEquals(
                "/nodes/node-1/4",
                replaced.did(Effect.Send.class).getFirst().report().event().source());
    }
}

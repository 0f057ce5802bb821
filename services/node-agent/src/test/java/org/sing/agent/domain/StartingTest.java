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
import org.sing.schemas.ExecutionEvent.Started;

@DisplayNameGeneration(ReplaceUnderscores.class)
class StartingTest {
    private final Desk desk = Desk.atWork();

    @Test
    void a_start_is_on_record_before_it_is_launched_and_reported_once_it_runs() {
        desk.hears(desk.start("a", 0));
        assertTrue(desk.journal.stream().anyMatch(Entry.Accepted.class::isInstance));
        assertEquals(1, desk.did(Effect.Launch.class).size());
        assertEquals(0, desk.reported(Started.class).size());
        desk.launched("a");
        assertEquals(1, desk.reported(Started.class).size());
    }

    @Test
    void a_start_that_comes_twice_launches_once_and_is_not_refused() {
        desk.hears(desk.start("a", 0)).hears(desk.start("a", 0)).launched("a").hears(desk.start("a", 0));
        assertEquals(1, desk.did(Effect.Launch.class).size());
        assertEquals(0, desk.reported(Finished.class).size());
    }

    @Test
    void a_start_of_a_job_that_is_over_here_does_not_launch_it_again() {
        desk.hears(desk.start("a", 0)).launched("a").ended("a", 0).hears(desk.start("a", 0));
        assertEquals(1, desk.did(Effect.Launch.class).size());
        assertEquals(1, desk.reported(Finished.class).size());
    }

    @Test
    void a_command_that_comes_twice_is_dropped() {
        desk.hears(desk.start("a", 0), 1).hears(desk.cordon(true), 2).hears(desk.cordon(false), 3);
        desk.hears(desk.cordon(true), 2);
        assertFalse(desk.ledger().cordoned());
    }

    @Test
    void behind_a_missing_command_everything_waits() {
        desk.hears(desk.start("a", 0), 1).hears(desk.start("c", 2), 3);
        assertEquals(1, desk.did(Effect.Launch.class).size());
        assertEquals(2, desk.agent().missingCommand());
        assertEquals(1, desk.did(Effect.Warn.class).size());
        desk.hears(desk.start("b", 1), 2);
        assertEquals(
                List.of("a", "b", "c"),
                desk.did(Effect.Launch.class).stream()
                        .map(launch -> launch.allocation().job())
                        .toList());
        assertEquals(0, desk.agent().missingCommand());
    }

    @Test
    void a_start_of_an_older_epoch_is_refused() {
        desk.hears(desk.fenced("a", 2, 1, 0)).hears(desk.fenced("b", 1, 1, 1));
        assertRefused("b", "epoch 1");
    }

    @Test
    void a_stop_of_an_older_epoch_has_no_effect() {
        desk.hears(desk.fenced("a", 2, 1, 0)).launched("a").hears(desk.stop("a", EndCause.CANCELLED));
        assertEquals(0, desk.did(Effect.Terminate.class).size());
    }

    @Test
    void a_start_for_an_older_incarnation_is_refused() {
        desk.restart().granted(2).hears(desk.fenced("a", 1, 1, 0));
        assertRefused("a", "incarnation 1");
    }

    @Test
    void a_start_for_an_incarnation_that_is_still_on_its_way_waits_for_it() {
        desk.restart().hears(desk.fenced("a", 1, 2, 0));
        assertEquals(0, desk.did(Effect.Launch.class).size());
        assertEquals(0, desk.reported(Finished.class).size());
        desk.granted(2);
        assertEquals(1, desk.did(Effect.Launch.class).size());
    }

    @Test
    void a_start_past_its_deadline_is_refused() {
        var start = desk.start("a", 0);
        desk.later(Duration.ofSeconds(31)).hears(start);
        assertRefused("a", "deadline");
    }

    @Test
    void a_start_on_a_cordoned_node_is_refused_until_the_cordon_is_lifted() {
        desk.hears(desk.cordon(true)).hears(desk.start("a", 0));
        assertRefused("a", "cordoned");
        desk.hears(desk.cordon(false)).hears(desk.start("b", 0));
        assertEquals(1, desk.did(Effect.Launch.class).size());
    }

    @Test
    void a_gpu_is_never_given_to_a_second_job() {
        desk.hears(desk.start("a", 0)).launched("a").hears(desk.start("b", 0));
        assertRefused("b", "still held by a-1");
    }

    @Test
    void a_start_on_a_gpu_that_is_not_there_is_refused() {
        desk.hears(desk.start("a", 9));
        assertRefused("a", "no GPU node-1/gpu-9");
    }

    @Test
    void a_job_that_cannot_be_launched_never_ran() {
        desk.hears(desk.start("a", 0)).notLaunched("a");
        var finished = desk.reported(Finished.class).getFirst();
        assertEquals(EndCause.START_FAILED, finished.cause());
        assertFalse(finished.ran());
        assertEquals(0, finished.billedSeconds());
    }

    private void assertRefused(String job, String because) {
        var finished = desk.reported(Finished.class).stream()
                .filter(event -> event.job().equals(job))
                .findFirst()
                .orElseThrow();
        assertEquals(EndCause.START_REFUSED, finished.cause());
        assertFalse(finished.ran());
        assertTrue(finished.detail().contains(because), finished.detail());
        assertTrue(desk.did(Effect.Launch.class).stream()
                .noneMatch(launch -> launch.allocation().job().equals(job)));
    }
}

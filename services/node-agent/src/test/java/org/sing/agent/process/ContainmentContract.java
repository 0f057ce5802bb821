package org.sing.agent.process;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.schemas.Warning;

/** What every way of keeping the processes of a job together has to do. */
@DisplayNameGeneration(ReplaceUnderscores.class)
abstract class ContainmentContract extends ProcessBench {

    @Test
    void a_child_that_left_the_session_is_gone_before_the_job_counts_as_ended() throws IOException {
        run("a", "setsid sleep 1000 & echo $!", "sleep 0.2");
        end("a");
        assertGone(stored("a"));
    }

    @Test
    void a_child_that_cleared_its_environment_is_gone_before_the_job_counts_as_ended() throws IOException {
        run("a", "env -i sleep 1000 & echo $!", "sleep 0.2");
        end("a");
        assertGone(stored("a"));
    }

    @Test
    void a_kill_reaches_a_child_that_left_the_session_while_the_job_runs() throws IOException {
        run("a", "setsid sleep 1000 & echo $!", "sleep 1000");
        await().atMost(PATIENCE).until(() -> stored("a").endsWith("\n"));
        watcher.kill(site("a"), running("a"));
        end("a");
        assertGone(stored("a"));
    }

    @Test
    void a_warning_reaches_programs_and_not_the_shells_that_wait_for_them() throws IOException {
        run(
                "a",
                "cp \"$(command -v sh)\" train",
                "./train -c 'trap \"echo saved; exit 3\" USR1; echo ready; while :; do sleep 0.05; done' 2>/dev/null || echo code $?",
                "echo and on");
        await().atMost(PATIENCE).until(() -> stored("a").endsWith("ready\n"));
        watcher.alert(site("a"), running("a"), new Warning("USR1", 60, false));
        assertEquals(OptionalInt.of(0), end("a").status());
        assertEquals("ready\nsaved\ncode 3\nand on\n", stored("a"));
    }

    @Test
    void a_warning_reaches_the_shell_of_a_job_that_wants_it_and_nobody_else() throws IOException {
        run(
                "a",
                "cp \"$(command -v sh)\" train",
                "./train -c 'trap \"echo not me\" USR1; echo ready; while [ ! -e done ]; do sleep 0.05; done' &",
                "trap 'echo heard; touch done; wait; exit 5' USR1",
                "while :; do sleep 0.05; done");
        await().atMost(PATIENCE).until(() -> stored("a").endsWith("ready\n"));
        watcher.alert(site("a"), running("a"), new Warning("USR1", 60, true));
        assertEquals(OptionalInt.of(5), end("a").status());
        assertEquals("ready\nheard\n", stored("a"));
    }

    @Test
    void a_kill_of_one_job_leaves_the_others_alone() {
        run("a", "sleep 1000");
        run("b", "sleep 1000");
        watcher.kill(site("a"), running("a"));
        end("a");
        assertTrue(ProcessTable.alive(running("b").pid(), running("b").ticks()));
    }

    @Test
    void an_agent_that_comes_back_ends_all_of_a_job_that_it_finds_again() throws IOException {
        run("a", "setsid sleep 1000 & echo $!", "sleep 1000");
        await().atMost(PATIENCE).until(() -> stored("a").endsWith("\n"));
        watcher.close();
        containment = containment();
        watch();
        watcher.adopt(site("a"), running("a"), 0);
        watcher.kill(site("a"), running("a"));
        end("a");
        assertGone(stored("a"));
    }

    @Test
    void what_is_left_of_a_job_is_told_until_nothing_is() {
        run("a", "sleep 1000");
        var jobs = List.of(new Containment.Contained(site("a"), running("a").pid()));
        assertEquals(java.util.Set.copyOf(jobs), containment.kill(jobs));
        await().atMost(PATIENCE).until(() -> containment.kill(jobs).isEmpty());
    }
}

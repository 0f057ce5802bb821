package org.sing.agent.process;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

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

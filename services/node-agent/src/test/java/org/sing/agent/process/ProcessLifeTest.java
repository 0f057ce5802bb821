package org.sing.agent.process;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.schemas.ExecutionOutput;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ProcessLifeTest extends ProcessBench {

    @Test
    void a_job_ends_with_its_exit_code_and_its_output_is_in_the_store() throws IOException {
        run("a", "echo to out", "echo to err >&2", "exit 7");
        assertEquals(OptionalInt.of(7), end("a").status());
        assertEquals("to out\nto err\n", stored("a"));
        assertEquals(14, end("a").outputBytes());
    }

    @Test
    void a_job_that_dies_of_a_signal_ends_with_it() {
        run("a", "kill -s SEGV $$");
        assertEquals(OptionalInt.of(128 + 11), end("a").status());
    }

    @Test
    void a_job_runs_as_the_user_in_its_own_folder_and_session_with_its_own_environment() throws IOException {
        launch(
                "a",
                Map.of("GREETING", "it's $HOME", "LD_PRELOAD", "/evil.so", "CUDA_VISIBLE_DEVICES", "7"),
                "echo $GREETING",
                "echo preload=$LD_PRELOAD gpus=$CUDA_VISIBLE_DEVICES",
                "echo $SLURM_JOB_ID $SLURM_PROCID $SLURM_NNODES $SING_ALLOCATION_ID",
                "test \"$PWD\" = \"$TACC_WORKDIR\" && touch mine && echo home",
                "cut -d' ' -f6 /proc/self/stat");
        var running = running("a");
        end("a");
        assertEquals(
                List.of("it's $HOME", "preload= gpus=0", "4711 0 1 a-1", "home", String.valueOf(running.pid())),
                stored("a").lines().toList());
    }

    @Test
    void a_script_with_an_interpreter_is_run_by_it() throws IOException {
        run("a", "#!/usr/bin/env -S sed -n 1p", "the first line");
        end("a");
        assertEquals("#!/usr/bin/env -S sed -n 1p\n", stored("a"));
    }

    @Test
    void a_term_ends_a_job_and_all_in_its_group() {
        run("a", "sleep 1000 & sleep 1000");
        watcher.terminate(site("a"), running("a"));
        assertEquals(OptionalInt.of(128 + 15), end("a").status());
    }

    @Test
    void a_job_may_say_goodbye_after_a_term() throws IOException {
        run("a", "trap 'echo bye; exit 4' TERM", "echo ready", "while :; do sleep 0.1; done");
        await().atMost(PATIENCE).until(() -> stored("a").contains("ready"));
        watcher.terminate(site("a"), running("a"));
        assertEquals(OptionalInt.of(4), end("a").status());
        assertTrue(stored("a").contains("bye"));
    }

    @Test
    void a_job_that_ignores_term_dies_of_the_kill() throws IOException {
        run("a", "echo $$", "trap '' TERM", "echo ready", "while :; do sleep 0.1; done");
        await().atMost(PATIENCE).until(() -> stored("a").contains("ready"));
        watcher.terminate(site("a"), running("a"));
        watcher.kill(site("a"), running("a"));
        // The shim dies with it, or has just had the time to write down of what.
        assertTrue(Set.of(OptionalInt.empty(), OptionalInt.of(137)).contains(end("a").status()));
        assertGone(stored("a"));
    }

    @Test
    void the_ranks_of_a_gang_on_one_machine_end_apart() throws IOException {
        var other = workplace("node-2");
        assertTrue(other.outputBytes(site("a").allocation()) == 0);
        run("a", "sleep 1000");
        var marks = new ProcessTable().of(Set.of(ProcessTable.owner("node-2", "a-1")));
        assertEquals(Map.of(), marks);
        assertEquals(
                1,
                new ProcessTable()
                        .of(Set.of(ProcessTable.owner("node-1", "a-1")))
                        .size());
    }

    @Test
    void when_the_shim_is_killed_the_job_is_ended_too_and_nobody_knows_how_it_ended() throws IOException {
        run("a", "echo $$", "sleep 1000");
        await().atMost(PATIENCE).until(() -> stored("a").endsWith("\n"));
        Signals.send("KILL", List.of(running("a").pid()));
        assertEquals(OptionalInt.empty(), end("a").status());
        assertGone(stored("a"));
    }

    @Test
    void a_spawner_that_was_killed_is_replaced_and_its_jobs_go_on() {
        run("a", "sleep 1000");
        ProcessHandle.current()
                .children()
                .filter(child -> child.info().commandLine().orElse("").contains("spawner.sh"))
                .forEach(ProcessHandle::destroyForcibly);
        run("b", "exit 5");
        assertEquals(OptionalInt.of(5), end("b").status());
        assertTrue(ProcessTable.alive(running("a").pid(), running("a").ticks()));
    }

    @Test
    void a_launch_that_was_called_off_never_begins_whatever_the_spawner_does() throws IOException {
        workplace.prepare(start("a", Map.of(), "echo never"), site("a").allocation(), true, () -> true);
        assertTrue(workplace.callOff("a-1"));
        try (var spawner = new Spawner(folder, allowance(), path -> {}, () -> {})) {
            spawner.launch(site("a"), List.of());
            workplace.prepare(start("b", Map.of(), "echo always"), site("b").allocation(), true, () -> true);
            spawner.launch(site("b"), List.of());
            await().atMost(PATIENCE).until(() -> workplace.exit("b-1").isPresent());
        }
        assertEquals("", stored("a"));
    }

    @Test
    void a_launch_that_happens_twice_runs_once() throws IOException {
        workplace.prepare(start("a", Map.of(), "echo once"), site("a").allocation(), true, () -> true);
        try (var spawner = new Spawner(folder, allowance(), path -> {}, () -> {})) {
            for (var i = 0; i < 5; i++) spawner.launch(site("a"), List.of());
            workplace.prepare(start("b", Map.of(), "sleep 0.3"), site("b").allocation(), true, () -> true);
            spawner.launch(site("b"), List.of());
            await().atMost(PATIENCE).until(() -> workplace.exit("b-1").isPresent());
        }
        assertEquals("once\n", stored("a"));
    }

    @Test
    void output_is_published_as_it_grows_and_the_last_piece_says_so() throws IOException {
        run("a", "echo first", "while ! test -e go; do sleep 0.05; done", "echo second");
        await().atMost(PATIENCE).until(() -> text("a").equals("first\n"));
        Files.createFile(site("a").folder().resolve("work/go"));
        end("a");
        watcher.finish(site("a"));
        await().atMost(PATIENCE).until(() -> output.stream().anyMatch(ExecutionOutput::last));
        assertEquals("first\nsecond\n", text("a"));
        assertContiguous("a");
    }

    @Test
    void of_a_flood_the_middle_is_left_out_and_the_offsets_stay_true() throws IOException {
        run("a", "i=0; while [ $i -lt 40000 ]; do echo 'a line of thirty-two characters'; i=$((i+1)); done; echo end");
        end("a");
        watcher.finish(site("a"));
        await().atMost(PATIENCE).until(() -> output.stream().anyMatch(ExecutionOutput::last));
        var published =
                output.stream().mapToLong(piece -> piece.text().length()).sum();
        assertTrue(published < 40_000 * 32, "not all of it");
        assertTrue(text("a").endsWith("end\n"));
        assertContiguous("a");
        var whole = Files.readString(workplace.output(site("a").allocation()));
        for (var piece : output)
            assertEquals(
                    piece.text(),
                    whole.substring(
                            (int) piece.offset(),
                            (int) piece.offset() + piece.text().length()));
    }

    private void assertContiguous(String job) {
        var next = 0L;
        for (var piece : output) {
            assertEquals(next, piece.offset());
            next = piece.endOffset();
        }
        assertEquals(workplace.outputBytes(site(job).allocation()), next);
    }

    @Test
    void a_job_that_died_while_no_agent_lived_ended_when_it_was_last_known_to_live() throws IOException {
        run("a", "sleep 1000");
        watcher.close();
        Signals.send("KILL", List.of(-running("a").pid()));
        await().atMost(PATIENCE)
                .until(() ->
                        !ProcessTable.alive(running("a").pid(), running("a").ticks()));
        watch();
        var renewed = running("a").startedMillis() + 1;
        watcher.adopt(site("a"), running("a"), renewed);
        assertEquals(renewed, end("a").endedMillis());
    }
}

package org.sing.agent.process;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sing.agent.domain.Allocation;
import org.sing.agent.domain.Exit;
import org.sing.agent.domain.Running;
import org.sing.schemas.EndCause;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.ExecutionCommand.Start;
import org.sing.schemas.ExecutionOutput;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ProcessLifeTest implements Witness {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private final Uptime uptime = new Uptime();
    private final Map<String, Running> launched = new ConcurrentHashMap<>();
    private final Map<String, String> failed = new ConcurrentHashMap<>();
    private final Map<String, Exit> ended = new ConcurrentHashMap<>();
    private final Queue<ExecutionOutput> output = new ConcurrentLinkedQueue<>();
    private Account account;
    private Watcher watcher;
    private Workplace workplace;

    @BeforeEach
    void open() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        var root = Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        account = Account.parse(root ? "65534:65534" : "");
        workplace = new Workplace(Files.createDirectories(folder.resolve("node-1")), folder.resolve("store"), account);
        watcher = new Watcher(folder, account, true, this, uptime, Clock.systemUTC());
    }

    @AfterEach
    void close() {
        launched.forEach((job, running) -> watcher.kill(site(job), running));
        await().atMost(PATIENCE).until(() -> ended.keySet().containsAll(launched.keySet()));
        watcher.close();
    }

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
        run("a", "trap '' TERM", "echo ready", "while :; do sleep 0.1; done");
        await().atMost(PATIENCE).until(() -> stored("a").contains("ready"));
        watcher.terminate(site("a"), running("a"));
        watcher.kill(site("a"), running("a"));
        assertEquals(OptionalInt.empty(), end("a").status());
    }

    @Test
    void a_child_that_left_the_session_is_gone_before_the_job_counts_as_ended() throws IOException {
        run("a", "setsid sleep 1000 & echo $!", "sleep 0.2");
        end("a");
        assertGone(stored("a").strip());
    }

    @Test
    void a_child_that_cleared_its_environment_is_gone_before_the_job_counts_as_ended() throws IOException {
        run("a", "env -i sleep 1000 & echo $!", "sleep 0.2");
        end("a");
        assertGone(stored("a").strip());
    }

    @Test
    void a_kill_reaches_a_child_that_left_the_session_while_the_job_runs() throws IOException {
        run("a", "setsid sleep 1000 & echo $!", "sleep 1000");
        await().atMost(PATIENCE).until(() -> stored("a").endsWith("\n"));
        watcher.kill(site("a"), running("a"));
        end("a");
        assertGone(stored("a").strip());
    }

    @Test
    void the_ranks_of_a_gang_on_one_machine_end_apart() throws IOException {
        var other =
                new Workplace(Files.createDirectories(folder.resolve("node-2")), folder.resolve("store"), Account.OWN);
        assertTrue(other.outputBytes(site("a").allocation()) == 0);
        run("a", "sleep 1000");
        var marks = new ProcessTable().of(java.util.Set.of(ProcessTable.owner("node-2", "a-1")));
        assertEquals(Map.of(), marks);
        assertEquals(
                1,
                new ProcessTable()
                        .of(java.util.Set.of(ProcessTable.owner("node-1", "a-1")))
                        .size());
    }

    @Test
    void when_the_shim_is_killed_the_job_is_ended_too_and_nobody_knows_how_it_ended() throws IOException {
        run("a", "echo $$", "sleep 1000");
        await().atMost(PATIENCE).until(() -> stored("a").endsWith("\n"));
        Signals.send("KILL", List.of(running("a").pid()));
        assertEquals(OptionalInt.empty(), end("a").status());
        assertGone(stored("a").strip());
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
        workplace.prepare(start("a", Map.of(), "echo never"), site("a").allocation(), true);
        assertTrue(workplace.callOff("a-1"));
        try (var spawner = new Spawner(folder, account, path -> {}, () -> {})) {
            spawner.launch(site("a").folder(), site("a").output());
            workplace.prepare(start("b", Map.of(), "echo always"), site("b").allocation(), true);
            spawner.launch(site("b").folder(), site("b").output());
            await().atMost(PATIENCE).until(() -> workplace.exit("b-1").isPresent());
        }
        assertEquals("", stored("a"));
    }

    @Test
    void a_launch_that_happens_twice_runs_once() throws IOException {
        workplace.prepare(start("a", Map.of(), "echo once"), site("a").allocation(), true);
        try (var spawner = new Spawner(folder, account, path -> {}, () -> {})) {
            for (var i = 0; i < 5; i++)
                spawner.launch(site("a").folder(), site("a").output());
            workplace.prepare(start("b", Map.of(), "sleep 0.3"), site("b").allocation(), true);
            spawner.launch(site("b").folder(), site("b").output());
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

    private static void assertGone(String pid) {
        assertTrue(
                ProcessTable.stat(Long.parseLong(pid))
                        .filter(stat -> !stat.dead())
                        .isEmpty(),
                "process " + pid);
    }

    private void run(String job, String... script) {
        run0(job, script);
        running(job);
    }

    private void run0(String job, String... script) {
        launch(job, Map.of(), script);
    }

    private void launch(String job, Map<String, String> environment, String... script) {
        watcher.launch(site(job), start(job, environment, script));
    }

    private Running running(String job) {
        return await().atMost(PATIENCE).until(() -> launched.get(job), java.util.Objects::nonNull);
    }

    private Exit end(String job) {
        return await().atMost(PATIENCE).until(() -> ended.get(job), java.util.Objects::nonNull);
    }

    private String stored(String job) throws IOException {
        return Files.readString(workplace.output(site(job).allocation()));
    }

    private String text(String job) {
        return output.stream()
                .filter(piece -> piece.job().equals(job))
                .map(ExecutionOutput::text)
                .collect(Collectors.joining());
    }

    private Site site(String job) {
        return new Site(
                "node-1",
                new Allocation(
                        job + "-1",
                        job,
                        1,
                        1,
                        0,
                        1,
                        List.of("node-1/gpu-0"),
                        0,
                        5_000,
                        Instant.MAX,
                        Cause.by("somebody")),
                workplace);
    }

    private static Start start(String job, Map<String, String> environment, String... script) {
        return new Start(
                "node-1",
                1,
                1,
                job,
                4711,
                1,
                job + "-1",
                0,
                List.of("node-1"),
                List.of("node-1/gpu-0"),
                1,
                1,
                job,
                List.of(script),
                environment,
                0,
                5,
                true,
                "user-1",
                "project-1",
                Instant.MAX);
    }

    @Override
    public void launched(Site site, Running running) {
        launched.put(site.allocation().job(), running);
    }

    @Override
    public void notLaunched(Site site, EndCause why, String detail) {
        failed.put(site.allocation().job(), detail);
    }

    @Override
    public void ended(Site site, Exit exit) {
        ended.put(site.allocation().job(), exit);
    }

    @Override
    public boolean output(Site site, ExecutionOutput piece) {
        return output.add(piece);
    }
}

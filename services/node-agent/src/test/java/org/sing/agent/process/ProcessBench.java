package org.sing.agent.process;

import static org.awaitility.Awaitility.await;
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
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.sing.agent.domain.Allocation;
import org.sing.agent.domain.Exit;
import org.sing.agent.domain.Running;
import org.sing.schemas.EndCause;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.ExecutionCommand.Start;
import org.sing.schemas.ExecutionOutput;
import org.sing.schemas.NodeTelemetry.Gpu;

/** Jobs as processes of this machine, as a test starts and sees them. */
abstract class ProcessBench implements Witness {
    static final long MEMORY_BYTES = 256L << 20;
    static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    final Uptime uptime = new Uptime();
    final Map<String, Running> launched = new ConcurrentHashMap<>();
    final Map<String, String> failed = new ConcurrentHashMap<>();
    final Map<String, Exit> ended = new ConcurrentHashMap<>();
    final Queue<ExecutionOutput> output = new ConcurrentLinkedQueue<>();
    Account account;
    Watcher watcher;
    Workplace workplace;
    Containment containment;

    @BeforeEach
    void open() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        var root = Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        account = Account.parse(root ? "65534:65534" : "");
        workplace = workplace("node-1");
        containment = containment();
        watch();
    }

    /** The best of this machine, unless a test is about another. */
    Containment containment() throws IOException {
        return Containment.of(folder, allowance().processes());
    }

    Allowance allowance() {
        return new Allowance(Allowance.PATH, Allowance.PROCESSES, Allowance.OUTPUT_BYTES);
    }

    void watch() throws IOException {
        watcher = new Watcher(folder, allowance(), containment, true, this, uptime, Clock.systemUTC());
    }

    Workplace workplace(String node) throws IOException {
        var store = new Store(folder.resolve("store"), java.util.OptionalInt.empty());
        return new Workplace(
                Files.createDirectories(folder.resolve(node)), store, accounts(), allowance(), devices(node));
    }

    Accounts accounts() {
        return Accounts.same(account);
    }

    private static Devices devices(String node) {
        return new Devices(IntStream.range(0, 8)
                .mapToObj(index -> new Gpu(node + "/gpu-" + index, index, "virtual", 0, true))
                .toList());
    }

    @AfterEach
    void close() {
        launched.forEach((job, running) -> watcher.kill(site(job), running));
        await().atMost(PATIENCE).until(() -> ended.keySet().containsAll(launched.keySet()));
        // No control group stays behind on the machine.
        launched.keySet().forEach(job -> watcher.finish(site(job)));
        watcher.close();
    }

    /** @param output its first line is the process; a shell may add that something of its own was killed */
    static void assertGone(String output) {
        var pid = output.lines().findFirst().orElseThrow();
        assertTrue(
                ProcessTable.stat(Long.parseLong(pid))
                        .filter(stat -> !stat.dead())
                        .isEmpty(),
                "process " + pid);
    }

    void run(String job, String... script) {
        run0(job, script);
        running(job);
    }

    void run0(String job, String... script) {
        launch(job, Map.of(), script);
    }

    void launch(String job, Map<String, String> environment, String... script) {
        watcher.launch(site(job), start(job, environment, script));
    }

    Running running(String job) {
        return await().atMost(PATIENCE).until(() -> launched.get(job), java.util.Objects::nonNull);
    }

    Exit end(String job) {
        return await().atMost(PATIENCE).until(() -> ended.get(job), java.util.Objects::nonNull);
    }

    String stored(String job) throws IOException {
        return Files.readString(workplace.output(site(job).allocation()));
    }

    String text(String job) {
        return output.stream()
                .filter(piece -> piece.job().equals(job))
                .map(ExecutionOutput::text)
                .collect(Collectors.joining());
    }

    Site site(String job) {
        return new Site("node-1", allocation(job), workplace);
    }

    static Allocation allocation(String job) {
        return new Allocation(
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
                Cause.by("somebody"),
                Optional.empty());
    }

    static Start start(String job, Map<String, String> environment, String... script) {
        return start("user-1", MEMORY_BYTES, job, environment, script);
    }

    static Start startOf(String owner, String job, Map<String, String> environment, String... script) {
        return start(owner, MEMORY_BYTES, job, environment, script);
    }

    static Start startWith(long memoryBytes, String job, String... script) {
        return start("user-1", memoryBytes, job, Map.of(), script);
    }

    private static Start start(
            String owner, long memoryBytes, String job, Map<String, String> environment, String... script) {
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
                memoryBytes,
                job,
                List.of(script),
                environment,
                0,
                5,
                true,
                owner,
                "project-1",
                Instant.MAX,
                Optional.empty());
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

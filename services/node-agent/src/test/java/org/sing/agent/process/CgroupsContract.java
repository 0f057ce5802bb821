package org.sing.agent.process;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** What control groups add; only where this machine lets the test make some. */
@DisplayNameGeneration(ReplaceUnderscores.class)
abstract class CgroupsContract extends ContainmentContract {
    private static final String ESCAPE =
            "env -i setsid sh -c 'trap \"\" TERM HUP; echo $$; while :; do sleep 0.1; done' &";

    /** Whether a folder of groups is of the hierarchy that the test is about. */
    abstract boolean meant(Path base);

    Path base;
    CgroupLimits limits;

    @Override
    Containment containment() throws IOException {
        for (var candidate : new CgroupFolders(folder).candidates()) {
            if (!meant(candidate)) continue;
            base = candidate;
            if (!Cgroups.usable(candidate)) continue;
            limits = CgroupLimits.find(folder, candidate);
            return new Cgroups(candidate, new LeaseGuard(folder, candidate), 64, limits, new Sessions());
        }
        return Assumptions.abort("no such control groups on this machine");
    }

    @AfterEach
    @Override
    void close() {
        super.close();
        launched.keySet().forEach(job -> containment.release(site(job)));
        containment.close();
        for (var left : limits.bases()) assertFalse(Files.exists(left), "a group is left in " + left);
    }

    @Test
    void a_process_that_hides_from_session_environment_and_term_ends_with_its_job() throws IOException {
        run("a", ESCAPE, "sleep 0.5");
        end("a");
        assertGone(stored("a"));
    }

    @Test
    void a_process_that_hides_is_killed_with_its_job() throws IOException {
        run("a", ESCAPE, "sleep 1000");
        await().atMost(PATIENCE).until(() -> stored("a").endsWith("\n"));
        watcher.kill(site("a"), running("a"));
        end("a");
        assertGone(stored("a"));
    }

    @Test
    void an_agent_that_comes_back_finds_a_process_that_hides_even_if_its_job_is_over() throws IOException {
        run("a", ESCAPE, "sleep 1000");
        await().atMost(PATIENCE).until(() -> stored("a").endsWith("\n"));
        watcher.close();
        Signals.send("KILL", List.of(-running("a").pid()));
        containment = containment();
        watch();
        watcher.adopt(site("a"), running("a"), 0);
        end("a");
        assertGone(stored("a"));
    }

    @Test
    void a_job_is_in_its_group_before_its_first_word_and_the_group_goes_with_it() throws IOException {
        run("a", "grep -c '@a-1$' /proc/self/cgroup");
        end("a");
        assertEquals(limits.bases().size() + "\n", stored("a"));
        watcher.finish(site("a"));
        await().atMost(PATIENCE).until(() -> groups().isEmpty());
    }

    @Test
    void a_job_that_uses_more_memory_than_it_was_promised_is_ended_and_the_reason_is_known() throws IOException {
        assumeLimitOf("memory");
        run("a", "python3 -c 'x = bytearray(%d)'".formatted(2 * MEMORY_BYTES));
        var exit = end("a");
        assertTrue(exit.outOfMemory());
        assertEquals(java.util.OptionalInt.of(137), exit.status());
        run("b", "python3 -c 'x = bytearray(%d)'".formatted(MEMORY_BYTES / 2));
        assertFalse(end("b").outOfMemory());
        assertEquals(java.util.OptionalInt.of(0), ended.get("b").status());
    }

    @Test
    void a_job_that_asked_for_next_to_no_memory_can_at_least_say_so() throws IOException {
        assumeLimitOf("memory");
        watcher.launch(site("a"), startWith(1, "a", "echo small; exit 3"));
        assertEquals(java.util.OptionalInt.of(3), end("a").status());
        assertEquals("small\n", stored("a"));
    }

    /** Its neighbours' memory is not its own. */
    @Test
    void a_job_that_runs_out_of_memory_leaves_the_others_theirs() throws IOException {
        assumeLimitOf("memory");
        run("b", "sleep 1000");
        run("a", "python3 -c 'x = bytearray(%d)'".formatted(2 * MEMORY_BYTES));
        assertTrue(end("a").outOfMemory());
        assertTrue(ProcessTable.alive(running("b").pid(), running("b").ticks()));
    }

    @Test
    void a_job_has_as_much_of_the_processors_as_it_was_promised() throws IOException {
        var cpu = assumeLimitOf("cpu");
        run("a", "sleep 1000");
        var group = limits.groups("node-1@a-1")
                .filter(it -> Files.exists(it.resolve(cpu)))
                .findFirst()
                .orElseThrow();
        assertTrue(Files.readString(group.resolve(cpu)).startsWith("100000"));
        assertTrue(Files.readAllLines(group.resolve("cgroup.procs"))
                .contains(String.valueOf(running("a").pid())));
    }

    /** Returns the file of the limit, where this machine has it. */
    private String assumeLimitOf(String what) {
        var files = what.equals("cpu")
                ? List.of("cpu.cfs_quota_us", "cpu.max")
                : List.of("memory.limit_in_bytes", "memory.max");
        run("probe", "sleep 1000");
        var there = files.stream()
                .filter(file -> limits.groups("node-1@probe-1").anyMatch(group -> Files.exists(group.resolve(file))))
                .findFirst();
        Assumptions.assumeTrue(there.isPresent(), "this machine lets the test limit no " + what);
        return there.get();
    }

    @Test
    void the_jobs_of_an_agent_that_never_comes_back_end_with_its_lease() throws IOException {
        run("a", ESCAPE, "sleep 1000");
        await().atMost(PATIENCE).until(() -> stored("a").endsWith("\n"));
        containment.lease("node-1", uptime.millis() + 1_000);
        await().atMost(PATIENCE)
                .until(() ->
                        !ProcessTable.alive(running("a").pid(), running("a").ticks()));
        await().atMost(PATIENCE).untilAsserted(() -> assertGone(stored("a")));
    }

    @Test
    void a_lease_that_was_renewed_keeps_its_jobs_and_is_no_other_nodes() throws IOException {
        run("a", "sleep 1000");
        var other = Files.createDirectory(base.resolve("node@a-1"));
        var process = new ProcessBuilder("/usr/bin/sleep", "1000").start();
        Files.writeString(other.resolve("cgroup.procs"), String.valueOf(process.pid()));
        containment.lease("node", uptime.millis() + 6_000);
        containment.lease("node-1", uptime.millis() + 5_000);
        containment.lease("node-1", uptime.millis() + 1_000_000);
        await().atMost(PATIENCE).until(() -> !process.isAlive());
        assertTrue(ProcessTable.alive(running("a").pid(), running("a").ticks()));
        await().atMost(PATIENCE).until(() -> other.toFile().delete());
    }

    @Test
    void two_agents_on_one_machine_never_touch_each_others_groups() throws IOException {
        run("a", "sleep 1000");
        var others = base.resolveSibling(base.getFileName() + "-other");
        assertTrue(Cgroups.usable(others));
        var other = new Cgroups(others, new LeaseGuard(folder, others), 64, CgroupLimits.none(), new Sessions());
        // The same node and allocation, by the name of another agent.
        var jobs = List.of(new Containment.Contained(site("a"), -1));
        other.open(site("a"));
        assertEquals(java.util.Set.of(), other.kill(jobs));
        other.release(site("a"));
        other.close();
        assertTrue(ProcessTable.alive(running("a").pid(), running("a").ticks()));
    }

    @Test
    void names_from_a_message_never_lead_out_of_the_agents_folder() throws IOException {
        for (var name : List.of("..", "../..", "/", "", ".", "a/../../b")) {
            var site = new Site(name, allocation(name), workplace);
            var group = containment.open(site).getFirst();
            assertEquals(base, group.getParent());
            assertEquals(group, group.normalize());
            containment.release(site);
        }
    }

    @Test
    void an_agent_that_comes_back_in_another_group_goes_on_with_the_folder_of_its_earlier_life() throws IOException {
        var session = Files.createDirectory(base.resolveSibling("session-" + base.getFileName()));
        var earlier = Files.createDirectory(session.resolve(base.getFileName()));
        new CgroupFolders(folder).remember(earlier);
        assertEquals(earlier, new CgroupFolders(folder).candidates().getFirst());
        Files.delete(earlier);
        Files.delete(session);
        assertFalse(new CgroupFolders(folder).candidates().contains(earlier), "it is gone");
    }

    @Test
    void a_folder_that_is_not_the_agents_own_is_never_taken_for_it() throws IOException {
        for (var foreign : List.of(base.getParent(), base.resolveSibling("sing-of-another"), folder)) {
            new CgroupFolders(folder).remember(foreign);
            assertEquals(
                    base,
                    new CgroupFolders(folder)
                            .candidates().stream()
                                    .filter(this::meant)
                                    .findFirst()
                                    .orElseThrow());
            assertFalse(new CgroupFolders(folder).candidates().contains(foreign));
        }
    }

    private List<Path> groups() throws IOException {
        try (var all = Files.list(base)) {
            return all.filter(Files::isDirectory).toList();
        }
    }
}

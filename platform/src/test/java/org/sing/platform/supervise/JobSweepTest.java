package org.sing.platform.supervise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sing.platform.StateFolder;

@DisplayNameGeneration(ReplaceUnderscores.class)
class JobSweepTest {

    @TempDir
    Path folder;

    private final List<Process> started = new ArrayList<>();

    @AfterEach
    void nothing_stays_behind() {
        started.forEach(Process::destroyForcibly);
    }

    @Test
    void jobs_of_this_system_end_and_those_of_another_go_on() throws Exception {
        var state = new StateFolder(folder.resolve("one"));
        var ours = job(state, "exec sleep 60");
        var theirs = job(new StateFolder(folder.resolve("two")), "exec sleep 60");
        new JobSweep(state).run();
        Awaitility.await().until(() -> !ours.isAlive());
        assertTrue(theirs.isAlive());
    }

    @Test
    void who_would_have_written_down_the_end_of_the_job_is_gone_before_it() throws Exception {
        var state = new StateFolder(folder.resolve("one"));
        var written = folder.resolve("written");
        var script = "TACC_WORKDIR=" + state.root() + "/nodes/node-1/jobs/a sleep 60 & wait; echo $? >" + written;
        var shim = new ProcessBuilder("setsid", "sh", "-c", script).start();
        started.add(shim);
        Awaitility.await().until(() -> shim.descendants().findAny().isPresent());
        new JobSweep(state).run();
        Awaitility.await().until(() -> !shim.isAlive());
        assertFalse(written.toFile().exists());
    }

    @Test
    void what_hides_in_a_control_group_ends_with_all_leases_and_no_guard_stays() throws Exception {
        var state = new StateFolder(folder.resolve("one"));
        var agent = Files.createDirectories(state.root().resolve("nodes/node-1"));
        Files.writeString(Files.createDirectory(agent.resolve("leases")).resolve("node-1"), "900\n");
        Files.writeString(agent.resolve("cgroups"), "/groups/of/node-1\n");
        var script = "read -r until <$1/node-1; echo $until $2 >" + folder.resolve("told");
        Files.writeString(agent.resolve("guard.sh"), "[ \"$3\" ] && sleep 60\n" + script);
        var asleep = new ProcessBuilder("sh", agent.resolve("guard.sh").toString(), "", "", "asleep").start();
        started.add(asleep);
        Awaitility.await().until(() -> asleep.descendants().findAny().isPresent());
        var sleep = asleep.descendants().findAny().orElseThrow();
        Files.writeString(agent.resolve("leases.guard"), asleep.pid() + "\n");
        new JobSweep(state).run();
        assertEquals("0 /groups/of/node-1\n", Files.readString(folder.resolve("told")));
        Awaitility.await().until(() -> !asleep.isAlive() && !sleep.isAlive());
    }

    private Process job(StateFolder state, String script) throws IOException {
        var builder = new ProcessBuilder("sh", "-c", script);
        builder.environment().put("TACC_WORKDIR", state.root() + "/nodes/node-1/jobs/a/work");
        var process = builder.start();
        started.add(process);
        return process;
    }
}

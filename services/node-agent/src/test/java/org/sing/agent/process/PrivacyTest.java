package org.sing.agent.process;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** What a job can see of others, and of the agent. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PrivacyTest extends ProcessBench {

    @Test
    void files_of_a_job_are_for_nobody_else() throws IOException {
        run("a", "sleep 1000");
        var job = site("a").folder();
        assertEquals("rwx------", mode(job));
        assertEquals("r--------", mode(job.resolve("job")));
        assertEquals("r--------", mode(job.resolve("environment")));
        assertEquals("rwx------", mode(folder.resolve("node-1/users/user-1")));
        assertEquals("rw-------", mode(site("a").output()));
        assertEquals("rwx------", mode(site("a").output().getParent()));
        for (var passage : List.of("node-1", "node-1/jobs", "node-1/users"))
            assertEquals("rwx--x--x", mode(folder.resolve(passage)));
    }

    @Test
    void who_serves_the_output_reads_it_through_a_group() throws IOException {
        var gid = (Integer) Files.getAttribute(folder, "unix:gid");
        new Store(folder.resolve("shared"), OptionalInt.of(gid)).create(allocation("a"));
        var output = new Store(folder.resolve("shared"), OptionalInt.of(gid)).output(allocation("a"));
        assertEquals("rw-r-----", mode(output));
        assertEquals("rwxr-x---", mode(output.getParent()));
        assertEquals(gid, Files.getAttribute(output, "unix:gid"));
    }

    @Test
    void a_job_cannot_read_the_stored_output_of_another() throws IOException {
        Assumptions.assumeFalse(account.own(), "it runs as the agent's own user");
        run("a", "echo secret");
        end("a");
        run("b", "cat " + site("a").output() + "; ls " + folder.resolve("node-1/jobs") + "; exit 0");
        end("b");
        assertTrue(stored("b").lines().allMatch(line -> line.endsWith("Permission denied")), stored("b"));
    }

    @Test
    void a_job_finds_the_path_of_the_site_and_no_variable_of_the_agents() throws IOException {
        launch(
                "a",
                Map.of("MINE", "1"),
                "env | cut -d= -f1 | grep -v '^SLURM\\|^SING\\|^TACC' | sort | xargs",
                "echo $PATH");
        end("a");
        var lines = stored("a").lines().toList();
        var names = List.of(lines.getFirst().split(" ")).stream()
                .filter(name -> !List.of("LANG", "LC_ALL", "TZ", "_", "OLDPWD").contains(name))
                .toList();
        assertEquals(
                List.of("CUDA_VISIBLE_DEVICES", "HOME", "MASTER_ADDR", "MASTER_PORT", "MINE", "PATH", "PWD", "TMPDIR"),
                names);
        assertEquals(folder.resolve("node-1/tools") + ":/usr/local/bin:/usr/bin:/bin", lines.getLast());
    }

    @Test
    void a_job_that_names_another_process_as_its_own_cannot_make_the_agent_kill_it() throws IOException {
        refused("sleep", "1000");
    }

    @Test
    void nor_one_of_another_user_that_leads_a_session_as_a_jobs_own_shell_does() throws IOException {
        Assumptions.assumeFalse(account.own(), "it runs as the agent's own user");
        refused("setsid", "sleep", "1000");
    }

    private void refused(String... command) throws IOException {
        var other = new ProcessBuilder(command).start();
        try {
            await().atMost(PATIENCE)
                    .until(() -> ProcessTable.stat(other.pid()).orElseThrow().session()
                            == other.pid()
                            == command[0].equals("setsid"));
            workplace.prepare(start("a", Map.of(), "true"), allocation("a"), true, () -> true);
            var ticks = ProcessTable.stat(other.pid()).orElseThrow().ticks();
            Files.writeString(site("a").folder().resolve("start"), other.pid() + " " + ticks + " 1.00\n");
            watcher.resolve(site("a"));
            assertEquals(
                    "what it said of its start was not true",
                    await().atMost(PATIENCE).until(() -> failed.get("a"), java.util.Objects::nonNull));
            assertTrue(other.isAlive());
        } finally {
            other.destroyForcibly();
        }
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}

package org.sing.agent;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sing.schemas.EndCause;
import org.sing.schemas.ExecutionEvent.Finished;
import org.sing.schemas.ExecutionEvent.Started;
import org.sing.schemas.ExecutionOutput;

@DisplayNameGeneration(ReplaceUnderscores.class)
class AgentTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    Path folder;

    private final TestCampus campus = new TestCampus();
    private AgentChild agent;

    @BeforeEach
    void join() throws Exception {
        Files.setPosixFilePermissions(folder, java.nio.file.attribute.PosixFilePermissions.fromString("rwxr-xr-x"));
        agent = new AgentChild(campus.agentProperties("node-1", folder.resolve("state"))).start();
        await().atMost(PATIENCE).until(() -> campus.incarnation("node-1") == 1);
    }

    @AfterEach
    void leave() throws Exception {
        System.out.println(Files.readString(folder.resolve("state/agent.log")));
        agent.close();
        campus.close();
    }

    @Test
    void a_job_runs_and_its_output_and_exit_code_are_known() throws Exception {
        campus.command(campus.start("node-1", "job_a", 0, "echo hello from $SLURM_JOB_ID", "exit 3"));
        var finished = finished("job_a");
        assertEquals(Optional.of(3), finished.exitCode());
        assertEquals(EndCause.EXITED, finished.cause());
        assertTrue(finished.ran());
        assertEquals(1, campus.heard(Started.class).size());
        await().atMost(PATIENCE)
                .until(() -> campus.heard(ExecutionOutput.class).stream().anyMatch(ExecutionOutput::last));
        assertEquals(
                "hello from 4711\n", Files.readString(campus.world().store().resolve("jobs/job_a/1/rank-0.out")));
    }

    @Test
    void a_job_ends_with_the_lease_of_an_agent_that_died_for_good() throws Exception {
        campus.lease(10);
        var state = folder.resolve("mortal");
        try (var mortal = new AgentChild(campus.agentProperties("node-2", state)).start()) {
            await().atMost(PATIENCE).until(() -> campus.incarnation("node-2") == 1);
            assumeFalse(Files.readString(state.resolve("agent.log")).contains("no control groups can be made here"));
            campus.command(campus.start("node-2", "job_b", 0, "echo $$; exec sleep 1000"));
            var output = campus.world().store().resolve("jobs/job_b/1/rank-0.out");
            await().atMost(PATIENCE)
                    .until(() ->
                            Files.exists(output) && Files.readString(output).endsWith("\n"));
            var process = ProcessHandle.of(
                            Long.parseLong(Files.readString(output).strip()))
                    .orElseThrow();
            mortal.kill();
            await().atMost(PATIENCE).until(() -> !process.isAlive());
        }
    }

    private Finished finished(String job) {
        return await().atMost(PATIENCE)
                .until(
                        () -> campus.heard(Finished.class).stream()
                                .filter(event -> event.job().equals(job))
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }
}

package org.sing.agent;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

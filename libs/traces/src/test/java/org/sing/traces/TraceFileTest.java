package org.sing.traces;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TraceFileTest {
    @TempDir
    private Path folder;

    @Test
    void slurm_accounting_is_read_without_steps_and_without_what_never_ran() throws IOException {
        var trace = read("""
            JobID|JobName|User|Account|Submit|Start|End|Elapsed|Timelimit|NNodes|AllocTRES|State
            7|train|ann|vision|2026-09-01T08:00:00|2026-09-01T08:05:00|2026-09-01T09:05:00|01:00:00|1-00:00:00|2|cpu=16,gres/gpu=8,node=2|COMPLETED
            7.batch|batch||vision|2026-09-01T08:05:00|2026-09-01T08:05:00|2026-09-01T09:05:00|01:00:00||1|cpu=8|COMPLETED
            8|eval|bob|nlp|2026-09-01T08:01:00|Unknown|Unknown|00:00:00|UNLIMITED|1|gres/gpu:a100=1|PENDING
            """);
        assertEquals(List.of(new Traced("7", 0, 3600, 8, 2, "ann", "vision", "train", 86_400)), trace.jobs());
        assertEquals(
                Map.of(
                        "step of a job", new Trace.Skipped(1, "row 3"),
                        "never started, or still runs", new Trace.Skipped(1, "row 4")),
                trace.skipped());
    }

    @Test
    void swf_is_read_with_users_and_limits() throws IOException {
        var trace = read("; Version: 2.2\n1 100 5 60 4 -1 -1 4 300 -1 1 9 1 3 -1 -1 -1 -1\n");
        assertEquals(List.of(new Traced("1", 0, 60, 4, 0, "9", "", "3", 300)), trace.jobs());
    }

    @Test
    void rows_that_are_no_job_are_counted_with_the_first_row() throws IOException {
        var trace = read("""
            job_id,submit_seconds,run_seconds,gpus
            1,10,5,1
            2,-1,5,1
            3,20,-5,1
            4,30,5,0
            5,,5,1
            6,5,5,1
            """);
        assertEquals(
                List.of(0.0, 5.0),
                trace.jobs().stream().map(Traced::submitSeconds).toList());
        assertEquals(
                Map.of(
                        "submitted at a negative time", new Trace.Skipped(1, "row 3"),
                        "ran for a negative time", new Trace.Skipped(1, "row 4"),
                        "asked for no GPUs", new Trace.Skipped(1, "row 5"),
                        "no time of submission or no run time", new Trace.Skipped(1, "row 6"),
                        "(kept) not in the order of submission: sorted", new Trace.Skipped(1, "row 7")),
                trace.skipped());
    }

    @Test
    void what_cannot_be_understood_is_refused_with_its_row() {
        refused("job_id,submit_seconds,run_seconds,gpus\n1,0,5,1\n2,x,5,1\n", "row 3: submit is no number: 'x'");
        refused("job_id,submit_seconds,run_seconds,gpus\n1,0,5\n", "row 2: has 3 fields, the heading 4");
        refused("job_id,submit_seconds,run_seconds,gpus,colour\n", "row 1: unknown columns [colour]");
        refused("job_id,submit_seconds,gpus\n1,0,5\n", "row 1: no column for run");
        refused("1 100 5 60\n", "row 1: neither SWF");
        refused("", "the trace is empty");
    }

    private void refused(String text, String message) {
        var refusal = assertThrows(BadTrace.class, () -> read(text));
        assertTrue(refusal.getMessage().contains(message), refusal.getMessage());
    }

    private Trace read(String text) throws IOException {
        return TraceFile.read(Files.writeString(folder.resolve("trace.txt"), text));
    }
}

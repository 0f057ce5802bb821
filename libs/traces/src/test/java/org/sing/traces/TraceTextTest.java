package org.sing.traces;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TraceTextTest {
    private static final String HEADING = "job_id,submit_seconds,run_seconds,gpus\n";

    @ParameterizedTest
    @ValueSource(strings = {"philly", "venus", "sing"})
    void columns_with_a_heading_have_three_names(String form) {
        assertEquals(
                2,
                TraceText.read(form, HEADING + "1,0,5,1\n2,3,5,1\n", 10).jobs().size());
    }

    @Test
    void the_other_forms_are_read_as_they_are_said_to_be() {
        var swf = "1 100 5 60 4 -1 -1 4 300 -1 1 9 1 3 -1 -1 -1 -1\n";
        assertEquals(1, TraceText.read("swf", swf, 10).jobs().size());
        var sacct = "JobID|Submit|Elapsed|AllocTRES\n7|2026-09-01T08:00:00|01:00:00|gres/gpu=8\n";
        assertEquals(1, TraceText.read("sacct", sacct, 10).jobs().size());
    }

    @Test
    void what_is_no_trace_is_refused_with_one_sentence() {
        refused("xml", "x", "There is no form xml; the forms are swf, sacct, philly, venus, sing.");
        refused("swf", " \n", "The trace is empty.");
        refused("swf", HEADING, "row 1: has 1 of the 18 fields of SWF");
        refused(
                "sing",
                HEADING + "1,0,,1\n2,-3,5,1\n3,4,5,0\n",
                "the trace has no job to replay"
                        + "; 1 rows: asked for no GPUs (first: row 4)"
                        + "; 1 rows: no time of submission or no run time (first: row 2)"
                        + "; 1 rows: submitted at a negative time (first: row 3)");
        refused("sing", HEADING + "1,0,1e20,1\n", "row 2: ran for more than a hundred years");
        refused("sing", HEADING + "1,0,1,1\n2,1e12,1,1\n", "the trace goes over more than a hundred years");
    }

    @Test
    void a_trace_with_more_jobs_than_are_taken_is_refused() {
        var rows =
                IntStream.rangeClosed(1, 11).mapToObj(job -> job + ",0,5,1\n").collect(Collectors.joining());
        refused("sing", HEADING + rows, "The trace has 11 jobs; at most 10 are taken.");
    }

    private static void refused(String form, String text, String message) {
        assertEquals(
                message,
                assertThrows(BadTrace.class, () -> TraceText.read(form, text, 10))
                        .getMessage());
    }
}

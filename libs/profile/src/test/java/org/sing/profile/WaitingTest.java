package org.sing.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sing.profile.Compiling.compiled;
import static org.sing.profile.Compiling.general;
import static org.sing.profile.Compiling.problem;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sing.schemas.Conditions.Kind;

@DisplayNameGeneration(ReplaceUnderscores.class)
class WaitingTest {
    private static final String ID = "job_01JABCDEFGHJKMNPQRSTVWXYZ0";

    @Test
    void a_profile_that_waits_for_nothing_says_so() {
        assertTrue(waits("nodes=1").forNothing());
    }

    @Test
    void what_sbatch_calls_a_dependency_names_jobs_and_what_must_become_of_them() {
        var waits = waits("dependency=after:1,afterany:2:3,afterok:" + ID + ",afternotok:5,singleton");
        assertEquals(
                List.of("AFTER 1", "AFTER_ANY 2", "AFTER_ANY 3", "AFTER_OK " + ID, "AFTER_NOT_OK 5"),
                waits.after().stream().map(it -> it.kind() + " " + it.job()).toList());
        assertTrue(waits.singleton());
    }

    @ParameterizedTest
    @ValueSource(strings = {"dependency=:", "dependency=afterok:", "dependency=afterok:1,"})
    void a_dependency_with_nothing_in_it_is_a_problem(String option) {
        assertTrue(problem(general(option)).line() > 0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "begin=now+99999999weeks",
                "begin=+300000-01-01T00:00:00Z",
                "begin=-200000-01-01T00:00:00Z",
                "begin=+999999999-12-31T23:59:59-18:00"
            })
    void a_time_that_no_calendar_reaches_is_a_problem(String option) {
        assertTrue(problem(general(option)).detail().startsWith("begin "));
    }

    @Test
    void a_deadline_is_a_time_or_a_time_from_now() {
        assertEquals(
                Optional.of(Instant.parse("2026-12-24T17:00:00Z")),
                waits("deadline=2026-12-24T18:00:00+01:00").deadline().at());
        assertEquals(
                Optional.of(Duration.ofHours(2)),
                waits("deadline=now+2hours").deadline().delay());
        assertEquals(
                "deadline is a time with its zone, such as 2026-12-24T18:00:00+01:00, or a wait such as now+2hours; not 'noon'",
                problem(general("deadline=noon")).detail());
        assertEquals(
                Instant.EPOCH.plusSeconds(60),
                compiled("command: date\ndeadline: now+1minute")
                        .waits()
                        .deadline()
                        .from(Instant.EPOCH)
                        .orElseThrow());
    }

    @Test
    void what_is_named_twice_is_waited_for_once() {
        assertEquals(1, waits("dependency=afterany:2:2:2").after().size());
    }

    @Test
    void notebooks_say_the_same_with_lists() {
        var waits = compiled("""
                        {"script": "python evaluate.py", "after_ok": [12, "%s"], "after": 13, "singleton": true}""".formatted(ID)).waits();
        assertEquals(
                List.of(Kind.AFTER_OK, Kind.AFTER_OK, Kind.AFTER),
                waits.after().stream()
                        .map(Waits.Reference::kind)
                        .sorted(this::okFirst)
                        .toList());
        assertTrue(waits.singleton());
    }

    private int okFirst(Kind one, Kind other) {
        return Boolean.compare(one == Kind.AFTER, other == Kind.AFTER);
    }

    @Test
    void each_reference_knows_where_it_was_written_should_there_be_no_such_job() {
        var unknown =
                waits("nodes=1", "dependency=afterok:4711").after().getFirst().unknown();
        assertEquals(5, unknown.line());
        assertEquals("there is no job 4711 that you may see", unknown.detail());
    }

    @ParameterizedTest
    @CsvSource({
        "2026-12-24T18:00:00+01:00, 2026-12-24T17:00:00Z",
        "2026-12-24T18:00Z, 2026-12-24T18:00:00Z",
    })
    void a_time_to_begin_has_its_zone(String written, Instant begin) {
        assertEquals(Optional.of(begin), waits("begin=" + written).begin().at());
    }

    @ParameterizedTest
    @CsvSource({
        "now, PT0S",
        "now+90, PT90S",
        "now+1second, PT1S",
        "now+5minutes, PT5M",
        "now+2hours, PT2H",
        "now+1day, PT24H",
        "now+2weeks, PT336H"
    })
    void a_wait_counts_from_when_the_job_is_handed_in(String written, Duration delay) {
        var waits = waits("begin=" + written);
        assertEquals(Optional.of(delay), waits.begin().delay());
        assertEquals(Optional.empty(), waits.begin().at());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "18:00",
                "tomorrow",
                "2026-12-24",
                "2026-12-24T18:00:00",
                "now+",
                "now+1fortnight",
                "now-1hour",
                ""
            })
    void a_time_that_nobody_can_tell_is_answered_with_one_that_can_be_told(String written) {
        assertTrue(
                problem("script: hostname\nbegin: '" + written + "'\n").detail().contains("now+2hours"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        afterok          | needs the number of a job
        afterok:         | needs the number of a job
        afterok:train    | by its number or its id
        afterok:0        | by its number or its id
        afterok:1?any:2  | one of several cannot be said
        after:1+30       | after the start of another job
        aftercorr:1      | aftercorr
        expand:1         | expand
        """)
    void a_dependency_that_cannot_be_understood_is_answered_in_a_sentence(String written, String sentence) {
        var problem = problem("script: |\n  #!/bin/bash\n  #SBATCH --dependency=" + written + "\n  hostname\n");
        assertTrue(problem.detail().contains(sentence), problem.detail());
    }

    @Test
    void a_misspelt_kind_is_answered_with_the_nearest() {
        assertEquals(
                Optional.of("afterok"), problem(general("dependency=aftrok:1")).suggestion());
    }

    @Test
    void a_job_waits_for_a_hundred_others_and_not_for_more() {
        assertEquals(100, waits("dependency=afterok:" + numbers(100)).after().size());
        assertTrue(
                problem(general("dependency=afterok:" + numbers(101))).detail().contains("at most 100"));
    }

    @Test
    void a_job_that_slurm_would_leave_waiting_for_ever_is_cancelled_here_and_the_author_is_told() {
        assertEquals(List.of(), compiled(general("kill-on-invalid-dep=yes")).warnings());
        assertTrue(compiled(general("kill-on-invalid-dep=no"))
                .warnings()
                .getFirst()
                .detail()
                .contains("is cancelled"));
    }

    private static String numbers(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(Integer::toString).collect(Collectors.joining(":"));
    }

    private static Waits waits(String... options) {
        return compiled(general(options)).waits();
    }
}

package org.sing.submission.domain;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sing.submission.domain.Given.NOW;
import static org.sing.submission.domain.Given.cancel;
import static org.sing.submission.domain.Given.hold;
import static org.sing.submission.domain.Given.release;
import static org.sing.submission.domain.Given.spec;
import static org.sing.submission.domain.Given.submitted;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sing.schemas.Conditions;
import org.sing.schemas.Conditions.Dependency;
import org.sing.schemas.Conditions.Kind;
import org.sing.schemas.EndCause;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobPhase;
import org.sing.submission.domain.Expectation.Sight;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ExpectationTest {
    private static final Instant LATER = NOW.plus(Duration.ofHours(2));
    private static final Input MET = new Input.ConditionsMet();
    private static final Input BROKEN = new Input.ConditionsBroken("It was to run after job 7.");

    @ParameterizedTest
    @CsvSource({
        "AFTER,        QUEUED,    wait",
        "AFTER,        STARTING,  wait",
        "AFTER,        RUNNING,   go",
        "AFTER,        COMPLETING,go",
        "AFTER,        FAILED,    go",
        "AFTER_ANY,    RUNNING,   wait",
        "AFTER_ANY,    COMPLETING,wait",
        "AFTER_ANY,    SUCCEEDED, go",
        "AFTER_ANY,    CANCELLED, go",
        "AFTER_OK,     RUNNING,   wait",
        "AFTER_OK,     SUCCEEDED, go",
        "AFTER_OK,     FAILED,    never",
        "AFTER_OK,     CANCELLED, never",
        "AFTER_OK,     TIMEOUT,   never",
        "AFTER_NOT_OK, BLOCKED,   wait",
        "AFTER_NOT_OK, FAILED,    go",
        "AFTER_NOT_OK, TIMEOUT,   go",
        "AFTER_NOT_OK, SUCCEEDED, never",
    })
    void what_became_of_the_other_job_decides(Kind kind, JobPhase other, String answer) {
        var outcome = Expectation.outcome(after(kind), sight(Map.of("job_7", other)), NOW);
        assertEquals(answer, answer(outcome));
    }

    @Test
    void one_that_can_never_be_met_ends_the_wait_for_all() {
        var both = new Conditions(
                Optional.of(LATER),
                List.of(new Dependency("job_7", 7, Kind.AFTER_OK), new Dependency("job_8", 8, Kind.AFTER_ANY)));
        var outcome =
                Expectation.outcome(both, sight(Map.of("job_7", JobPhase.TIMEOUT, "job_8", JobPhase.RUNNING)), NOW);
        assertEquals(
                Optional.of(new Input.ConditionsBroken(
                        "It was to run after job 7 has succeeded, and that ended as TIMEOUT.")),
                outcome);
    }

    @Test
    void all_must_have_come_true_the_time_too() {
        var both = new Conditions(Optional.of(LATER), List.of(new Dependency("job_7", 7, Kind.AFTER_ANY)));
        var over = sight(Map.of("job_7", JobPhase.SUCCEEDED));
        assertEquals("wait", answer(Expectation.outcome(both, over, NOW)));
        assertEquals("wait", answer(Expectation.outcome(both, sight(Map.of("job_7", JobPhase.RUNNING)), LATER)));
        assertEquals("go", answer(Expectation.outcome(both, over, LATER)));
    }

    @Test
    void a_job_that_is_not_there_any_more_is_nothing_to_wait_for() {
        assertEquals("go", answer(Expectation.outcome(after(Kind.AFTER_OK), sight(Map.of()), NOW)));
    }

    @ParameterizedTest
    @CsvSource({
        "AFTER,        RUNNING QUEUED,      wait",
        "AFTER,        RUNNING FAILED,      go",
        "AFTER_ANY,    SUCCEEDED RUNNING,   wait",
        "AFTER_ANY,    SUCCEEDED FAILED,    go",
        "AFTER_OK,     SUCCEEDED RUNNING,   wait",
        "AFTER_OK,     SUCCEEDED SUCCEEDED, go",
        "AFTER_OK,     RUNNING FAILED,      never",
        "AFTER_NOT_OK, FAILED RUNNING,      wait",
        "AFTER_NOT_OK, FAILED SUCCEEDED,    go",
        "AFTER_NOT_OK, SUCCEEDED SUCCEEDED, never",
    })
    void what_became_of_all_tasks_of_an_array_decides(Kind kind, String tasks, String answer) {
        var phases = Stream.of(tasks.split(" ")).map(JobPhase::valueOf).collect(toSet());
        var all = new Conditions(Optional.empty(), List.of(new Dependency("arr_7", 7, kind)));
        assertEquals(answer, answer(Expectation.outcome(all, new Sight(Map.of("arr_7", phases), 0), NOW)));
    }

    @Test
    void a_task_waits_for_its_turn_and_says_so() {
        var turn = new Conditions(Optional.empty(), List.of(), Optional.of(new Conditions.Turn("arr_1", 4711, 2)));
        assertEquals("wait", answer(Expectation.outcome(turn, new Sight(Map.of(), 2), NOW)));
        assertEquals("go", answer(Expectation.outcome(turn, new Sight(Map.of(), 1), NOW)));
        assertEquals("It waits until fewer than 2 tasks of array 4711 are at work.", Expectation.sentence(turn));
    }

    @Test
    void a_wait_for_an_array_that_can_never_end_says_how_its_tasks_ended() {
        var all = new Conditions(Optional.empty(), List.of(new Dependency("arr_7", 7, Kind.AFTER_OK)));
        var phases = Set.of(JobPhase.RUNNING, JobPhase.TIMEOUT, JobPhase.SUCCEEDED, JobPhase.FAILED);
        assertEquals(
                Optional.of(new Input.ConditionsBroken(
                        "It was to run after array 7 has succeeded, and that ended as FAILED and TIMEOUT.")),
                Expectation.outcome(all, new Sight(Map.of("arr_7", phases), 0), NOW));
    }

    @Test
    void a_job_waits_outside_the_queue_and_says_for_what() {
        blocked()
                .in(JobPhase.BLOCKED)
                .when(MET)
                .then(new JobEvent.Queued("job_1", 1))
                .in(JobPhase.QUEUED);
        assertEquals(
                "It waits until job 7 has succeeded, and until it is " + LATER + ".",
                Expectation.sentence(
                        new Conditions(Optional.of(LATER), List.of(new Dependency("job_7", 7, Kind.AFTER_OK)))));
        assertEquals("It waits until job 7 has succeeded.", Expectation.sentence(after(Kind.AFTER_OK)));
        assertEquals(
                "It waits until it is " + LATER + ".",
                Expectation.sentence(new Conditions(Optional.of(LATER), List.of())));
    }

    @Test
    void a_wait_that_can_never_end_ends_the_job_and_says_why() {
        blocked()
                .when(BROKEN)
                .then(new JobEvent.Finished(
                        "job_1",
                        0,
                        JobPhase.CANCELLED,
                        EndCause.CANCELLED,
                        Optional.empty(),
                        Optional.empty(),
                        "none",
                        "cancelled",
                        "It was to run after job 7."))
                .in(JobPhase.CANCELLED);
    }

    @Test
    void nothing_is_met_or_broken_for_a_job_that_waits_no_more() {
        Given.queued().when(MET).thenNothing().when(BROKEN).thenNothing();
        Given.running().when(MET).thenNothing().when(BROKEN).thenNothing();
        blocked().when(cancel(), MET).thenNothing().in(JobPhase.CANCELLING);
    }

    @Test
    void who_holds_a_blocked_job_keeps_it_even_when_its_time_comes_and_release_blocks_it_again() {
        blocked()
                .when(hold())
                .in(JobPhase.HELD)
                .when(MET)
                .thenNothing()
                .when(release())
                .in(JobPhase.BLOCKED)
                .when(MET)
                .in(JobPhase.QUEUED);
    }

    private static Given blocked() {
        return submitted(spec(1, true).after(after(Kind.AFTER_OK)));
    }

    private static Conditions after(Kind kind) {
        return new Conditions(Optional.empty(), List.of(new Dependency("job_7", 7, kind)));
    }

    private static Sight sight(Map<String, JobPhase> others) {
        return new Sight(others.entrySet().stream().collect(toMap(Map.Entry::getKey, it -> Set.of(it.getValue()))), 0);
    }

    private static String answer(Optional<Input> outcome) {
        return outcome.map(it -> it instanceof Input.ConditionsMet ? "go" : "never")
                .orElse("wait");
    }
}

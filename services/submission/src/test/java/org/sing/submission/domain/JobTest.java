package org.sing.submission.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sing.submission.domain.Given.*;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sing.schemas.EndCause;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobPhase;

@DisplayNameGeneration(ReplaceUnderscores.class)
class JobTest {

    @Test
    void a_job_is_submitted_accepted_and_queued() {
        queued().then(
                        new JobEvent.Submitted("job_1", 4711, "ada", "vision", spec(1, true), NOW),
                        accepted("submit"),
                        new JobEvent.Queued("job_1", 1))
                .in(JobPhase.QUEUED);
    }

    @Test
    void a_job_that_runs_and_ends_well_succeeds() {
        queued().when(placed(1, "n1"))
                .then(starting(1, "n1"))
                .in(JobPhase.STARTING)
                .when(started(1, 0, 1))
                .then(isRunning(1))
                .in(JobPhase.RUNNING)
                .when(exited(1, 0, 1, 0))
                .then(succeeded(1))
                .in(JobPhase.SUCCEEDED);
    }

    @Test
    void a_finish_that_comes_before_its_placement_ends_the_job() {
        queued().when(exited(1, 0, 1, 0))
                .then(starting(1, "n1"), succeeded(1))
                .when(started(1, 0, 1))
                .thenNothing()
                .when(placed(1, "n1"))
                .thenNothing()
                .in(JobPhase.SUCCEEDED);
    }

    @Test
    void a_start_that_comes_before_its_placement_counts_and_the_placement_adds_the_nodes() {
        var job = queued(2)
                .when(started(1, 0, 2))
                .then(starting(1, "n1"), isRunning(1))
                .when(placed(1, "n1", "n2"))
                .thenNothing()
                .job();
        assertEquals(
                List.of("n1", "n2"), List.copyOf(job.life().current().nodes().values()));
    }

    @Test
    void a_gang_succeeds_only_when_every_rank_did() {
        queued(2)
                .when(placed(1, "n1", "n2"), started(1, 0, 2), started(1, 1, 2), exited(1, 0, 2, 0))
                .thenNothing()
                .when(exited(1, 0, 2, 0))
                .thenNothing()
                .when(exited(1, 1, 2, 0))
                .then(succeeded(1));
    }

    @Test
    void the_first_report_of_a_rank_s_end_counts() {
        queued(2)
                .when(
                        placed(1, "n1", "n2"),
                        exited(1, 0, 2, 0),
                        ended(1, 0, 2, EndCause.OUT_OF_MEMORY),
                        exited(1, 1, 2, 0))
                .in(JobPhase.SUCCEEDED);
    }

    @Test
    void a_gang_runs_when_its_first_rank_does() {
        queued(2)
                .when(placed(1, "n1", "n2"), started(1, 1, 2))
                .thenNothing()
                .in(JobPhase.STARTING)
                .when(started(1, 0, 2))
                .then(isRunning(1));
    }

    @Test
    void the_rank_that_fell_by_itself_speaks_for_the_gang_whatever_the_order() {
        queued(2)
                .when(ended(1, 0, 2, EndCause.GANG_ENDED), exited(1, 1, 2, 3))
                .then(completing(1, EndCause.EXITED, Optional.of(3), "n2"));
        queued(2)
                .when(ended(1, 0, 2, EndCause.GANG_ENDED), exited(1, 1, 2, 0))
                .then(completing(1, EndCause.GANG_ENDED, Optional.empty(), "n1"));
    }

    @Test
    void a_failure_waits_for_its_cause_and_then_ends_the_job() {
        running()
                .when(exited(1, 0, 1, 1))
                .then(completing(1, EndCause.EXITED, Optional.of(1), "n1"))
                .in(JobPhase.COMPLETING)
                .when(users(1))
                .in(JobPhase.FAILED)
                .when(users(1))
                .thenNothing();
    }

    @Test
    void a_cause_that_is_known_before_the_end_is_used_at_the_end() {
        running()
                .when(platform(1, "n1"))
                .thenNothing()
                .when(exited(1, 0, 1, 1))
                .then(
                        completing(1, EndCause.EXITED, Optional.of(1), "n1"),
                        requeued(1, "A GPU failed.", List.of("n1"), NOW));
    }

    @Test
    void without_a_cause_in_time_the_end_speaks_for_itself() {
        running()
                .when(exited(1, 0, 1, 1), new Input.ClassificationOverdue(1))
                .thenNothing()
                .after(Duration.ofSeconds(10))
                .when(new Input.ClassificationOverdue(1))
                .in(JobPhase.FAILED)
                .when(new Input.ClassificationOverdue(1))
                .thenNothing();
        running()
                .when(lost(1, "n1"))
                .after(Duration.ofSeconds(10))
                .when(new Input.ClassificationOverdue(1))
                .then(requeued(1, "The node n1 was lost.", List.of("n1"), NOW.plusSeconds(10)));
    }

    @Test
    void the_platform_may_spoil_three_attempts_with_growing_waits_and_then_the_job_fails() {
        var job = queued();
        var waits = List.of(0, 30, 60);
        for (var attempt = 1; attempt <= 3; attempt++)
            job.when(placed(attempt, "n" + attempt), lost(attempt, "n" + attempt), platform(attempt, "n" + attempt))
                    .then(requeued(
                            attempt,
                            "A GPU failed.",
                            List.of("n1", "n2", "n3").subList(0, attempt),
                            NOW.plusSeconds(waits.get(attempt - 1))));
        job.when(lost(4, "n4"), platform(4, "n4")).in(JobPhase.NODE_FAILED);
        assertEquals(4, job.job().life().attempts().size());
    }

    @Test
    void a_job_that_must_not_run_twice_fails_with_its_node() {
        submitted(spec(1, false))
                .when(placed(1, "n1"), lost(1, "n1"), platform(1, "n1"))
                .in(JobPhase.NODE_FAILED);
    }

    @Test
    void an_attempt_that_was_given_up_is_not_ended_again_by_its_agent() {
        running()
                .when(lost(1, "n1"))
                .in(JobPhase.COMPLETING)
                .when(exited(1, 0, 1, 0))
                .thenNothing()
                .when(platform(1, "n1"))
                .in(JobPhase.QUEUED)
                .when(exited(1, 0, 1, 0), started(1, 0, 1), placed(1, "n1"), lost(1, "n1"), users(1))
                .thenNothing()
                .in(JobPhase.QUEUED);
    }

    @Test
    void an_attempt_that_its_agent_ended_is_not_given_up_again() {
        running()
                .when(exited(1, 0, 1, 1), lost(1, "n1"))
                .thenNothing()
                .when(users(1))
                .in(JobPhase.FAILED);
    }

    @Test
    void the_user_s_error_in_one_rank_outlives_the_loss_of_another_s_node() {
        queued(2).when(exited(1, 0, 2, 1), lost(1, "n2")).then(completing(1, EndCause.EXITED, Optional.of(1), "n1"));
    }

    @Test
    void a_report_of_an_attempt_that_cannot_be_changes_nothing() {
        running()
                .when(exited(2, 0, 1, 0), started(0, 0, 1), users(7))
                .thenNothing()
                .in(JobPhase.RUNNING);
    }

    @ParameterizedTest
    @EnumSource(
            value = EndCause.class,
            names = {"CANCELLED", "REQUEUED", "DRAINED", "TIME_LIMIT"})
    void some_ends_need_no_cause(EndCause cause) {
        running()
                .when(ended(1, 0, 1, cause))
                .in(
                        switch (cause) {
                            case CANCELLED -> JobPhase.CANCELLED;
                            case TIME_LIMIT -> JobPhase.TIMEOUT;
                            default -> JobPhase.QUEUED;
                        });
    }

    @Test
    void a_drained_job_that_must_not_run_twice_is_cancelled() {
        submitted(spec(1, false)).when(ended(1, 0, 1, EndCause.DRAINED)).in(JobPhase.CANCELLED);
    }

    @Test
    void out_of_memory_is_an_end_of_its_own() {
        running()
                .when(ended(1, 0, 1, EndCause.OUT_OF_MEMORY))
                .after(Duration.ofSeconds(10))
                .when(new Input.ClassificationOverdue(1))
                .in(JobPhase.OUT_OF_MEMORY);
    }
}

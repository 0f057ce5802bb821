package org.sing.submission.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sing.submission.domain.Given.*;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.sing.schemas.EndCause;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobPhase;
import org.sing.schemas.Problem;
import org.sing.schemas.Requester;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CommandsTest {

    @Test
    void a_queued_job_is_cancelled_when_scheduling_gives_it_up() {
        queued().when(cancel())
                .then(accepted("cancel"), stopping(1, false))
                .in(JobPhase.CANCELLING)
                .when(new Input.Withdrawn())
                .then(cancelled(0))
                .in(JobPhase.CANCELLED)
                .when(new Input.Withdrawn())
                .thenNothing();
    }

    @Test
    void cancel_wins_over_a_finish_that_comes_after_it() {
        running().when(cancel(), exited(1, 0, 1, 0)).then(cancelled(1)).in(JobPhase.CANCELLED);
    }

    @Test
    void a_finish_wins_over_a_cancel_that_comes_after_it() {
        running()
                .when(exited(1, 0, 1, 0), cancel())
                .then(refused("cancel", "job-already-finished"))
                .in(JobPhase.SUCCEEDED);
    }

    @Test
    void a_placement_that_crossed_the_cancel_does_not_revive_the_job() {
        queued().when(cancel(), placed(1, "n1"), started(1, 0, 1))
                .thenNothing()
                .in(JobPhase.CANCELLING)
                .when(ended(1, 0, 1, EndCause.CANCELLED))
                .then(cancelled(1));
    }

    @Test
    void a_job_that_has_ended_is_never_revived() {
        queued().when(cancel(), new Input.Withdrawn())
                .when(placed(1, "n1"))
                .thenNothing()
                .when(started(1, 0, 1))
                .thenNothing()
                .when(lost(1, "n1"))
                .thenNothing()
                .in(JobPhase.CANCELLED);
    }

    @Test
    void a_cancelled_job_whose_node_is_lost_is_cancelled() {
        running().when(cancel(), lost(1, "n1")).then(cancelled(1));
    }

    @Test
    void a_job_that_waits_for_its_cause_is_cancelled_at_once() {
        running()
                .when(lost(1, "n1"), cancel())
                .then(accepted("cancel"), cancelled(1))
                .when(platform(1, "n1"))
                .thenNothing()
                .in(JobPhase.CANCELLED);
    }

    @Test
    void cancelling_twice_is_accepted_and_does_nothing_more() {
        running().when(cancel(), cancel()).then(accepted("cancel")).in(JobPhase.CANCELLING);
    }

    @Test
    void a_running_job_is_requeued_after_its_attempt_has_ended() {
        running()
                .when(requeue())
                .then(accepted("requeue"), stopping(1, true))
                .in(JobPhase.RUNNING)
                .when(requeue())
                .then(accepted("requeue"))
                .when(ended(1, 0, 1, EndCause.REQUEUED))
                .then(requeued(1, "again", List.of(), NOW))
                .in(JobPhase.QUEUED)
                .when(placed(2, "n2"))
                .then(starting(2, "n2"));
    }

    @Test
    void a_starting_job_can_be_requeued_before_it_ever_ran() {
        queued().when(placed(1, "n1"), requeue())
                .then(accepted("requeue"), stopping(1, true))
                .when(started(1, 0, 1))
                .then(isRunning(1))
                .when(ended(1, 0, 1, EndCause.REQUEUED))
                .in(JobPhase.QUEUED);
    }

    @Test
    void requeue_and_then_cancel_is_a_cancel() {
        running()
                .when(requeue(), cancel())
                .then(accepted("cancel"), stopping(1, false))
                .when(ended(1, 0, 1, EndCause.REQUEUED))
                .then(cancelled(1));
        running()
                .when(requeue(), ended(1, 0, 1, EndCause.REQUEUED), cancel())
                .then(accepted("cancel"), stopping(2, false))
                .when(new Input.Withdrawn())
                .then(cancelled(1));
    }

    @Test
    void cancel_and_then_requeue_is_refused() {
        running().when(cancel(), requeue()).then(refused("requeue", "job-is-cancelling"));
    }

    @Test
    void a_job_that_waits_for_its_cause_is_requeued_at_once_and_for_free() {
        running()
                .when(exited(1, 0, 1, 1), requeue())
                .then(accepted("requeue"), requeued(1, "again", List.of(), NOW))
                .when(users(1))
                .thenNothing()
                .in(JobPhase.QUEUED);
    }

    @Test
    void requeueing_a_queued_job_is_accepted_and_does_nothing() {
        queued().when(requeue()).then(accepted("requeue")).in(JobPhase.QUEUED);
    }

    @Test
    void a_queued_job_is_held_and_released() {
        queued().when(hold())
                .then(accepted("hold"), new JobEvent.Held("job_1", "later"))
                .in(JobPhase.HELD)
                .when(hold())
                .then(accepted("hold"))
                .when(release())
                .then(accepted("release"), new JobEvent.Queued("job_1", 1))
                .in(JobPhase.QUEUED)
                .when(release())
                .then(accepted("release"));
    }

    @Test
    void a_placement_that_crossed_the_hold_goes_on() {
        queued().when(hold(), placed(1, "n1"))
                .then(starting(1, "n1"))
                .in(JobPhase.STARTING)
                .when(release())
                .then(refused("release", "job-is-not-held"));
    }

    @Test
    void a_running_job_cannot_be_held() {
        running().when(hold()).then(refused("hold", "job-is-running"));
        running().when(cancel(), hold()).then(refused("hold", "job-is-cancelling"));
    }

    @Test
    void a_held_job_can_be_cancelled() {
        queued().when(hold(), cancel())
                .then(accepted("cancel"), stopping(1, false))
                .when(new Input.Withdrawn())
                .then(cancelled(0));
    }

    @Test
    void the_same_submission_again_is_accepted_and_another_one_is_refused() {
        queued().when(new Input.Resubmit("c-submit", OWNER, "hash"))
                .then(accepted("submit"))
                .when(new Input.Resubmit("c-submit", OWNER, "other"))
                .then(refused("submit", "idempotency-key-reused"))
                .when(new Input.Resubmit("c-submit", COLLEAGUE, "hash"))
                .then(refused("submit", "not-your-job"));
    }

    @Test
    void a_rejected_job_stays_rejected_and_says_why_again() {
        var problems = List.of(Problem.of("no entrypoint"));
        var by = new Job.Submission("c-submit", "job_1", "ada", "vision", "hash");
        var rejected = Job.rejected(by, "invalid-profile", problems, NOW);
        var refusal = Job.refusal("c-submit", "submit", "job_1", "invalid-profile", problems);
        assertEquals(
                List.of(new JobEvent.Rejected("job_1", "ada", "vision", "invalid-profile", problems), refusal),
                rejected.events());
        var again = rejected.job().on(new Input.Resubmit("c-submit", OWNER, "hash"), POLICY, NOW);
        assertEquals(List.of(refusal), again.events());
    }

    static Stream<Arguments> people() {
        return Stream.of(
                Arguments.of(OWNER, true),
                Arguments.of(PROJECT_OWNER, true),
                Arguments.of(OPERATOR, true),
                Arguments.of(ADMIN, true),
                Arguments.of(COLLEAGUE, false),
                Arguments.of(OTHER_PROJECT_OWNER, false),
                Arguments.of(new Requester("", List.of(), List.of()), false));
    }

    @ParameterizedTest
    @MethodSource("people")
    void who_may(Requester who, boolean may) {
        var commands = List.of(
                new Input.Cancel("c-cancel", who, "enough"),
                new Input.Hold("c-hold", who, "later"),
                new Input.Release("c-release", who),
                new Input.Requeue("c-requeue", who, "again"));
        for (var command : commands) {
            var kind = command.command().substring(2);
            var events = queued().job().on(command, POLICY, NOW).events();
            assertEquals(may ? accepted(kind) : refused(kind, "not-your-job"), events.getFirst());
        }
    }
}

package org.sing.e2e;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.e2e.Evidence.Line;
import org.sing.e2e.Evidence.Run;
import org.sing.schemas.EndCause;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobPhase;
import org.sing.schemas.JobSpec;
import org.sing.schemas.SchedulingEvent;
import org.sing.schemas.Topics;

/** A healthy campus passes; each forged piece of evidence is found and named. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class AuditorTest {
    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");
    private final Campus campus = new Campus();

    @Test
    void a_campus_where_one_job_ran_and_was_billed_has_no_violation() {
        assertEquals(List.of(), campus.audit());
    }

    @Test
    void two_jobs_on_one_gpu_at_the_same_time_are_found() {
        campus.runs.add(run("other", 1, 500, 900, 0));
        campus.ledger.add(line("other", 1, 0));
        found("I1");
    }

    @Test
    void two_jobs_on_one_gpu_one_after_the_other_are_fine() {
        campus.runs.add(run("other", 1, 6000, 6400, 0));
        campus.ledger.add(line("other", 1, 0));
        assertEquals(List.of(), campus.audit());
    }

    @Test
    void an_acknowledged_job_that_nobody_knows_is_found() {
        campus.acknowledged = Set.of("job", "forgotten");
        found("I2");
    }

    @Test
    void a_job_without_an_end_is_found() {
        campus.jobEvents.removeLast();
        found("I2");
    }

    @Test
    void a_job_that_ends_twice_is_found() {
        campus.say(new JobEvent.Finished(
                "job", 1, JobPhase.FAILED, EndCause.EXITED, Optional.of(1), Optional.empty(), "user", "x", "x"));
        found("I3");
    }

    @Test
    void a_job_that_goes_on_after_its_end_is_found() {
        campus.say(new JobEvent.Running("job", 1, NOON));
        found("I3");
    }

    @Test
    void a_missing_attempt_is_found() {
        campus.place("job", 3, 1);
        found("I3");
    }

    @Test
    void two_live_attempts_of_one_job_are_found() {
        campus.place("job", 2, 1);
        campus.runs.add(new Run("node-2", "job", 2, "job-2", 0, List.of("g"), 2000, 3000, 1));
        campus.ledger.add(line("job", 2, 1));
        found("I3");
    }

    @Test
    void a_rank_that_is_started_twice_is_found() {
        campus.runs.add(run("job", 1, 6000, 6100, 0));
        found("I3");
    }

    @Test
    void a_run_without_a_line_in_the_ledger_is_found() {
        campus.ledger.clear();
        found("I4");
    }

    @Test
    void a_second_too_much_is_found() {
        campus.ledger.set(0, line("job", 1, 6));
        found("I4");
    }

    @Test
    void a_second_too_little_is_found() {
        campus.ledger.set(0, line("job", 1, 4));
        found("I4");
    }

    @Test
    void a_lost_attempt_may_be_billed_less_than_it_ran() {
        campus.ledger.set(0, line("job", 1, 4));
        campus.scheduling(new SchedulingEvent.AttemptEnded("job", 1, "job-1", EndCause.NODE_LOST, "node-1", ""));
        assertEquals(List.of(), campus.audit());
    }

    @Test
    void a_line_that_stands_twice_is_found() {
        campus.ledger.add(line("job", 1, 5));
        found("I4");
    }

    @Test
    void a_process_that_outlives_its_job_is_found() {
        campus.survivors.add("job-1");
        found("I6");
    }

    @Test
    void half_a_gang_is_found() {
        campus.place("job", 2, 0);
        found("I8");
    }

    @Test
    void a_message_that_committed_and_never_left_is_found() {
        campus.outboxes = Map.of("submission", Set.of("/services/submission jobs/job:99"));
        found("I11");
    }

    @Test
    void a_message_that_left_and_never_committed_is_found() {
        campus.outboxes = Map.of("submission", Set.of());
        found("I11");
    }

    @Test
    void a_duplicate_on_a_topic_is_no_violation() {
        campus.jobEvents.add(1, campus.jobEvents.getFirst());
        assertEquals(List.of(), campus.audit());
    }

    @Test
    void an_allocation_that_is_never_released_is_found() {
        campus.open.add("job-1");
        found("L1");
    }

    private void found(String invariant) {
        var violations = campus.audit();
        assertTrue(
                violations.stream().anyMatch(v -> v.startsWith(invariant + ":")),
                () -> invariant + " was broken and the auditor says " + violations);
    }

    private static Run run(String job, int attempt, long from, long to, long billed) {
        return new Run("node-1", job, attempt, job + "-" + attempt, 0, List.of("gpu-0"), from, to, billed);
    }

    private static Line line(String job, int attempt, long seconds) {
        return new Line(job, attempt, 0, "usage", "u1", "vision", 1, seconds, seconds, NOON);
    }

    private static final class Campus {
        private final Envelopes submission = Envelopes.of("/services/submission");
        private final Envelopes scheduling = Envelopes.of("/services/scheduling");
        Set<String> acknowledged = Set.of("job");
        final List<Envelope> jobEvents = new ArrayList<>();
        final List<Envelope> schedulingEvents = new ArrayList<>();
        final List<Run> runs = new ArrayList<>(List.of(run("job", 1, 100, 5100, 5)));
        final List<Line> ledger = new ArrayList<>(List.of(line("job", 1, 5)));
        final List<String> open = new ArrayList<>();
        final List<String> survivors = new ArrayList<>();
        Map<String, Set<String>> outboxes = Map.of();

        Campus() {
            var spec = new JobSpec(
                    "hello", List.of("true"), Map.of(), 1, 1, Optional.empty(), 0, 0, 0, "default", true, false);
            say(new JobEvent.Submitted("job", 1, "u1", "vision", spec, NOON));
            place("job", 1, 1);
            say(new JobEvent.Running("job", 1, NOON));
            say(new JobEvent.Finished(
                    "job", 1, JobPhase.SUCCEEDED, EndCause.EXITED, Optional.of(0), Optional.empty(), "none", "", ""));
        }

        void say(JobEvent event) {
            jobEvents.add(submission.fact(
                    Topics.JOB_EVENTS, "job", "jobs/job", jobEvents.size() + 1, Cause.by("test"), NOON, (Record)
                            event));
        }

        void place(String job, int attempt, int gpus) {
            var share = new SchedulingEvent.Share("node-1", 1, 0, gpus == 0 ? List.of() : List.of("gpu-0"), 1, 1);
            scheduling(new SchedulingEvent.Placed(
                    job, attempt, job + "-" + attempt, 1, "sing", List.of(share), Optional.empty(), "", NOON));
        }

        void scheduling(SchedulingEvent event) {
            schedulingEvents.add(scheduling.fact(
                    Topics.SCHEDULING_EVENTS,
                    "job",
                    "jobs/job",
                    schedulingEvents.size() + 1,
                    Cause.by("test"),
                    NOON,
                    (Record) event));
        }

        List<String> audit() {
            var events = new ArrayList<>(jobEvents);
            events.addAll(schedulingEvents);
            return Auditor.audit(
                    new Evidence(acknowledged, Set.of(), events, runs, ledger, open, outboxes, Map.of(), survivors));
        }
    }
}

package org.sing.gateway.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.schemas.EndCause;
import org.sing.schemas.ExecutionEvent;
import org.sing.schemas.IncidentEvent;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobPhase;
import org.sing.schemas.JobSpec;
import org.sing.schemas.Json;
import org.sing.schemas.SchedulingEvent;

@DisplayNameGeneration(ReplaceUnderscores.class)
class JobTest {
    private static final String ID = "job_1";
    private static final Instant T0 = Instant.parse("2026-12-01T08:00:00Z");

    @Test
    void nobody_knows_whose_a_job_is_before_submission_says_so() {
        var job = Job.unheardOf(ID).hear(placed(1, "node-1"), T0);
        assertFalse(job.introduced());
        assertEquals(Optional.of("alice"), job.hear(submitted(), T0).identity().map(Job.Identity::owner));
    }

    /** Topics are not ordered against each other; inside one topic the order is kept. */
    @Test
    void the_order_in_which_topics_arrive_makes_no_difference() {
        var topics = List.of(submissionSays(), schedulingSays(), agentsSay(), incidentSays());
        var expected = fold(topics.stream().flatMap(List::stream).toList());
        assertEquals(JobPhase.FAILED, expected.life().phase());
        for (var seed = 0; seed < 500; seed++)
            assertEquals(expected, fold(interleaved(topics, new Random(seed))), "seed " + seed);
    }

    @Test
    void a_waiting_job_says_why_until_it_is_placed() {
        var waiting = Job.unheardOf(ID).hear(submitted(), T0).hear(waiting("gpus"), T0);
        assertEquals(Optional.of("gpus"), waiting.waiting().map(Job.Waiting::constraint));
        assertEquals(Optional.empty(), waiting.hear(placed(1, "node-1"), T0).waiting());
    }

    @Test
    void it_waits_for_a_reason_since_that_was_first_said_however_often_the_estimate_moves() {
        var waiting = Job.unheardOf(ID).hear(submitted(), T0).hear(waiting("gpus"), T0);
        var again = waiting.hear(waiting("gpus"), T0.plusSeconds(60));
        assertEquals(Optional.of(T0), again.waiting().map(Job.Waiting::since));
        var other = again.hear(waiting("cpus"), T0.plusSeconds(90));
        assertEquals(Optional.of(T0.plusSeconds(90)), other.waiting().map(Job.Waiting::since));
    }

    @Test
    void a_requeued_job_keeps_its_attempts_and_shows_the_newest() {
        var job = Job.unheardOf(ID)
                .hear(submitted(), T0)
                .hear(placed(1, "node-1"), T0)
                .hear(new JobEvent.Requeued(ID, 1, "node lost", List.of("node-1"), T0), T0)
                .hear(placed(2, "node-2"), T0);
        assertEquals(
                List.of(1, 2),
                job.attemptsInOrder().stream().map(Attempt::number).toList());
        assertEquals(Optional.of(List.of("node-2")), job.lastAttempt().map(Attempt::nodes));
        assertEquals(List.of("node-1"), job.excludedNodes());
    }

    @Test
    void it_survives_being_stored() {
        var job = fold(submissionSays());
        assertEquals(job, Json.read(Json.bytes(job), Job.class));
    }

    private static List<UnaryOperator<Job>> submissionSays() {
        return List.of(
                job -> job.hear(submitted(), T0),
                job -> job.hear(new JobEvent.Queued(ID, 1), T0),
                job -> job.hear(new JobEvent.Starting(ID, 1, List.of("node-1")), T0),
                job -> job.hear(new JobEvent.Running(ID, 1, T0.plusSeconds(5)), T0.plusSeconds(6)),
                job -> job.hear(
                        new JobEvent.Completing(ID, 1, EndCause.EXITED, Optional.of(1), Optional.empty(), "node-1"),
                        T0.plusSeconds(9)),
                job -> job.hear(
                        new JobEvent.Finished(
                                ID,
                                1,
                                JobPhase.FAILED,
                                EndCause.EXITED,
                                Optional.of(1),
                                Optional.empty(),
                                "user",
                                "import-error",
                                "A module is missing."),
                        T0.plusSeconds(10)));
    }

    private static List<UnaryOperator<Job>> schedulingSays() {
        return List.of(job -> job.hear(waiting("gpus"), T0), job -> job.hear(placed(1, "node-1"), T0.plusSeconds(1)));
    }

    private static List<UnaryOperator<Job>> agentsSay() {
        var started = T0.plusSeconds(5);
        return List.of(
                job -> job.hear((ExecutionEvent)
                        new ExecutionEvent.Started(ID, 1, ID + "-1", "node-1", 1, 0, 1, List.of("g0"), 42, started)),
                job -> job.hear((ExecutionEvent) new ExecutionEvent.Finished(
                        ID,
                        1,
                        ID + "-1",
                        "node-1",
                        1,
                        0,
                        1,
                        List.of("g0"),
                        true,
                        EndCause.EXITED,
                        Optional.of(1),
                        Optional.empty(),
                        Optional.of(started),
                        T0.plusSeconds(9),
                        4000,
                        4,
                        100,
                        "")));
    }

    private static List<UnaryOperator<Job>> incidentSays() {
        return List.of(job -> job.hear(new IncidentEvent.AttemptClassified(
                ID, 1, "user", "import-error", "A module is missing.", "Add it to dependency.", false, "")));
    }

    private static Job fold(List<UnaryOperator<Job>> facts) {
        var job = Job.unheardOf(ID);
        for (var fact : facts) job = fact.apply(job);
        return job;
    }

    private static <T> List<T> interleaved(List<List<T>> topics, Random random) {
        var turns = new ArrayList<Integer>();
        for (var i = 0; i < topics.size(); i++)
            turns.addAll(Collections.nCopies(topics.get(i).size(), i));
        Collections.shuffle(turns, random);
        var iterators = topics.stream().map(List::iterator).toList();
        return turns.stream().map(turn -> iterators.get(turn).next()).toList();
    }

    private static JobEvent.Submitted submitted() {
        var spec = new JobSpec(
                "train", List.of("true"), Map.of(), 1, 1, Optional.empty(), 0, 0, 0, "default", true, false);
        return new JobEvent.Submitted(ID, 7, "alice", "vision", spec, T0);
    }

    private static SchedulingEvent placed(int attempt, String node) {
        return new SchedulingEvent.Placed(
                ID,
                attempt,
                ID + "-" + attempt,
                1,
                "first-come",
                List.of(new SchedulingEvent.Share(node, 1, 0, List.of("g0"), 1, 1)),
                Optional.empty(),
                "it fits",
                T0);
    }

    private static SchedulingEvent waiting(String constraint) {
        return new SchedulingEvent.Waiting(ID, "WAITING", constraint, 0, 0, 1, 2, 3, "wait");
    }
}

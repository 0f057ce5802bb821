package org.sing.whatif.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sing.scheduling.core.Rule;
import org.sing.schemas.SimulationQuestion;
import org.sing.schemas.SimulationQuestion.Change;
import org.sing.schemas.SimulationQuestion.Failures;
import org.sing.schemas.SimulationQuestion.Outage;
import org.sing.schemas.SimulationResult;
import org.sing.schemas.SimulationResult.Skipped;
import org.sing.simulator.Conditions;
import org.sing.simulator.Faults;
import org.sing.simulator.Lived;
import org.sing.simulator.Moments;
import org.sing.simulator.Replay;
import org.sing.traces.Trace;
import org.sing.traces.Traced;

/** A trace under the setting of now and another one. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class TraceTest {
    private static final SimulationQuestion.Machines FOUR = new SimulationQuestion.Machines(4, 8);

    private final Cluster cluster = new Cluster("sing").node("a", 8);

    @ParameterizedTest
    @ValueSource(strings = {"sing", "fcfs", "easy", "campus", "fairshare"})
    void it_is_what_the_simulator_makes_of_it(String rule) {
        var trace = busy(400);
        var answer = ask(trace, Optional.of(FOUR), Cluster.rule(rule));
        var conditions = new Conditions(
                new org.sing.simulator.Machines(4, 8), new Faults("", List.of(), new TreeMap<>()), Moments.TOGETHER, 0);
        var lived = Replay.run(trace, conditions, Rule.named(rule), part -> {}).lived();
        var figures = answer.changed().figures();
        assertEquals(lived.size(), figures.started());
        assertEquals(mean(lived), figures.meanWaitSeconds(), 0.001);
        assertTrue(figures.meanWaitSeconds() > 1_000);
    }

    @Test
    void without_machines_of_its_own_it_is_replayed_on_those_of_now() {
        var answer = ask(busy(50), Optional.empty(), Cluster.nodes(3));
        assertEquals(
                List.of(1, 8),
                List.of(answer.baseline().nodes(), answer.baseline().gpus()));
        assertEquals(
                List.of(3, 24),
                List.of(answer.changed().nodes(), answer.changed().gpus()));
        assertTrue(answer.baseline().figures().neverFit() > 0, "gangs of two nodes");
        assertEquals(0, answer.changed().figures().neverFit());
    }

    @Test
    void larger_nodes_hold_more() {
        var larger = new Change(Optional.empty(), Optional.empty(), Optional.of(16), List.of(), Optional.empty());
        var answer = ask(busy(100), Optional.of(FOUR), larger);
        assertEquals(
                List.of(4, 64),
                List.of(answer.changed().nodes(), answer.changed().gpus()));
        assertTrue(answer.changed().figures().meanWaitSeconds()
                < answer.baseline().figures().meanWaitSeconds());
    }

    @Test
    void the_limits_of_now_hold_for_the_users_of_the_trace() {
        var trace = trace(job("ann", 0, 100, 1), job("ann", 0, 100, 1), job("bob", 0, 100, 1));
        cluster.limit("*", 1);
        var lifted = new SimulationQuestion.Limit("user", "*", Optional.of(0L), Optional.empty(), Optional.empty());
        var answer = ask(
                trace,
                Optional.of(FOUR),
                new Change(Optional.empty(), Optional.empty(), Optional.empty(), List.of(lifted), Optional.empty()));
        assertEquals(100, answer.baseline().figures().maxWaitSeconds());
        assertEquals(0, answer.changed().figures().maxWaitSeconds());
    }

    @Test
    void a_trace_without_users_is_not_taken_to_be_of_one() {
        cluster.limit("*", 1);
        var trace = trace(job("", 0, 100, 1), job("", 0, 100, 1));
        assertEquals(
                0,
                ask(trace, Optional.of(FOUR), Cluster.rule("fcfs"))
                        .baseline()
                        .figures()
                        .maxWaitSeconds());
    }

    @Test
    void what_runs_on_a_node_that_fails_starts_again() {
        var failures = new Failures(Optional.empty(), Optional.empty(), List.of(new Outage("node-00001", 50, 25)));
        var one = new SimulationQuestion.Machines(1, 8);
        var answer =
                ask(trace(job("ann", 0, 100, 8), job("ann", 1, 10, 8)), Optional.of(one), Cluster.failures(failures));
        assertEquals(99, answer.baseline().figures().maxWaitSeconds());
        assertEquals(174, answer.changed().figures().maxWaitSeconds());
        assertEquals(1, answer.changed().figures().requeues());
    }

    @Test
    void the_waits_of_a_job_that_starts_twice_are_added() {
        var failures = new Failures(Optional.empty(), Optional.empty(), List.of(new Outage("node-00001", 150, 25)));
        var one = new SimulationQuestion.Machines(1, 8);
        var answer =
                ask(trace(job("ann", 0, 100, 8), job("ann", 1, 100, 8)), Optional.of(one), Cluster.failures(failures));
        assertEquals(99 + 25, answer.changed().figures().maxWaitSeconds());
    }

    @Test
    void what_runs_on_another_node_goes_on() {
        var failures = new Failures(Optional.empty(), Optional.empty(), List.of(new Outage("node-00001", 50, 25)));
        var two = new SimulationQuestion.Machines(2, 8);
        var answer =
                ask(trace(job("ann", 0, 100, 8), job("bob", 0, 100, 8)), Optional.of(two), Cluster.failures(failures));
        assertEquals(1, answer.changed().figures().requeues());
        assertEquals(25, answer.changed().figures().maxWaitSeconds());
    }

    @Test
    void another_seed_lets_other_nodes_fail() {
        var failures = Cluster.failures(new Failures(Optional.of(20_000L), Optional.of(5_000L), List.of()));
        var trace = busy(400);
        assertEquals(ask(trace, Optional.of(FOUR), failures, 1), ask(trace, Optional.of(FOUR), failures, 1));
        assertNotEquals(
                ask(trace, Optional.of(FOUR), failures, 1).changed(),
                ask(trace, Optional.of(FOUR), failures, 2).changed());
    }

    /** What limits somebody has is for nobody to find out by naming them in a trace. */
    @Test
    void of_an_uploaded_trace_only_the_limits_of_everybody_count_and_of_a_recorded_range_all() {
        cluster.limit("ann", 1);
        var trace = trace(job("ann", 0, 100, 1), job("ann", 0, 100, 1));
        var uploaded = ask("trace", trace, Optional.of(FOUR), Cluster.rule("fcfs"), 0);
        assertEquals(0, uploaded.baseline().figures().maxWaitSeconds());
        var recorded = ask("range", trace, Optional.of(FOUR), Cluster.rule("fcfs"), 0);
        assertEquals(100, recorded.baseline().figures().maxWaitSeconds());
    }

    @Test
    void rows_that_were_no_job_are_told() {
        var skipped = new TreeMap<>(java.util.Map.of("asked for no GPUs", new Trace.Skipped(3, "row 17")));
        var trace = new Trace("t", List.of(job("ann", 0, 100, 8)), skipped);
        assertEquals(
                List.of(new Skipped("asked for no GPUs", 3, "row 17")),
                ask(trace, Optional.of(FOUR), Cluster.rule("fcfs")).skipped());
    }

    /** One node of 8: 100 s full, 100 s half, until the last job starts. */
    @Test
    void use_and_queue_over_time_are_those_of_the_trace() {
        var one = new SimulationQuestion.Machines(1, 8);
        var answer = ask(
                trace(job("a", 0, 100, 8), job("a", 50, 100, 4), job("a", 60, 100, 8)),
                Optional.of(one),
                Cluster.rule("fcfs"));
        var series = answer.changed().series();
        assertEquals(1.05, series.stepSeconds());
        assertEquals(8, series.gpusInUse().get(10));
        assertEquals(4, series.gpusInUse().get(150));
        assertEquals(0, series.waitingJobs().get(10));
        assertEquals(2, series.waitingJobs().get(80));
        assertEquals(1, series.waitingJobs().get(150));
        assertEquals(8, series.gpus().get(150));
        assertEquals(0.75, answer.changed().figures().utilisationRatio());
        assertEquals((1 + 1.5 + 2.4) / 3, answer.changed().figures().boundedSlowdown(), 0.001);
        assertEquals(
                List.of(0.0, 50.0, 140.0),
                List.of(
                        series.waitQuantilesSeconds().get(0),
                        series.waitQuantilesSeconds().get(50),
                        series.waitQuantilesSeconds().get(100)));
    }

    private SimulationResult ask(Trace trace, Optional<SimulationQuestion.Machines> machines, Change change) {
        return ask(trace, machines, change, 0);
    }

    private SimulationResult ask(
            Trace trace, Optional<SimulationQuestion.Machines> machines, Change change, long seed) {
        return ask("trace", trace, machines, change, seed);
    }

    private SimulationResult ask(
            String from, Trace trace, Optional<SimulationQuestion.Machines> machines, Change change, long seed) {
        var question = new SimulationQuestion(
                from,
                Optional.empty(),
                Optional.of(new SimulationQuestion.Trace("sing", Optional.empty(), machines)),
                change,
                seed);
        var errand = Errand.of(
                question, cluster.settings, cluster.core.snapshot(), cluster.now, "ann", false, Cluster.BOUNDS);
        return Answers.to(errand, Optional.of(trace), new Budget(1_000_000, percent -> {}));
    }

    private static double mean(List<Lived> lived) {
        return lived.stream()
                .mapToDouble(job ->
                        job.attempts().getFirst().startSeconds() - job.job().submitSeconds())
                .average()
                .orElseThrow();
    }

    private static Trace busy(int jobs) {
        var random = new Random(3);
        var traced = new ArrayList<Traced>();
        var at = 0;
        for (var i = 0; i < jobs; i++) {
            at += random.nextInt(300);
            var run = 60 + random.nextInt(4_000);
            traced.add(new Traced(
                    "" + i,
                    at,
                    run,
                    List.of(1, 2, 4, 8, 16).get(random.nextInt(5)),
                    0,
                    "user-" + random.nextInt(5),
                    "p",
                    "n",
                    random.nextBoolean() ? 0 : run + 600));
        }
        return new Trace("busy", traced, new TreeMap<>());
    }

    private static Trace trace(Traced... jobs) {
        return new Trace("small", List.of(jobs), new TreeMap<>());
    }

    private static Traced job(String user, double submit, double run, int gpus) {
        return new Traced("j", submit, run, gpus, 0, user, "", "n", 0);
    }
}

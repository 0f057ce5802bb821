package org.sing.whatif.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sing.whatif.domain.Cluster.NOTHING;
import static org.sing.whatif.domain.Cluster.failures;
import static org.sing.whatif.domain.Cluster.nodes;
import static org.sing.whatif.domain.Cluster.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sing.scheduling.core.Event;
import org.sing.scheduling.core.Forward;
import org.sing.schemas.SimulationQuestion.Change;
import org.sing.schemas.SimulationQuestion.Failures;
import org.sing.schemas.SimulationQuestion.Limit;
import org.sing.schemas.SimulationQuestion.Outage;
import org.sing.schemas.SimulationResult;
import org.sing.schemas.SimulationResult.JobStart;
import org.sing.schemas.SimulationResult.Start;

/** The live queue under another setting. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class QueueTest {

    @ParameterizedTest
    @ValueSource(strings = {"sing", "fcfs", "easy", "campus", "fairshare"})
    void the_setting_of_now_gives_what_the_live_estimate_sees(String rule) {
        var cluster = busy(rule, 60);
        var seen = Forward.of(cluster.settings, cluster.core.snapshot(), cluster.now, 10_000);
        var told = cluster.ask(NOTHING, 0, "nobody", true).jobs();
        assertTrue(told.size() > 20);
        for (var job : told) {
            var range = Optional.ofNullable(seen.get(job.job()))
                    .map(it -> new Start(it.earliest(), it.likely(), it.latest()));
            assertEquals(range, job.baseline(), job.job());
        }
    }

    @Test
    void where_nothing_is_changed_both_answers_are_the_same() {
        var answer = busy("campus", 60).ask(NOTHING);
        assertEquals(answer.baseline(), answer.changed());
        answer.jobs().forEach(job -> assertEquals(job.baseline(), job.changed()));
    }

    @Test
    void the_same_question_is_answered_the_same_and_another_seed_otherwise() {
        var cluster = busy("sing", 60);
        assertEquals(cluster.ask(rule("easy"), 7, "ann", true), cluster.ask(rule("easy"), 7, "ann", true));
        assertNotEquals(
                cluster.ask(rule("easy"), 7, "ann", true).baseline(),
                cluster.ask(rule("easy"), 8, "ann", true).baseline());
    }

    /** One of two nodes runs for 1000 s; the head wants both, three small ones wait behind it. */
    @Test
    void under_another_rule_others_pass_the_head() {
        var cluster =
                new Cluster("fcfs").whereEverybodyRunsToTheLimit().node("a", 8).node("b", 8);
        cluster.submit("ann", 1, 8, 1_000);
        var head = cluster.submit("bob", 2, 8, 500);
        var small = cluster.submit("ann", 1, 8, 600);
        var answer = cluster.ask(rule("sing"));
        assertEquals("fcfs", answer.baseline().rule());
        assertEquals("sing", answer.changed().rule());
        assertEquals(1_500, seconds(cluster, start(answer, small).baseline()));
        assertEquals(0, seconds(cluster, start(answer, small).changed()));
        assertEquals(1_250, answer.baseline().figures().meanWaitSeconds());
        assertEquals(500, answer.changed().figures().meanWaitSeconds());
        assertEquals(List.of(small), answer.jobs().stream().map(JobStart::job).toList(), "not " + head + " of bob");
    }

    @Test
    void only_operators_are_told_of_everybodys_jobs() {
        var cluster = busy("sing", 40);
        assertEquals(List.of(), cluster.ask(NOTHING, 0, "stranger", false).jobs());
        assertTrue(cluster.ask(NOTHING, 0, "stranger", true).jobs().size() > 20);
    }

    @Test
    void with_more_nodes_everybody_starts_earlier_and_with_fewer_later() {
        var cluster = busy("sing", 80);
        var now = cluster.ask(NOTHING).baseline();
        var more = cluster.ask(nodes(6)).changed();
        var fewer = cluster.ask(nodes(1)).changed();
        assertEquals(List.of(2, 6, 1), List.of(now.nodes(), more.nodes(), fewer.nodes()));
        assertEquals(List.of(16, 48, 8), List.of(now.gpus(), more.gpus(), fewer.gpus()));
        assertTrue(more.figures().meanWaitSeconds() < now.figures().meanWaitSeconds());
        assertTrue(fewer.figures().meanWaitSeconds() > now.figures().meanWaitSeconds());
        assertTrue(fewer.figures().neverFit() == 0 && fewer.figures().stillWaiting() > 0, "gangs of two nodes");
    }

    /** What runs on a node that is drained goes on, and counts as there. */
    @Test
    void never_are_more_GPUs_in_use_than_there() {
        var cluster =
                new Cluster("sing").whereEverybodyRunsToTheLimit().node("a", 8).node("b", 8);
        cluster.submit("ann", 1, 8, 1_000);
        cluster.submit("ann", 1, 8, 1_000);
        cluster.submit("ann", 1, 8, 1_000);
        var changed = cluster.ask(nodes(1)).changed();
        assertEquals(16, changed.series().gpusInUse().get(10));
        assertEquals(16, changed.series().gpus().get(10));
        assertEquals(1, changed.figures().utilisationRatio());
    }

    @Test
    void nodes_are_added_to_and_taken_from_the_default_group_alone() {
        var cluster = busy("sing", 10).node("other", "vision", 8);
        assertEquals(3, cluster.ask(NOTHING).baseline().nodes());
        assertEquals(2, cluster.ask(nodes(1)).changed().nodes(), "one of two, and the other group's");
        assertEquals(4, cluster.ask(nodes(3)).changed().nodes());
    }

    @Test
    void a_limit_that_is_lifted_lets_its_user_start() {
        var cluster =
                new Cluster("sing").whereEverybodyRunsToTheLimit().node("a", 8).limit("ann", 1);
        cluster.submit("ann", 1, 1, 1_000);
        var second = cluster.submit("ann", 1, 1, 1_000);
        var lifted = new Limit("user", "ann", Optional.of(0L), Optional.empty(), Optional.empty());
        var answer = cluster.ask(
                new Change(Optional.empty(), Optional.empty(), Optional.empty(), List.of(lifted), Optional.empty()));
        assertEquals(1_000, seconds(cluster, start(answer, second).baseline()));
        assertEquals(0, seconds(cluster, start(answer, second).changed()));
    }

    @Test
    void what_runs_on_a_node_that_fails_starts_again_from_the_beginning() {
        var cluster = new Cluster("sing").whereEverybodyRunsToTheLimit().node("a", 8);
        cluster.submit("ann", 1, 8, 1_000);
        var second = cluster.submit("ann", 1, 8, 1_000);
        var failures = new Failures(Optional.empty(), Optional.empty(), List.of(new Outage("a", 100, 50)));
        var answer = cluster.ask(failures(failures));
        assertEquals(1_000, seconds(cluster, start(answer, second).baseline()));
        assertEquals(1_150, seconds(cluster, start(answer, second).changed()));
        assertEquals(0, answer.baseline().figures().requeues());
        assertEquals(1, answer.changed().figures().requeues());
    }

    @Test
    void nodes_that_fail_by_chance_do_so_by_the_seed() {
        var cluster = busy("sing", 60);
        var failures = failures(new Failures(Optional.of(20_000L), Optional.of(5_000L), List.of()));
        var answer = cluster.ask(failures, 3, "ann", true);
        assertTrue(answer.changed().figures().requeues() > 0);
        assertTrue(answer.changed().figures().meanWaitSeconds()
                > answer.baseline().figures().meanWaitSeconds());
        assertEquals(answer, cluster.ask(failures, 3, "ann", true));
    }

    @Test
    void a_node_that_is_not_there_cannot_fail() {
        var failures = new Failures(Optional.empty(), Optional.empty(), List.of(new Outage("x", 1, 1)));
        var refusal = assertThrows(Unanswerable.class, () -> busy("sing", 5).ask(failures(failures)));
        assertEquals("There is no node x that takes jobs.", refusal.getMessage());
    }

    @Test
    void failures_beyond_all_measure_are_refused() {
        var failures = new Failures(Optional.of(1L), Optional.of(1L), List.of());
        var refusal = assertThrows(Unanswerable.class, () -> busy("sing", 5).ask(failures(failures)));
        assertEquals("Nodes would fail about 2,592,000 times; at most 20,000 are simulated.", refusal.getMessage());
    }

    @Test
    void what_takes_more_steps_than_allowed_is_given_up() {
        var errand = busy("sing", 60).errand(NOTHING, 0, "ann", false);
        var refusal = assertThrows(
                Unanswerable.class, () -> Answers.to(errand, Optional.empty(), new Budget(100, percent -> {})));
        assertEquals("too-much-work", refusal.code());
        assertEquals("It takes more than 100 steps; ask about fewer jobs or fewer failures.", refusal.getMessage());
    }

    @Test
    void progress_grows_to_the_whole() {
        var said = new ArrayList<Integer>();
        Answers.to(
                busy("sing", 60).errand(NOTHING, 0, "ann", false), Optional.empty(), new Budget(1_000_000, said::add));
        assertEquals(said.stream().distinct().sorted().toList(), said);
        assertEquals(100, said.getLast());
    }

    @Test
    void of_a_queue_that_is_too_long_the_first_are_taken_and_the_others_counted() {
        var cluster = busy("sing", 60);
        var whole = cluster.errand(NOTHING, 0, "ann", true);
        var bounds = new Errand.Bounds(10, 1, 1_000_000, 3);
        var answer = Answers.to(
                Errand.of(whole.question(), cluster.settings, whole.snapshot(), cluster.now, "ann", true, bounds),
                Optional.empty(),
                new Budget(1_000_000, percent -> {}));
        assertEquals(10, answer.baseline().figures().jobs());
        assertEquals(3, answer.jobs().size());
        assertTrue(answer.jobsLeftOut() > 20);
    }

    @Test
    void the_plots_have_one_axis_and_agree_with_the_figures() {
        var answer = busy("sing", 80).ask(rule("campus"));
        for (var variant : List.of(answer.baseline(), answer.changed())) {
            var series = variant.series();
            assertEquals(answer.baseline().series().stepSeconds(), series.stepSeconds());
            assertEquals(200, series.gpusInUse().size());
            assertEquals(200, series.gpus().size());
            assertEquals(200, series.waitingJobs().size());
            assertEquals(101, series.waitQuantilesSeconds().size());
            assertEquals(
                    variant.figures().medianWaitSeconds(),
                    series.waitQuantilesSeconds().get(50));
            assertEquals(
                    variant.figures().maxWaitSeconds(),
                    series.waitQuantilesSeconds().get(100));
            assertTrue(series.waitingJobs().getFirst() > series.waitingJobs().getLast());
            assertTrue(variant.figures().utilisationRatio() > 0.3
                    && variant.figures().utilisationRatio() <= 1);
        }
    }

    @Test
    void jobs_that_no_node_could_hold_are_counted_apart() {
        var cluster = new Cluster("sing").node("a", 8);
        cluster.submit("ann", 1, 16, 100);
        cluster.submit("ann", 1, 8, 100);
        cluster.submit("ann", 1, 8, 100);
        var figures = cluster.ask(NOTHING).baseline().figures();
        assertEquals(
                List.of(2, 1, 1, 0),
                List.of(figures.jobs(), figures.started(), figures.neverFit(), figures.stillWaiting()));
    }

    @Test
    void held_jobs_are_none_of_the_queue() {
        var cluster = new Cluster("sing").node("a", 8);
        cluster.submit("ann", 1, 8, 100);
        cluster.core.apply(new Event.JobHeld(cluster.submit("ann", 1, 8, 100)), cluster.now);
        assertEquals(0, cluster.ask(NOTHING).baseline().figures().jobs());
    }

    /** Two nodes, and jobs of all sizes and lengths of two people, some of which run. */
    private static Cluster busy(String rule, int jobs) {
        var cluster = new Cluster(rule).node("a", 8).node("b", 8);
        var random = new Random(5);
        for (var i = 0; i < jobs; i++) {
            var nodes = random.nextInt(10) == 0 ? 2 : 1;
            cluster.submit(
                    random.nextBoolean() ? "ann" : "bob",
                    nodes,
                    List.of(1, 2, 4, 8).get(random.nextInt(4)),
                    random.nextBoolean() ? 0 : 600 + random.nextInt(20_000));
            cluster.passes(random.nextInt(60));
        }
        return cluster;
    }

    private static JobStart start(SimulationResult answer, String job) {
        return answer.jobs().stream()
                .filter(it -> it.job().equals(job))
                .findFirst()
                .orElseThrow();
    }

    private static long seconds(Cluster cluster, Optional<Start> start) {
        return start.orElseThrow().likely().getEpochSecond() - cluster.now.getEpochSecond();
    }
}

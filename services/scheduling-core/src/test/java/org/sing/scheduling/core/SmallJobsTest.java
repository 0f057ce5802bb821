package org.sing.scheduling.core;

import static org.sing.scheduling.core.Scenario.campus;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Node a is kept for jobs of at most two GPUs. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SmallJobsTest {
    private static final Settings KEPT = Settings.DEFAULT.with(new SmallJobs(Set.of("a"), 2));

    @Test
    void a_small_job_starts_on_a_node_that_is_kept_for_it_while_large_ones_wait() {
        campus(KEPT)
                .node("a", 8)
                .node("b", 8)
                .job("j1", 8)
                .thenFacts("j1-1 on b")
                .job("j2", 4)
                .thenFacts("j2 waits: WAITING/gpus")
                .thenWaits(
                        "j2",
                        "gpus",
                        8,
                        8,
                        4,
                        "It is next and waits until 4 GPUs are free on one node; the most that is free on one now: 0 GPUs.")
                .job("j3", 2)
                .thenFacts("j3-1 on a past j2 4->2")
                .finished("j1-1")
                .thenFacts("j1-1 released", "j2-1 on b");
    }

    @Test
    void a_gang_of_small_parts_is_no_small_job() {
        campus(KEPT).node("a", 8).node("b", 8).job("j1", 2, 1).thenFacts("j1 waits: NEVER_FITS/inventory");
    }

    @Test
    void who_only_fits_on_nodes_that_are_kept_for_others_is_told_so() {
        campus(KEPT)
                .node("a", 8)
                .job("j1", 4)
                .thenWaits(
                        "j1",
                        "inventory",
                        0,
                        0,
                        1,
                        "It asks for a node with 4 GPUs, and no such node exists, for others are kept for small jobs. It can never"
                                + " run here: ask for less, and hand it in again.");
    }

    @Test
    void a_small_job_may_run_elsewhere_as_well() {
        campus(KEPT)
                .node("a", 1)
                .node("b", 8)
                .job("j1", 1)
                .thenFacts("j1-1 on a")
                .job("j2", 1)
                .thenFacts("j2-1 on b");
    }

    @Test
    void a_range_does_not_grow_onto_a_node_that_is_kept_for_small_jobs() {
        campus(KEPT)
                .node("a", 8)
                .node("b", 2)
                .job("j1", new Request(1, 2, "", 0, 0, List.of(), 2, Where.ANY, 0, 0))
                .thenFacts("j1-1 on b");
    }
}

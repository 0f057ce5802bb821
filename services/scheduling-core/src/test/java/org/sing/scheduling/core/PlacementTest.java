package org.sing.scheduling.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sing.scheduling.core.Scenario.campus;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PlacementTest {

    @Test
    void small_jobs_fill_the_fullest_node_so_that_whole_nodes_stay_whole() {
        campus().node("a", 8)
                .node("b", 8)
                .job("j1", 2)
                .thenFacts("j1-1 on a")
                .job("j2", 4)
                .thenFacts("j2-1 on a")
                .job("j3", 8)
                .thenFacts("j3-1 on b");
    }

    @Test
    void a_gang_starts_on_all_its_nodes_or_not_at_all() {
        campus().node("a", 8)
                .node("b", 8)
                .job("j1", 1)
                .job("j2", 2, 8)
                .thenFacts("j2 waits: WAITING/gpus")
                .finished("j1-1")
                .then("j1-1 released", "j2-1 on a,b", "start j2-1 at a under 1", "start j2-1 at b under 1");
    }

    @Test
    void a_gang_stands_on_nodes_of_one_type() {
        campus().node("a", "A", 8, 1)
                .node("b", "B", 8, 1)
                .job("j1", 2, 4)
                .thenFacts("j1 waits: NEVER_FITS/inventory")
                .node("c", "B", 8, 1)
                .thenFacts("j1-1 on b,c");
    }

    @Test
    void processors_and_memory_come_in_proportion_to_the_gpus() {
        var campus = campus().node("a", 8).job("j1", 2);
        var share = campus.core()
                .snapshot()
                .allocations()
                .getFirst()
                .ranks()
                .getFirst()
                .share();
        assertEquals(new Share("a", 1, 0, List.of("gpu0", "gpu1"), 10, 64), share);
    }

    @Test
    void processors_are_never_over_committed_even_when_gpus_are_free() {
        campus().node("a", 8)
                .job("j1", new Request(1, 1, "", 39, 0, List.of()))
                .thenFacts("j1-1 on a")
                .job("j2", 1)
                .thenFacts("j2 waits: WAITING/cpus");
    }

    @Test
    void a_job_without_gpus_takes_processors_of_the_node_whose_gpus_are_busiest() {
        campus().node("a", 8)
                .node("b", 8)
                .job("j1", 4)
                .job("j2", new Request(1, 0, "", 10, 0, List.of()))
                .thenFacts("j2-1 on a");
    }

    @Test
    void a_job_runs_again_on_the_node_that_it_is_to_avoid_when_no_other_could_ever_hold_it() {
        campus().node("a", 8)
                .node("b", 4)
                .job("j1", avoiding("a", 1, 8))
                .thenFacts("j1-1 on a")
                .thenPlaced("It is the head of the queue. a is the fullest node that fits."
                        + " It may run again on a, for too few other nodes could ever hold it.");
    }

    @Test
    void a_job_waits_for_another_node_than_the_one_that_it_is_to_avoid_when_there_is_one() {
        var campus = campus().node("a", 8)
                .node("b", 8)
                .job("j1", 1, 8)
                .job("j2", 1, 8)
                .finished("j1-1")
                .job("j3", avoiding("a", 1, 8))
                .thenFacts("j3 waits: WAITING/gpus");
        assertEquals(
                "It is next and waits until 8 GPUs are free on one node; the most that is free on one now: 0 GPUs. It"
                        + " must not run again on a.",
                campus.core().why("j3").orElseThrow().detail());
        campus.finished("j2-1").thenFacts("j2-1 released", "j3-1 on b");
    }

    @Test
    void a_node_is_avoided_again_as_soon_as_another_one_that_could_hold_the_job_has_joined() {
        campus().node("a", 8)
                .job("j1", 8)
                .job("j2", avoiding("a", 1, 8))
                .thenFacts("j2 waits: WAITING/gpus")
                .node("b", 8)
                .thenFacts("j2-1 on b");
    }

    @Test
    void a_job_that_waits_for_a_lost_node_is_told_which_node_it_avoids() {
        var campus = campus().node("a", 8)
                .node("b", 8)
                .when(new Event.CordonRequested("b", "default", 1))
                .job("j1", avoiding("a", 1, 8))
                .thenFacts("j1 waits: BLOCKED/nodes-unavailable");
        assertEquals(
                "Nodes that could hold it are lost or cordoned: 0 of the 1 that it asks for are there."
                        + " It must not run again on a.",
                campus.core().why("j1").orElseThrow().detail());
    }

    @Test
    void a_gang_that_needs_every_node_runs_again_on_the_one_that_it_is_to_avoid() {
        campus().node("a", 8).node("b", 8).job("j1", avoiding("a", 2, 8)).thenFacts("j1-1 on a,b");
    }

    private static Request avoiding(String node, int nodes, int gpus) {
        return Scenario.request(nodes, gpus).excluding(List.of(node));
    }
}

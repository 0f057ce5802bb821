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
                .thenFacts("j2 waits: WAITING/gpus");
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
    void a_job_that_must_avoid_the_only_node_that_could_hold_it_is_told_so() {
        campus().node("a", 8)
                .job("j1", new Request(1, 8, "", 0, 0, List.of("a")))
                .thenFacts("j1 waits: BLOCKED/excluded-nodes");
    }
}

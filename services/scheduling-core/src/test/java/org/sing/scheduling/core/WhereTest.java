package org.sing.scheduling.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sing.scheduling.core.Scenario.campus;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class WhereTest {

    @Test
    void a_job_that_names_its_nodes_runs_nowhere_else() {
        campus().node("a", 8)
                .node("b", 8)
                .job("j1", 8)
                .thenFacts("j1-1 on a")
                .job("j2", only(1, 4, "a"))
                .thenWaits(
                        "j2",
                        "gpus",
                        8,
                        8,
                        4,
                        "It is next and waits until 4 GPUs are free on one node, of a; the most that is free on one now: 0"
                                + " GPUs.")
                .finished("j1-1")
                .thenFacts("j1-1 released", "j2-1 on a");
    }

    @Test
    void a_job_never_runs_on_a_node_that_it_refuses_even_when_no_other_is_there() {
        campus().node("a", 8)
                .job("j1", with(1, 1, new Where(List.of(), List.of("a"), false, "")))
                .thenFacts("j1 waits: NEVER_FITS/inventory")
                .thenWaits(
                        "j1",
                        "inventory",
                        0,
                        0,
                        1,
                        "It asks for a node with 1 GPU, without a, and no such node exists. It can never run here: ask for"
                                + " less, and hand it in again.")
                .node("b", 8)
                .thenFacts("j1-1 on b");
    }

    @Test
    void a_job_that_wants_to_be_alone_gets_the_whole_of_an_empty_node() {
        var campus = campus().node("a", 8)
                .job("j1", new Request(1, 0, "", 1, 0, List.of()))
                .thenFacts("j1-1 on a")
                .job("j2", alone(8))
                .thenWaits(
                        "j2",
                        "cpus",
                        40,
                        1,
                        40,
                        "It is next and waits until a whole node is free; of these with nobody on them now: 0.")
                .node("b", 8)
                .thenFacts("j2-1 on b");
        assertEquals(
                List.of(new Share(
                        "b", 1, 0, List.of("gpu0", "gpu1", "gpu2", "gpu3", "gpu4", "gpu5", "gpu6", "gpu7"), 40, 256)),
                campus.core().snapshot().allocations().stream()
                        .filter(allocation -> allocation.job().equals("j2"))
                        .flatMap(allocation -> allocation.ranks().stream())
                        .map(Allocation.Rank::share)
                        .toList());
    }

    @Test
    void who_is_alone_has_all_processors_and_all_memory_however_few_it_asked_for() {
        campus().node("a", 8)
                .job("j1", new Request(1, 8, "", 1, 1, List.of(), 1, new Where(List.of(), List.of(), true, ""), 0, 0))
                .thenFacts("j1-1 on a")
                .job("j2", new Request(1, 0, "", 1, 1, List.of()))
                .thenFacts("j2 waits: WAITING/cpus");
    }

    @Test
    void nobody_is_alone_with_gpus_that_nobody_asked_for() {
        campus().node("a", 8)
                .job("j1", alone(4))
                .thenFacts("j1 waits: NEVER_FITS/inventory")
                .node("b", 4)
                .thenFacts("j1-1 on b");
    }

    @Test
    void a_range_of_nodes_takes_as_many_as_are_free_when_its_turn_comes() {
        campus().node("a", 8)
                .node("b", 8)
                .node("c", 8)
                .node("d", 8)
                .job("j1", 8)
                .job("j2", range(2, 5))
                .thenFacts("j2-1 on b,c,d")
                .thenPlaced("It is the head of the queue. These are the 3 fullest nodes that fit."
                        + " It asked for 2 to 5 nodes and has 3.");
    }

    @Test
    void a_range_waits_for_its_least_only() {
        campus().node("a", 8)
                .node("b", 8)
                .job("j1", 8)
                .job("j2", range(2, 4))
                .thenFacts("j2 waits: WAITING/gpus")
                .finished("j1-1")
                .thenFacts("j1-1 released", "j2-1 on a,b");
    }

    @Test
    void a_range_grows_no_further_than_the_limit_of_its_owner() {
        campus().limit("ann", 0, 16, 0)
                .node("a", 8)
                .node("b", 8)
                .node("c", 8)
                .job("j1", range(1, 3))
                .thenFacts("j1-1 on a,b")
                .job("j2", 1)
                .thenFacts("j2 waits: BLOCKED/user-running-gpus");
    }

    @Test
    void whoever_passes_another_gets_the_least_of_its_range() {
        campus().node("a", 8)
                .node("b", 8)
                .node("c", 8)
                .job("j1", 8)
                .job("j2", 3, 8)
                .job("j3", range(1, 2))
                .thenFacts("j3-1 on b past j2 24->16");
    }

    @Test
    void a_range_does_not_grow_onto_a_node_where_it_failed() {
        campus().node("a", 8)
                .node("b", 8)
                .job("j1", new Request(1, 8, "", 0, 0, List.of("a"), 2, Where.ANY, 0, 0))
                .thenFacts("j1-1 on b");
    }

    private static Request only(int nodes, int gpus, String... names) {
        return with(nodes, gpus, new Where(List.of(names), List.of(), false, ""));
    }

    private static Request alone(int gpus) {
        return with(1, gpus, new Where(List.of(), List.of(), true, ""));
    }

    private static Request with(int nodes, int gpus, Where where) {
        return new Request(nodes, gpus, "", 0, 0, List.of(), nodes, where, 0, 0);
    }

    private static Request range(int least, int most) {
        return new Request(least, 8, "", 0, 0, List.of(), most, Where.ANY, 0, 0);
    }
}

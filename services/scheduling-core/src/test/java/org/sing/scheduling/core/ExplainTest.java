package org.sing.scheduling.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sing.scheduling.core.Scenario.campus;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** The answers as people read them. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ExplainTest {
    private static final long GIB = 1L << 30;

    @Test
    void a_job_that_is_short_of_gpus_is_told_how_many_are_free_on_one_node() {
        machine("a", 8, 40, 256)
                .job("j1", 6)
                .job("j2", 4)
                .thenWaits(
                        "j2",
                        "gpus",
                        8,
                        6,
                        4,
                        "It is next and waits until 4 GPUs are free on one node; the most that is free on one now: 2"
                                + " GPUs.");
    }

    @Test
    void a_gang_is_told_how_many_nodes_have_what_it_needs() {
        var campus = machine("a", 8, 40, 256);
        machine(campus, "b", 8, 40, 256)
                .job("j1", 1)
                .job("j2", 2, 8)
                .thenWaits(
                        "j2",
                        "gpus",
                        16,
                        1,
                        16,
                        "It is next and waits until 8 GPUs are free on each of 2 nodes; nodes with that now: 1.");
    }

    @Test
    void a_job_that_is_short_of_processors_is_not_told_about_gpus() {
        machine("a", 8, 40, 256)
                .job("j1", new Request(1, 1, "", 36, GIB, List.of()))
                .job("j2", new Request(1, 1, "", 12, GIB, List.of()))
                .thenWaits(
                        "j2",
                        "cpus",
                        40,
                        36,
                        12,
                        "It is next and waits until 12 CPUs are free on one node; the most that is free on one now: 4"
                                + " CPUs.");
    }

    @Test
    void a_job_without_gpus_waits_for_processors() {
        machine("a", 0, 4, 256)
                .job("j1", new Request(1, 0, "", 4, GIB, List.of()))
                .job("j2", new Request(1, 0, "", 1, GIB, List.of()))
                .thenWaits(
                        "j2",
                        "cpus",
                        4,
                        4,
                        1,
                        "It is next and waits until 1 CPU is free on one node; the most that is free on one now: 0"
                                + " CPUs.");
    }

    @Test
    void a_job_that_is_short_of_memory_is_told_so() {
        machine("a", 8, 40, 256)
                .job("j1", new Request(1, 1, "", 1, 200 * GIB, List.of()))
                .job("j2", new Request(1, 1, "", 1, 64 * GIB, List.of()))
                .thenWaits(
                        "j2",
                        "memory",
                        256 * GIB,
                        200 * GIB,
                        64 * GIB,
                        "It is next and waits until 64 GiB of memory are free on one node; the most that is free on"
                                + " one now: 56 GiB of memory.");
    }

    @Test
    void enough_of_everything_on_different_nodes_is_not_enough() {
        var campus = machine("a", 4, 40, 256);
        machine(campus, "b", 4, 40, 256)
                .job("j1", new Request(1, 3, "", 1, GIB, List.of()))
                .job("j2", new Request(1, 2, "", 36, GIB, List.of()))
                .job("j3", new Request(1, 2, "", 8, GIB, List.of()))
                .thenWaits(
                        "j3",
                        "gpus",
                        8,
                        5,
                        2,
                        "It is next and waits until 2 GPUs and 8 CPUs and 1 GiB of memory are free together on one"
                                + " node.");
    }

    @Test
    void a_job_that_only_fits_on_nodes_that_are_set_aside_is_told_for_whom() {
        var campus = campus(Rule.campus(Duration.ofMinutes(1), Duration.ofMinutes(1)));
        machine(campus, "a", 8, 40, 256)
                .job("j1", 4)
                .job("j2", 8)
                .job("j3", 2)
                .after(600)
                .job("j4", 2)
                .thenWaits(
                        "j4",
                        "set-aside",
                        1,
                        1,
                        1,
                        "It would fit, but only on nodes that are set aside for job 2, which was passed by enough"
                                + " others.");
    }

    private static Scenario machine(String name, int gpus, int cpus, long gib) {
        return machine(campus(), name, gpus, cpus, gib);
    }

    private static Scenario machine(Scenario campus, String name, int gpus, int cpus, long gib) {
        var ids = IntStream.range(0, gpus)
                .mapToObj(gpu -> new Node.Gpu("gpu" + gpu, "A"))
                .toList();
        return campus.when(new Event.NodeRegistered(name, "default", 1, ids, cpus, gib * GIB, List.of()));
    }

    @Test
    void what_can_never_run_here_says_what_is_asked_and_what_there_is() {
        var campus = machine("a", 8, 40, 256)
                .job("j1", 99, 8)
                .job("j2", new Request(1, 1, "h100", 0, 0, List.of()))
                .job("j3", new Request(2, 0, "", 4, 3 * GIB + 1, List.of()));
        var end = " It can never run here: ask for less, and hand it in again.";
        assertEquals(
                List.of(
                        "It asks for 99 nodes of one type with 8 GPUs each, and only one such node exists." + end,
                        "It asks for a node with 1 h100 GPU, and no such node exists." + end,
                        "It asks for 2 nodes of one type with 4 processors and 4 GiB of memory each, and only one such node exists."
                                + end),
                Stream.of("j1", "j2", "j3")
                        .map(job -> campus.core().why(job).orElseThrow().detail())
                        .toList());
    }
}

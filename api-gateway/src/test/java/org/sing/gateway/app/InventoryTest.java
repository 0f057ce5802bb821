package org.sing.gateway.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.schemas.JobSpec;
import org.sing.schemas.NodePhase;
import org.sing.schemas.NodeSnapshot;
import org.sing.schemas.NodeTelemetry;
import org.sing.schemas.Where;

@DisplayNameGeneration(ReplaceUnderscores.class)
class InventoryTest {
    private static final Inventory CAMPUS = new Inventory(
            List.of(
                    node("a", "default", NodePhase.HEALTHY, 4, "A100"),
                    node("b", "default", NodePhase.LOST, 4, "A100"),
                    node("c", "default", NodePhase.CORDONED, 2, "V100"),
                    node("d", "vision", NodePhase.HEALTHY, 8, "H100"),
                    node("e", "later", NodePhase.UNKNOWN, 8, "H100")),
            List.of("course", "lecture"));

    @Test
    void what_fits_on_an_empty_campus_is_not_refused_however_many_nodes_are_away() {
        assertEquals("", refusal(job("default", 2, 4)));
        assertEquals("", refusal(job("", 2, 4)));
        assertEquals("", refusal(job("default", 1, 2, "V100", 40, 256L << 30)));
        assertEquals("", refusal(job("vision", 1, 8, "H100", 0, 0)));
    }

    @Test
    void a_campus_without_nodes_takes_everything() {
        assertEquals(Optional.empty(), new Inventory(List.of(), List.of()).refuses(job("nowhere", 99, 8)));
    }

    @Test
    void a_resource_group_without_nodes_is_answered_with_those_that_have_some() {
        assertEquals(
                "No node belongs to the resource group visoin; there are default, vision. -> vision",
                refusal(job("visoin", 1, 1)));
        assertEquals(
                "No node belongs to the resource group later; there are default, vision.", refusal(job("later", 1, 1)));
    }

    @Test
    void too_many_nodes_are_answered_with_as_many_as_there_are_of_one_type() {
        assertEquals(
                "3 such nodes are asked for, and the resource group default has 2. -> 2 nodes",
                refusal(job("default", 3, 1)));
        assertEquals(
                "2 such nodes are asked for, and the resource group vision has 1. -> 1 node",
                refusal(job("vision", 2, 8)));
    }

    @Test
    void too_many_gpus_on_a_node_are_answered_with_more_nodes_where_there_are_some() {
        assertEquals(
                "8 GPUs are asked for on each node, and the resource group default has at most 4 on one. -> 2 nodes with 4 GPUs each",
                refusal(job("default", 1, 8)));
        assertEquals(
                "8 GPUs are asked for on each node, and the resource group default has at most 4 on one. -> 4 GPUs",
                refusal(job("default", 2, 8)));
        assertEquals(
                "4 GPUs are asked for on each node, and the resource group default has at most 2 on one. -> 2 GPUs",
                refusal(job("default", 1, 4, "V100", 0, 0)));
    }

    @Test
    void a_model_that_is_not_there_is_answered_with_those_that_are() {
        assertEquals(
                "No node of the resource group default has GPUs of the model A10; there are A100, V100. -> A100",
                refusal(job("default", 1, 1, "A10", 0, 0)));
        assertEquals(
                "No node of the resource group vision has GPUs of the model Z9; there is only H100.",
                refusal(job("vision", 1, 1, "Z9", 0, 0)));
    }

    @Test
    void too_much_of_the_rest_of_a_node_is_named_as_well() {
        assertEquals(
                "41 CPU cores are asked for on each node, and the resource group default has at most 40 on one. -> 40 CPU cores",
                refusal(job("default", 1, 1, "", 41, 0)));
        assertEquals(
                "274877906945 bytes of memory are asked for on each node, and the resource group default has at most 274877906944 on one. -> 274877906944 bytes of memory",
                refusal(job("default", 1, 1, "", 0, (256L << 30) + 1)));
    }

    @Test
    void what_no_node_has_all_at_once_is_said_so() {
        var two = new Inventory(
                List.of(
                        node("a", "default", NodePhase.HEALTHY, 8, "A100", 4),
                        node("b", "default", NodePhase.HEALTHY, 1, "A100", 64)),
                List.of());
        assertEquals(
                "No node of the resource group default has all of it at once: 8 GPUs, 64 CPU cores, 0 bytes of memory.",
                two.refuses(job("default", 1, 8, "", 64, 0)).orElseThrow().detail());
    }

    @Test
    void named_nodes_are_looked_at_alone() {
        assertEquals("", refusal(at(1, 4, List.of("a"), List.of(), false)));
        assertEquals("", refusal(at(1, 4, List.of("b", "c"), List.of(), false)));
        assertEquals(
                "nodelist names aa, and the resource group default has no such node. -> a",
                refusal(at(1, 4, List.of("aa"), List.of(), false)));
        assertEquals(
                "2 such nodes are asked for, and the resource group default has 1. -> 1 node",
                refusal(at(2, 4, List.of("a", "c"), List.of(), false)));
        assertEquals(
                "4 GPUs are asked for on each node, and the resource group default has at most 2 on one. -> 2 GPUs",
                refusal(at(1, 4, List.of(), List.of("a", "b"), false)));
        assertEquals(
                "exclude names every node of the resource group default.",
                refusal(at(1, 1, List.of(), List.of("a", "b", "c"), false)));
    }

    @Test
    void whoever_wants_to_be_alone_asks_for_all_gpus_of_a_node() {
        assertEquals("", refusal(at(2, 4, List.of(), List.of(), true)));
        assertEquals(
                "exclusive means all GPUs of a node: 1 are asked for, and the nodes of the resource group default have 2 or 4. -> 2 GPUs on each node",
                refusal(at(1, 1, List.of(), List.of(), true)));
    }

    @Test
    void a_reservation_that_is_not_there_is_answered_with_those_that_are() {
        assertEquals("", refusal(reserved("lecture")));
        assertEquals("There is no reservation curse; there are course, lecture. -> course", refusal(reserved("curse")));
        assertEquals(
                "There is no reservation course; there is none now.",
                new Inventory(List.of(), List.of())
                        .refuses(reserved("course"))
                        .orElseThrow()
                        .detail());
    }

    private static JobSpec reserved(String name) {
        return job("default", 1, 4).at(new Where(List.of(), List.of(), false, Optional.of(name), 0));
    }

    private static JobSpec at(int nodes, int gpus, List<String> nodelist, List<String> exclude, boolean exclusive) {
        return job("default", nodes, gpus).at(new Where(nodelist, exclude, exclusive, Optional.empty(), 0));
    }

    private static String refusal(JobSpec spec) {
        return CAMPUS.refuses(spec)
                .map(problem -> problem.detail()
                        + problem.suggestion().map(it -> " -> " + it).orElse(""))
                .orElse("");
    }

    private static JobSpec job(String group, int nodes, int gpus) {
        return job(group, nodes, gpus, "", 0, 0);
    }

    private static JobSpec job(String group, int nodes, int gpus, String model, int cpus, long memory) {
        return new JobSpec(
                "train",
                List.of("true"),
                Map.of(),
                nodes,
                gpus,
                Optional.of(model).filter(it -> !it.isEmpty()),
                cpus,
                memory,
                0,
                group,
                true,
                false);
    }

    private static NodeSnapshot node(String name, String group, NodePhase phase, int gpus, String model) {
        return node(name, group, phase, gpus, model, 40);
    }

    private static NodeSnapshot node(String name, String group, NodePhase phase, int gpus, String model, int cpus) {
        var found = IntStream.range(0, gpus)
                .mapToObj(index -> new NodeTelemetry.Gpu("gpu-" + index, index, model, 0, true))
                .toList();
        return new NodeSnapshot(name, 1, 1, phase, true, 0, false, "", found, cpus, 256L << 30, Instant.EPOCH, group);
    }
}

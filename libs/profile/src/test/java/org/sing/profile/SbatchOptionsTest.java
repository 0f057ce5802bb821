package org.sing.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sing.profile.Compiling.compiled;
import static org.sing.profile.Compiling.general;
import static org.sing.profile.Compiling.problem;
import static org.sing.profile.Compiling.spec;

import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sing.schemas.Priority;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SbatchOptionsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        gres=gpu                                  | 1 | 1
        gres=gpu:4                                | 1 | 4
        gres=gpu:0                                | 1 | 0
        gres=gpu:rtx3090:2                        | 1 | 2
        gres=gpu:rtx3090                          | 1 | 1
        gpus-per-node=8                           | 1 | 8
        gpus=4                                    | 1 | 4
        gpus=16                                   | 2 | 8
        nodes=2, gpus=4                           | 2 | 2
        nodes=2, gpus=4, gpus-per-node=2          | 2 | 2
        gpus=8, gpus-per-node=4                   | 2 | 4
        ntasks=4, ntasks-per-node=2, gpus-per-task=2 | 2 | 4
        nodes=2, gres=gpu:1, gpus-per-node=1      | 2 | 1
        ntasks=1                                  | 1 | 0
        """)
    void gpus_can_be_asked_for_in_every_way_that_sbatch_has(String options, int nodes, int gpusPerNode) {
        var spec = spec(general(options.strip().split(",\\s*")));
        assertEquals(nodes, spec.nodes());
        assertEquals(gpusPerNode, spec.gpusPerNode());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        gres=gpu:3                                | 4
        gres=gpu:5                                | 8
        gres=gpu:6                                | 8
        gpus=7                                    | 8
        gres=gpu:16                               | 2 nodes with 8 GPUs each
        nodes=2, gpus=5                           | 6
        nodes=2, gpus=4, gpus-per-node=4          | 8
        """)
    void an_untidy_number_of_gpus_is_refused_with_a_tidy_one(String options, String suggestion) {
        assertEquals(
                suggestion,
                problem(general(options.strip().split(",\\s*"))).suggestion().orElseThrow());
    }

    @ParameterizedTest
    @CsvSource({
        "node=2, nodes",
        "nodse=2, nodes",
        "ntask=1, ntasks",
        "cpu-per-task=4, cpus-per-task",
        "ntasks_per_node=2, ntasks-per-node",
        "gpu=1, gpus",
        "parition=a100, partition",
        "memory=4G, mem",
        "N=2, nodes",
        "-t 10, time",
        "holdd, hold"
    })
    void an_unknown_option_is_refused_with_the_nearest_name(String option, String suggestion) {
        var problem = problem(general("'" + option + "'"));
        assertEquals(Optional.of(suggestion), problem.suggestion());
        assertEquals(4, problem.line());
        assertEquals(7, problem.column());
        assertEquals("/job/general/0", problem.pointer());
    }

    @Test
    void an_option_that_resembles_none_is_refused_without_a_guess() {
        assertEquals(Optional.empty(), problem(general("frobnicate=1")).suggestion());
    }

    @Test
    void what_means_something_now_is_applied() {
        var spec = spec(general(
                "job-name=bert",
                "partition=a100",
                "gres=gpu:a100:2",
                "cpus-per-gpu=8",
                "mem-per-gpu=16G",
                "time=1-12",
                "hold",
                "no-requeue"));
        assertEquals("bert", spec.name());
        assertEquals("a100", spec.resourceGroup());
        assertEquals(Optional.of("a100"), spec.gpuModel());
        assertEquals(16, spec.cpusPerNode());
        assertEquals(32L << 30, spec.memoryBytesPerNode());
        assertEquals(36 * 3600, spec.timeLimitSeconds());
        assertTrue(spec.held());
        assertFalse(spec.requeueable());
    }

    @Test
    void the_account_is_the_project_that_pays() {
        assertEquals(Optional.of("vision"), compiled(general("account=vision")).account());
    }

    @Test
    void cpus_follow_the_tasks_of_a_node() {
        var compiled = compiled(general("nodes=2", "ntasks=8", "cpus-per-task=3", "mem-per-cpu=1G", "gres=gpu:4"));
        assertEquals(12, compiled.spec().cpusPerNode());
        assertEquals(12L << 30, compiled.spec().memoryBytesPerNode());
        assertTrue(compiled.warnings().getFirst().detail().startsWith("one process is started per node"));
    }

    @Test
    void a_job_without_gpus_still_gets_a_cpu() {
        assertEquals(1, spec(general("nodes=1")).cpusPerNode());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "qos",
                "priority",
                "nice",
                "time-min",
                "constraint",
                "mail-type",
                "mail-user",
                "comment",
                "export",
                "chdir",
                "open-mode",
                "output",
                "error"
            })
    void what_has_no_effect_yet_is_never_silent(String option) {
        var warning = compiled(general(option + "=x")).warnings().getFirst();
        assertTrue(warning.detail().startsWith(option + " is accepted but has no effect yet"), warning.detail());
        assertEquals(4, warning.line());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nodes",
                "nodes=",
                "nodes=two",
                "nodes=0",
                "nodes=-1",
                "nodes=99999999999",
                "nodes=4-2",
                "time=soon",
                "time=1:99",
                "time=400-0",
                "mem=lots",
                "mem=-1",
                "mem=99999999999T",
                "gres=fpga:1",
                "gpus=x:y:1",
                "hold=maybe",
                "partition=a b",
                "cpus-per-task=1.5",
                "gpus=999999",
                "ntasks=32768"
            })
    void a_bad_value_is_refused_where_it_stands(String option) {
        assertEquals(4, problem(general("'" + option + "'")).line());
    }

    @Test
    void options_may_be_written_as_a_mapping_or_with_their_dashes() {
        var spec = spec("entrypoint: x\njob:\n  general:\n    nodes: 2\n    gres: gpu:1\n");
        assertEquals(2, spec.nodes());
        assertEquals(1, spec.gpusPerNode());
        assertEquals(2, spec(general("--nodes=2")).nodes());
        assertEquals(2, spec(general("nodes: 2")).nodes());
        assertEquals(2, spec(general("nodes 2")).nodes());
        assertEquals(2, spec(general("nodes = 2")).nodes());
    }

    @Test
    void the_same_option_twice_with_two_meanings_is_refused() {
        assertTrue(problem(general("nodes=2", "nodes=4")).detail().contains("but 2 at line 4"));
    }

    @Test
    void a_class_is_one_of_three_and_other_qualities_of_service_mean_nothing_here() {
        assertEquals(Optional.of(Priority.LOW), spec(general("qos=low")).priority());
        assertEquals(Optional.empty(), spec(general("qos=normal")).priority());
        assertEquals(
                Optional.of(Priority.HIGH),
                spec("command: date\npriority: HIGH").priority());
        assertEquals(
                "qos is accepted but has no effect yet: low, normal and high are the classes",
                compiled(general("qos=gpu-long")).warnings().getFirst().detail());
        assertEquals(
                "priority must be low, normal or high, not '7'",
                problem("command: date\npriority: 7").detail());
    }

    @Test
    void all_that_is_wrong_is_said_at_once_in_the_order_of_the_file() {
        var problems = Compiling.problems(general("node=2", "gres=gpu:3", "time=never"));
        assertEquals(
                java.util.List.of(4, 5, 6),
                problems.stream().map(it -> it.line()).toList());
    }
}

package org.sing.agent.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The lines of Slurm scripts that people bring, run as real processes. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SlurmToolsTest extends ProcessBench {
    private static final Map<String, String> EIGHT_TASKS =
            Map.of("SLURM_NTASKS", "8", "SLURM_NTASKS_PER_NODE", "4", "SLURM_CPUS_PER_TASK", "2");

    @ParameterizedTest
    @CsvSource(delimiter = '~', textBlock = """
        srun echo hello                                    ~ hello
        srun hostname -s >/dev/null && echo ok             ~ ok
        srun --ntasks=1 echo one                           ~ one
        srun -n1 -c4 sh -c 'echo $SLURM_CPUS_PER_TASK'     ~ 4
        srun -N 1 --ntasks-per-node 1 --exclusive echo x   ~ x
        echo in | srun cat                                 ~ in
        srun --label -n 1 echo named                       ~ 0: named
        scontrol show hostnames $SLURM_JOB_NODELIST        ~ node-1
        squeue -h -j $SLURM_JOB_ID -o %T                   ~ RUNNING
        squeue -hj $SLURM_JOB_ID -o %t || echo refused     ~ R
        squeue --noheader --jobs=$SLURM_JOB_ID -o '%.8i %D'~ 4711 1
        """)
    void the_usual_idioms_work_on_one_node(String line, String expected) throws IOException {
        assertEquals(expected, output(Map.of(), 1, 0, line).lines().toList().getLast());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "srun",
                "srun --het-group=0 true",
                "srun --pty bash",
                "srun -n two true",
                "srun -n",
                "srun -w elsewhere true",
                "srun -N 5 true",
                "srun ./a : ./b",
                "scontrol show job 4711",
                "scontrol requeue $SLURM_JOB_ID",
                "scontrol",
                "squeue",
                "squeue -u alice",
                "squeue -j 1",
                "squeue -j $SLURM_JOB_ID -o %L",
                "scancel 1",
                "scancel",
                "scancel -u alice"
            })
    void anything_else_fails_with_one_sentence(String line) throws IOException {
        var command = line.equals("squeue") ? "squeue -a" : line;
        var said = output(Map.of(), 1, 0, command + " && echo done || echo status $?")
                .lines()
                .toList();
        assertEquals(2, said.size(), said.toString());
        assertTrue(said.getFirst().startsWith(line.split(" ")[0] + ": "), said.toString());
        assertEquals("status 2", said.getLast());
    }

    @Test
    void the_tasks_of_a_step_are_spread_over_the_nodes_and_each_knows_its_place() throws IOException {
        var places = new TreeSet<String>();
        for (var rank = 0; rank < 2; rank++)
            output(EIGHT_TASKS, 2, rank, "srun sh -c 'echo $SLURM_PROCID $SLURM_LOCALID $SLURM_NODEID $SLURM_NTASKS'")
                    .lines()
                    .forEach(places::add);
        var expected = new TreeSet<String>();
        IntStream.range(0, 8).forEach(task -> expected.add(task + " " + task % 4 + " " + task / 4 + " 8"));
        assertEquals(expected, places);
    }

    @Test
    void an_uneven_step_loses_no_task() throws IOException {
        var ranks = new TreeSet<String>();
        for (var rank = 0; rank < 3; rank++)
            output(Map.of(), 3, rank, "srun -n 7 sh -c 'echo $SLURM_PROCID'")
                    .lines()
                    .forEach(ranks::add);
        assertEquals(new TreeSet<>(List.of("0", "1", "2", "3", "4", "5", "6")), ranks);
    }

    @Test
    void a_step_of_one_task_runs_on_one_node_only() throws IOException {
        assertEquals("once\n", output(Map.of(), 2, 0, "srun --ntasks=1 echo once"));
        assertEquals("", output(Map.of(), 2, 1, "srun --ntasks=1 echo once"));
    }

    @Test
    void every_node_finds_the_address_of_the_head_in_the_way_of_the_pytorch_examples() throws IOException {
        var lines = new String[] {
            "#!/bin/bash",
            "nodes=( $( scontrol show hostnames $SLURM_JOB_NODELIST ) )",
            "head_node=${nodes[0]}",
            "ip=$(srun --nodes=1 --ntasks=1 -w \"$head_node\" hostname --ip-address)",
            "echo ${#nodes[@]} $head_node $(srun -N1 -n1 -w $head_node hostname) ${ip:+found}"
        };
        assertEquals("2 node-1 node-1 found\n", output(Map.of(), 2, 1, lines));
    }

    @Test
    void steps_that_ask_for_one_gpu_each_do_not_share_it_and_wait_for_their_turn() throws IOException {
        var script = "for i in 1 2 3; do"
                + " srun --ntasks=1 --exclusive --gres=gpu:1 sh -c 'mkdir busy-$CUDA_VISIBLE_DEVICES || echo shared;"
                + " sleep 0.3; rmdir busy-$CUDA_VISIBLE_DEVICES; echo $CUDA_VISIBLE_DEVICES' & done; wait";
        var used = output(Map.of(), 1, 0, List.of("node-1/gpu-0", "node-1/gpu-1"), script)
                .lines()
                .toList();
        assertEquals(3, used.size(), used.toString());
        assertEquals(new TreeSet<>(List.of("0", "1")), new TreeSet<>(used));
    }

    @Test
    void a_range_of_nodes_has_as_many_tasks_as_its_nodes_have_together() throws IOException {
        var perNode = Map.of("SLURM_NTASKS_PER_NODE", "4");
        assertEquals("12 4(x3)\n", output(perNode, 3, 1, "echo $SLURM_NTASKS $SLURM_TASKS_PER_NODE"));
        assertEquals("3\n", output(Map.of(), 3, 1, "echo $SLURM_NTASKS"));
    }

    @Test
    void the_worst_task_speaks_for_the_step() throws IOException {
        output(EIGHT_TASKS, 2, 0, "srun sh -c 'exit $SLURM_LOCALID'");
        assertEquals(OptionalInt.of(3), end("a-0").status());
    }

    @Test
    void a_job_can_end_itself_and_signal_itself() throws IOException {
        output(Map.of(), 1, 0, "scancel $SLURM_JOB_ID", "sleep 1000");
        assertEquals(OptionalInt.of(128 + 15), end("a-0").status());
        run(
                "b",
                "trap 'echo checkpoint; exit 3' USR1",
                "scancel --signal=SIGUSR1 $SLURM_JOB_ID",
                "sleep 1",
                "echo late");
        assertEquals(OptionalInt.of(3), end("b").status());
        assertEquals("checkpoint\n", stored("b"));
    }

    @Test
    void a_job_reads_slurms_names_of_itself() throws IOException {
        var names = "SLURM_JOB_ID SLURM_NNODES SLURM_NTASKS SLURM_NODEID SLURM_TASKS_PER_NODE SLURM_CPUS_PER_TASK"
                + " SLURM_JOB_NODELIST SLURM_JOB_PARTITION SLURM_JOB_ACCOUNT SLURM_GPUS_ON_NODE SLURM_GPUS";
        var environment = new java.util.HashMap<>(EIGHT_TASKS);
        environment.put("SLURM_JOB_PARTITION", "a100");
        environment.put("SLURM_JOB_ID", "1");
        assertEquals(
                List.of("4711", "2", "8", "1", "4(x2)", "2", "node-[1-2]", "a100", "project-1", "1", "2"),
                output(environment, 2, 1, "for name in " + names + "; do eval echo \\$$name; done")
                        .lines()
                        .toList());
        assertEquals("same\n", output(Map.of(), 1, 0, "[ $PWD = $SLURM_SUBMIT_DIR ] && echo same"));
    }

    @Test
    void a_request_that_is_no_number_does_not_reach_a_script() throws IOException {
        assertEquals("1\n", output(Map.of("SLURM_NTASKS", "x; rm -rf"), 1, 0, "echo $SLURM_NTASKS"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        gpu-3                      | gpu-3
        gpu-03 gpu-04 gpu-05       | gpu-[03-05]
        gpu-09 gpu-10 gpu-12       | gpu-[09-10,12]
        gpu-9 gpu-10               | gpu-9,gpu-10
        gpu-7 gpu-3                | gpu-[7,3]
        a1 b1 b2 login             | a1,b[1-2],login
        """)
    void nodes_are_named_in_slurms_short_form_in_the_order_of_the_ranks(String names, String list) throws IOException {
        var all = List.of(names.split(" "));
        assertEquals(list, NodeNames.of(all));
        assertEquals(
                all,
                output(Map.of(), 1, 0, "scontrol show hostnames '" + list + "'")
                        .lines()
                        .toList());
    }

    private String output(Map<String, String> environment, int nodes, int rank, String... script) throws IOException {
        return output(environment, nodes, rank, List.of("node-1/gpu-0"), script);
    }

    private int jobs;

    private String output(Map<String, String> environment, int nodes, int rank, List<String> gpus, String... script)
            throws IOException {
        var job = "a-" + jobs++;
        var plain = start(job, environment, script);
        var peers = IntStream.rangeClosed(1, nodes).mapToObj(it -> "node-" + it).toList();
        watcher.launch(
                site(job),
                new org.sing.schemas.ExecutionCommand.Start(
                        plain.node(),
                        1,
                        1,
                        job,
                        4711,
                        1,
                        job + "-1",
                        rank,
                        peers,
                        gpus,
                        8,
                        plain.memoryBytes(),
                        job,
                        plain.script(),
                        environment,
                        0,
                        5,
                        true,
                        "user-1",
                        "project-1",
                        plain.deadline(),
                        plain.warning()));
        end(job);
        return stored(job);
    }
}

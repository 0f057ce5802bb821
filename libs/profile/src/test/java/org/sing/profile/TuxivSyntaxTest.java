package org.sing.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sing.profile.Compiling.compiled;
import static org.sing.profile.Compiling.problem;
import static org.sing.profile.Compiling.spec;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TuxivSyntaxTest {
    private static final String FULL = """
            entrypoint:
              - GLOO_SOCKET_IFNAME=eth0 python ${TACC_WORKDIR}/mnist.py --epoch=3
            environment:
                name: torch-env
                channels: pytorch
                dependencies:
                  - python=3.6.9
                  - pip:
                    - wandb
            job:
                name: test
                general:
                  - nodes=2                # the number of nodes
                  - ntasks-per-node=1
                  - cpus-per-task=10
                  - gres=gpu:2
                  - output=${TACC_SLURM_USERLOG}/test.log
            datasets:
              - imagenet
            """;

    @Test
    void the_file_that_existing_users_have_compiles_unchanged() {
        var spec = spec(FULL);
        assertEquals("test", spec.name());
        assertEquals(List.of("GLOO_SOCKET_IFNAME=eth0 python ${TACC_WORKDIR}/mnist.py --epoch=3"), spec.script());
        assertEquals(2, spec.nodes());
        assertEquals(2, spec.gpusPerNode());
        assertEquals(10, spec.cpusPerNode());
        assertEquals("default", spec.resourceGroup());
        assertTrue(spec.requeueable());
    }

    @Test
    void what_has_no_effect_yet_is_named_with_its_line() {
        var warnings = compiled(FULL).warnings();
        assertEquals(List.of(3, 17, 18), warnings.stream().map(it -> it.line()).toList());
        assertTrue(warnings.get(0).detail().startsWith("environment is accepted but has no effect yet"));
        assertTrue(warnings.get(1).detail().startsWith("output is accepted but has no effect yet"));
        assertTrue(warnings.get(2).detail().startsWith("datasets is accepted but has no effect yet"));
    }

    @Test
    void a_line_that_begins_with_a_dash_continues_the_one_before() {
        var spec = spec("""
                entrypoint:
                    - python ${TACC_WORKDIR}/mnist.py
                    - --task_index=0
                    - --batch_size=1
                    - echo done
                job:
                    general:
                        - nodes=2
                """);
        assertEquals(
                List.of("python ${TACC_WORKDIR}/mnist.py --task_index=0 --batch_size=1", "echo done"), spec.script());
    }

    @Test
    void a_line_that_ends_in_a_backslash_is_continued_by_the_next() {
        var spec = spec("entrypoint:\n  - python main.py \\\n  - data \\\n  - --lr 0.1\n  - echo done\n");
        assertEquals(List.of("python main.py data --lr 0.1", "echo done"), spec.script());
    }

    @Test
    void a_block_of_shell_is_left_to_the_shell() {
        var spec = spec("entrypoint: |\n  for i in 1 2; do\n    echo $i\n  done\n");
        assertEquals(List.of("for i in 1 2; do", "  echo $i", "done"), spec.script());
    }

    @Test
    void variables_keep_their_spelling_and_those_with_a_dollar_are_left_to_the_shell() {
        var spec = spec("""
                entrypoint: python main.py
                job:
                  env:
                    - DEBUG=true
                    - NAME="two words"
                    - OUT=${TACC_USERDIR}/out
                """);
        assertEquals(Map.of("DEBUG", "true", "NAME", "two words"), spec.environment());
        assertEquals(List.of("export OUT=${TACC_USERDIR}/out", "python main.py"), spec.script());
    }

    @Test
    void a_first_line_that_begins_with_a_dash_continues_nothing() {
        var problem = problem("entrypoint:\n  - --epochs=3\n");
        assertEquals(2, problem.line());
        assertEquals("/entrypoint/0", problem.pointer());
    }

    @Test
    void a_line_with_a_colon_is_explained() {
        var problem = problem("entrypoint:\n  - python main.py\n  - echo result: ok\n");
        assertEquals(3, problem.line());
        assertTrue(problem.detail().contains("put the whole line in quotes"), problem.detail());
    }

    @Test
    void a_profile_that_runs_nothing_says_what_to_add() {
        assertEquals(
                "entrypoint: [python main.py]",
                problem("job: {name: x}").suggestion().orElseThrow());
    }

    @Test
    void a_misspelt_part_is_named_with_the_right_one() {
        var problem = problem("entrypoint: [python main.py]\njbo:\n  general: [nodes=2]\n");
        assertEquals("job", problem.suggestion().orElseThrow());
        assertEquals("/jbo", problem.pointer());
        assertEquals(2, problem.line());
        assertEquals(1, problem.column());
    }

    @Test
    void a_misspelt_entrypoint_does_not_turn_the_file_into_another_syntax() {
        var problems = Compiling.problems("entrypont: [python main.py]\njob: {name: x}\n");
        assertEquals(
                "entrypoint",
                problems.stream()
                        .filter(it -> it.pointer().equals("/entrypont"))
                        .findFirst()
                        .orElseThrow()
                        .suggestion()
                        .orElseThrow());
    }
}

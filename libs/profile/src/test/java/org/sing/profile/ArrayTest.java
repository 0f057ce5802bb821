package org.sing.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sing.profile.Compiling.compiled;
import static org.sing.profile.Compiling.general;
import static org.sing.profile.Compiling.problem;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ArrayTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "5 | [5] | 0 | 1",
                "0-3 | [0, 1, 2, 3] | 0 | 1",
                "1,3,7 | [1, 3, 7] | 0 | 1",
                "7,1-2,7 | [1, 2, 7] | 0 | 1",
                "0-9:4 | [0, 4, 8] | 0 | 4",
                "0-9:4,1 | [0, 1, 4, 8] | 0 | 1",
                "0-3%2 | [0, 1, 2, 3] | 2 | 1"
            })
    void the_indices_are_those_that_sbatch_would_take(String written, String indices, int atOnce, int step) {
        var array = array("array=" + written);
        assertEquals(indices, array.indices().toString());
        assertEquals(atOnce, array.atOnce());
        assertEquals(step, array.step());
    }

    @Test
    void a_script_says_it_in_its_lines_and_a_notebook_with_a_list() {
        assertEquals(
                List.of(1, 2),
                compiled("{\"script\": \"#!/bin/bash\\n#SBATCH -a 1-2\\ntrue\"}")
                        .array()
                        .orElseThrow()
                        .indices());
        assertEquals(
                List.of(2, 5),
                compiled("{\"script\": \"true\", \"array\": [5, \"2\"]}")
                        .array()
                        .orElseThrow()
                        .indices());
    }

    @Test
    void a_task_learns_its_index_and_its_arrays_bounds() {
        assertEquals(
                Map.of(
                        "SLURM_ARRAY_JOB_ID", "4711",
                        "SLURM_ARRAY_TASK_ID", "4",
                        "SLURM_ARRAY_TASK_COUNT", "3",
                        "SLURM_ARRAY_TASK_MIN", "0",
                        "SLURM_ARRAY_TASK_MAX", "8",
                        "SLURM_ARRAY_TASK_STEP", "4"),
                array("array=0-9:4").variables(4711, 4));
    }

    @Test
    void a_profile_without_one_is_one_job() {
        assertEquals(Optional.empty(), compiled(general("nodes=1")).array());
    }

    @Test
    void the_largest_has_a_thousand_tasks() {
        assertEquals(1000, array("array=0-999").indices().size());
        for (var more : List.of("0-1000", "0-999,2000", "0-999999", "0-500,1000-1500"))
            assertTrue(problem(general("array=" + more)).detail().contains("at most 1000 tasks"), more);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "1-", "-1", "1,,2", "1-3%0", "1%", "0-9:0", "1234567", "1;2", ","})
    void what_is_no_list_of_indices_is_a_problem(String written) {
        assertTrue(problem(general("array=" + written)).detail().contains("list of indices"));
    }

    @Test
    void indices_go_from_few_to_many() {
        assertEquals(Optional.of("1-3"), problem(general("array=3-1")).suggestion());
    }

    private static TaskArray array(String option) {
        return compiled(general(option)).array().orElseThrow();
    }
}

package org.sing.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sing.profile.Compiling.compiled;
import static org.sing.profile.Compiling.problem;
import static org.sing.profile.Compiling.spec;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.schemas.Json;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PaperAndPlainSyntaxTest {

    @Test
    void the_profile_of_the_paper_compiles() {
        var spec = spec("""
                job_metadata:
                  name: bert
                  resource: default
                  nodes: 2
                  gpu: 4
                  format: script
                script: |
                  python train.py
                configurations:
                  dependencies: [pytorch]
                  env: {SEED: 7}
                """);
        assertEquals("bert", spec.name());
        assertEquals(8, spec.gpus());
        assertEquals(List.of("python train.py"), spec.script());
        assertEquals(Map.of("SEED", "7"), spec.environment());
    }

    @Test
    void a_container_job_is_refused_rather_than_run_without_its_container() {
        var problem = problem("job_metadata: {format: container}\nscript: python train.py\n");
        assertTrue(problem.detail().contains("no containers yet"));
    }

    @Test
    void a_plain_json_form_compiles() {
        var spec = spec("""
                {"name": "probe", "command": "nvidia-smi", "gpus": 1, "env": {"DEBUG": true}, "time_limit": "1h"}
                """);
        assertEquals("probe", spec.name());
        assertEquals(List.of("nvidia-smi"), spec.script());
        assertEquals(1, spec.gpusPerNode());
        assertEquals(Map.of("DEBUG", "true"), spec.environment());
        assertEquals(3600, spec.timeLimitSeconds());
    }

    @Test
    void a_command_given_as_words_is_quoted() {
        assertEquals(
                List.of("echo 'it'\\''s $HOME' plain"),
                spec("{\"command\": [\"echo\", \"it's $HOME\", \"plain\"]}").script());
    }

    @Test
    void the_normal_form_of_a_job_compiles_to_itself() {
        var spec =
                spec(Compiling.general("nodes=2", "gres=gpu:a100:4", "cpus-per-task=4", "mem=64G", "time=90", "hold"));
        assertEquals(spec, spec(Json.string(spec)));
    }

    @Test
    void a_misspelt_name_is_known_even_where_it_is_the_only_one_that_tells_the_syntax() {
        assertEquals(
                Optional.of("gpus_per_node"),
                problem("script: [a]\ngpus_per_nod: 1").suggestion());
    }

    @Test
    void an_unknown_field_is_refused_with_line_column_and_the_nearest_name() {
        var problem = problem("{\n  \"command\": \"x\",\n  \"gpu_per_node\": 1\n}");
        assertEquals(Optional.of("gpus_per_node"), problem.suggestion());
        assertEquals("/gpu_per_node", problem.pointer());
        assertEquals(3, problem.line());
        assertEquals(3, problem.column());
    }

    @Test
    void the_project_may_stand_in_the_profile() {
        assertEquals(
                Optional.of("vision"),
                compiled("{\"command\": \"x\", \"project\": \"vision\"}").account());
    }
}

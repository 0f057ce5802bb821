package org.sing.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sing.profile.Compiling.compiled;
import static org.sing.profile.Compiling.problem;
import static org.sing.profile.Compiling.spec;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sing.schemas.JobSpec;
import org.sing.schemas.Json;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BatchScriptTest {

    @Test
    void a_script_asks_for_the_same_job_as_a_tuxiv_conf_with_the_same_options() {
        var options =
                new String[] {"job-name=bert", "nodes=2", "gres=gpu:a100:4", "cpus-per-task=8", "mem=64G", "time=90"};
        var script = spec(script("#SBATCH --" + String.join("\n#SBATCH --", options) + "\npython main.py"));
        var profile = spec(Compiling.general(options));
        assertEquals(withoutText(profile), withoutText(script));
    }

    @Test
    void every_short_option_means_what_its_long_name_means() {
        assertEquals(
                withoutText(spec(script("#SBATCH --nodes=2 --ntasks=4 --cpus-per-task=3 --time=10 --job-name=x\n:"))),
                withoutText(spec(script("#SBATCH -N2 -n 4 -c3 -t 10 -J x\n:"))));
    }

    @Test
    void arguments_reach_the_script_without_moving_a_line() {
        assertEquals(
                List.of("#!/bin/bash", "set -- 'a b' 'it'\\''s' ''", "echo $1"),
                spec(profile("#!/bin/bash\n#SBATCH -t 5\necho $1", Map.of("args", List.of("a b", "it's", ""))))
                        .script());
    }

    @Test
    void without_arguments_the_script_stays_as_it_is() {
        var text = "#!/usr/bin/env perl\n#SBATCH --time=5\n\nprint 1;";
        assertEquals(text.lines().toList(), spec(profile(text, Map.of())).script());
    }

    @Test
    void what_was_typed_before_the_script_wins_over_its_lines_also_in_other_words() {
        var given = profile(
                "#!/bin/bash\n#SBATCH --gres=gpu:8 --mem-per-gpu=9G -N 4 -t 10\n:",
                Map.of("options", List.of("--gpus", "2", "-N", "1", "--mem=4G")));
        var spec = spec(given);
        assertEquals(2, spec.gpus());
        assertEquals(1, spec.nodes());
        assertEquals(4L << 30, spec.memoryBytesPerNode());
        assertEquals(600, spec.timeLimitSeconds());
    }

    @Test
    void fields_beside_the_script_win_too() {
        assertEquals(
                3,
                spec(profile("#!/bin/sh\n#SBATCH -N 1\n:", Map.of("nodes", 3))).nodes());
    }

    @Test
    void the_lines_of_a_script_count_wherever_it_stands() {
        assertEquals(
                2,
                spec("script: |\n  #!/bin/bash\n  #SBATCH --nodes=2\n  hostname\n")
                        .nodes());
    }

    @Test
    void the_last_of_two_equal_options_counts() {
        assertEquals(2, spec(script("#SBATCH -N 4\n#SBATCH --nodes=2\n:")).nodes());
    }

    @Test
    void a_job_is_called_like_its_file_unless_it_says_otherwise() {
        assertEquals(
                "train.sh",
                spec(profile("#!/bin/sh\n:", Map.of("file", "train.sh"))).name());
        assertEquals(
                "bert",
                spec(profile("#!/bin/sh\n#SBATCH -J bert\n:", Map.of("file", "train.sh")))
                        .name());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --node=2            | 2 | 9  | --nodes, nodes
        -t 5 --mem=lots    | 2 | 14 |
        --gres=gpu:3        | 2 | 9  | 4
        -N=2                | 2 | 9  | -N2
        nodes=2             | 2 | 9  | --nodes=2
        """)
    void a_problem_names_line_column_and_what_was_probably_meant(
            String line, int number, int column, String suggestions) {
        var problem = problem(script("#SBATCH " + line + "\npython main.py"));
        assertEquals(number, problem.line());
        assertEquals(column, problem.column());
        assertEquals("/script", problem.pointer());
        if (suggestions == null) assertEquals(Optional.empty(), problem.suggestion());
        else assertTrue(suggestions.contains(problem.suggestion().orElseThrow()), problem.toString());
    }

    @Test
    void a_script_waits_for_what_its_lines_name() {
        var waits = compiled(script("#SBATCH -d afterok:12,singleton --begin=now+1hour\n:"))
                .waits();
        assertEquals("12", waits.after().getFirst().job());
        assertEquals(Optional.of(Duration.ofHours(1)), waits.begin().delay());
        assertTrue(waits.singleton());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--mail-type=END", "--mail-user=a@b", "--hint=nomultithread", "-Q", "--switches=1", "-o x"})
    void what_does_no_harm_is_a_warning(String option) {
        assertEquals(1, compiled(script("#SBATCH " + option + "\n:")).warnings().size());
    }

    @Test
    void arguments_for_a_script_that_no_shell_runs_are_refused_rather_than_lost() {
        var problem = problem(profile("#!/usr/bin/python3\nimport sys", Map.of("args", List.of("x"))));
        assertTrue(problem.detail().contains("need a shell script"));
    }

    @Test
    void a_script_that_names_no_interpreter_is_refused_as_sbatch_does() {
        assertEquals(
                Optional.of("#!/bin/bash"),
                problem(profile("python main.py", Map.of("args", List.of()))).suggestion());
        assertEquals(
                Optional.of("#!/bin/bash"),
                problem("script: |\n  #SBATCH --nodes=2\n  hostname\n").suggestion());
    }

    @ParameterizedTest
    @ValueSource(strings = {"bell\u0007", "nul\u0000"})
    void an_argument_that_no_terminal_would_type_is_refused(String argument) {
        assertTrue(problem(profile("#!/bin/sh\n:", Map.of("args", List.of(argument))))
                .detail()
                .contains("control characters"));
    }

    @Test
    void arguments_without_end_are_refused() {
        assertTrue(problem(profile("#!/bin/sh\n:", Map.of("args", List.of("x".repeat(65 * 1024)))))
                .detail()
                .contains("64 KiB"));
    }

    @Test
    void a_quote_that_never_ends_is_one_problem_with_its_place() {
        var problem = problem(script("#SBATCH -J \"a b\n:"));
        assertEquals(2, problem.line());
        assertEquals(12, problem.column());
    }

    @Test
    void arguments_without_a_script_are_refused() {
        assertTrue(problem("{\"command\": \"x\", \"args\": [\"y\"]}").detail().contains("there is none"));
    }

    @Test
    void a_computed_variable_comes_after_the_interpreter() {
        var script = spec(profile("#!/bin/sh\n\necho $OUT", Map.of("env", List.of("OUT=$HOME/out"))))
                .script();
        assertEquals(List.of("#!/bin/sh", "export OUT=$HOME/out", "echo $OUT"), script);
    }

    @Test
    void slurms_own_words_about_the_request_are_in_the_environment() {
        var spec = spec(script("#SBATCH -N 2 --ntasks-per-node=4 -c 3 -p a100\n:"));
        assertEquals(
                Map.of(
                        "SLURM_JOB_PARTITION",
                        "a100",
                        "SLURM_NTASKS",
                        "8",
                        "SLURM_NTASKS_PER_NODE",
                        "4",
                        "SLURM_CPUS_PER_TASK",
                        "3"),
                spec.environment());
    }

    private static String script(String body) {
        return profile("#!/bin/bash\n" + body, Map.of());
    }

    private static String profile(String script, Map<String, ?> beside) {
        var profile = Json.mapper().createObjectNode().put("script", script);
        beside.forEach((name, value) -> profile.set(name, Json.mapper().valueToTree(value)));
        return profile.toString();
    }

    private static JobSpec withoutText(JobSpec spec) {
        return new JobSpec(
                spec.name(),
                List.of("x"),
                Map.of(),
                spec.nodes(),
                spec.gpusPerNode(),
                spec.gpuModel(),
                spec.cpusPerNode(),
                spec.memoryBytesPerNode(),
                spec.timeLimitSeconds(),
                spec.resourceGroup(),
                spec.requeueable(),
                spec.held());
    }
}

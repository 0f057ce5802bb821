package org.sing.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sing.profile.Compiling.problem;
import static org.sing.profile.Compiling.problems;

import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sing.profile.CompileResult.Invalid;

@DisplayNameGeneration(ReplaceUnderscores.class)
class HostileProfileTest {

    @Test
    void a_billion_laughs_are_not_laughed() {
        var bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (var i = 1; i < 10; i++)
            bomb.append("a" + i + ": &a" + i + " [" + ("*a" + (i - 1) + ", ").repeat(9) + "*a" + (i - 1) + "]\n");
        assertTrue(problem(bomb.toString()).detail().contains("counted with aliases"));
    }

    @Test
    void many_small_aliases_are_refused() {
        var many = "a: &a x\nb: [" + "*a, ".repeat(200) + "*a]\n";
        assertTrue(problem(many).detail().contains("aliases"));
    }

    @ParameterizedTest
    @ValueSource(ints = {30, 10_000, 40_000})
    void deep_nesting_is_refused(int depth) {
        assertTrue(problem("entrypoint: " + "[".repeat(depth)).detail().contains("deeper"));
        assertTrue(problem("{\"script\": " + "[".repeat(depth)).detail().contains("deeper"));
        assertTrue(problem("{\"script\": " + "{\"a\":".repeat(depth)).detail().contains("deeper"));
    }

    @Test
    void something_that_contains_itself_is_refused() {
        assertTrue(problem("entrypoint: &a [*a]").detail().contains("names nothing that is complete"));
    }

    @Test
    void a_name_given_twice_is_refused_at_the_second() {
        var yaml = problem("entrypoint: [a]\nentrypoint: [b]\n");
        assertEquals(2, yaml.line());
        assertEquals("/entrypoint", yaml.pointer());
        assertEquals(
                "'command' is given twice; keep one of them",
                problem("{\"command\":\"a\",\"command\":\"b\"}").detail());
        assertTrue(
                problem("entrypoint: [a]\njob: {name: x, name: y}\n").detail().contains("given twice"));
    }

    @Test
    void a_tab_is_shown_with_its_cure() {
        var problem = problem("entrypoint:\n\t- python main.py\n");
        assertEquals(2, problem.line());
        assertTrue(problem.detail().contains("indented with a tab"), problem.detail());
        assertEquals("  - python main.py", problem.suggestion().orElseThrow());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "  \n",
                "# only a comment\n",
                "---\n",
                "just text",
                "[1, 2]",
                "entrypoint: [a\n",
                "entrypoint: \"a\n",
                "a: b: c",
                "entrypoint: [a]\n---\nentrypoint: [b]\n",
                "? [a]\n: b\n",
                "%YAML 9.9\n---\na: b\n",
                "!!java.net.URL [http://x]",
                "entrypoint: @x",
                "entrypoint: `x`",
                "\u0000\u0001\u0002",
                "\uFFFE",
                "entrypoint: [\"a\\0b\"]",
                "&",
                "*",
                "*x",
                "!",
                "%",
                "{",
                "{}",
                "{\"script\":",
                "{\"script\": NaN}",
                "{\"script\": \"a\"} x",
                "{'script': 'a'}"
            })
    void rubbish_is_refused_with_a_sentence(String text) {
        for (var format : new String[] {"yaml", "json"}) {
            if (Profiles.compile(text, format) instanceof Invalid invalid)
                assertTrue(!invalid.problems().getFirst().detail().isBlank());
            else assertEquals("{'script': 'a'}{\"script\": NaN}".contains(text), true, text + " as " + format);
        }
    }

    @Test
    void an_unknown_format_is_refused() {
        assertInstanceOf(Invalid.class, Profiles.compile("x", "toml"));
    }

    @Test
    void a_profile_larger_than_256_KiB_is_refused() {
        assertTrue(problem("entrypoint: [" + "x".repeat(Profiles.MAX_BYTES) + "]")
                .detail()
                .contains("256 KiB"));
        assertTrue(problem("entrypoint: [" + "\u20ac".repeat(Profiles.MAX_BYTES / 2) + "]")
                .detail()
                .contains("256 KiB"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "LD_PRELOAD",
                "LD_LIBRARY_PATH",
                "BASH_ENV",
                "CUDA_VISIBLE_DEVICES",
                "NVIDIA_VISIBLE_DEVICES",
                "lower",
                "1X",
                "A-B",
                "A B",
                ""
            })
    void variables_that_change_how_a_node_starts_processes_are_refused(String name) {
        assertTrue(problem("{\"command\": \"x\", \"env\": {\"" + name + "\": \"1\"}}")
                        .line()
                > 0);
        assertTrue(!problems("entrypoint: x\njob:\n  env: ['" + name + "=$HOME']\n")
                .isEmpty());
    }

    @Test
    void a_lower_case_variable_is_offered_in_capitals() {
        assertEquals(
                "HTTP_PROXY",
                problem("{\"command\": \"x\", \"env\": {\"http_proxy\": \"1\"}}")
                        .suggestion()
                        .orElseThrow());
    }

    @Test
    void too_many_and_too_long_variables_are_refused() {
        var many = IntStream.range(0, 300).mapToObj(i -> "\"V" + i + "\":\"x\"").collect(Collectors.joining(","));
        assertEquals(
                "more than 200 variables",
                problem("{\"command\": \"x\", \"env\": {" + many + "}}").detail());
        var large = IntStream.range(0, 5)
                .mapToObj(i -> "\"V" + i + "\":\"" + "x".repeat(20_000) + "\"")
                .collect(Collectors.joining(","));
        assertTrue(problem("{\"command\": \"x\", \"env\": {" + large + "}}")
                .detail()
                .contains("64 KiB"));
    }

    @Test
    void a_hostile_name_is_shown_short_and_clean() {
        var detail = problem("{\"command\": \"x\", \"\\u001b[31m" + "a".repeat(5000) + "\": 1}")
                .detail();
        assertTrue(detail.length() < 120 && detail.chars().noneMatch(Character::isISOControl), detail);
    }

    /** Whatever comes in, an answer comes out. */
    @Test
    void no_mangled_profile_ends_in_an_exception() {
        var good = Compiling.general("nodes=2", "gres=gpu:2", "time=1-0", "mem=4G");
        var random = new Random(7);
        var alphabet = "\t\n :-[]{}&*!|>'\"%@`#,?\\\u0000ab1=\u2028";
        for (var i = 0; i < 20_000; i++) {
            var text = new StringBuilder(good);
            for (var j = random.nextInt(6); j >= 0; j--)
                text.setCharAt(random.nextInt(text.length()), alphabet.charAt(random.nextInt(alphabet.length())));
            Profiles.compile(text.toString(), i % 5 == 0 ? "json" : "yaml");
        }
    }
}

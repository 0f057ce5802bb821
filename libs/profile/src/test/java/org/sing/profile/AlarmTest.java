package org.sing.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sing.profile.Compiling.compiled;
import static org.sing.profile.Compiling.general;
import static org.sing.profile.Compiling.problem;
import static org.sing.profile.Compiling.spec;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sing.schemas.Problem;
import org.sing.schemas.Warning;

@DisplayNameGeneration(ReplaceUnderscores.class)
class AlarmTest {

    @ParameterizedTest
    @CsvSource({
        "USR1, USR1, 60, false",
        "SIGUSR1@300, USR1, 300, false",
        "B:USR2@120, USR2, 120, true",
        "R:10@5, USR1, 5, false",
        "RB:15@5, TERM, 5, true",
        "usr1@90, USR1, 90, false"
    })
    void a_signal_before_the_time_limit_is_said_as_sbatch_takes_it(
            String said, String signal, long before, boolean shell) {
        assertEquals(
                new Warning(signal, before, shell),
                spec(general("time=1:00:00", "signal=" + said)).warning().orElseThrow());
    }

    @ParameterizedTest
    @ValueSource(strings = {"KILL", "9@60", "USR1@", "USR1@x", "@60", "C:USR1", "99"})
    void what_is_no_signal_for_a_job_is_quoted(String said) {
        var problem = problem(general("time=1:00:00", "signal='" + said + "'"));
        assertEquals("USR1@300", problem.suggestion().orElseThrow());
        assertEquals(5, problem.line());
    }

    @Test
    void a_signal_comes_a_second_or_more_before_the_end() {
        assertEquals(
                "signal comes 1 to 65535 seconds before the time limit",
                problem("command: date\ntime: 1:00:00\nsignal: USR1@0").detail());
    }

    @Test
    void who_asks_for_one_without_a_time_limit_or_too_early_is_told_so() {
        assertEquals(
                List.of("a signal comes before the time limit, and there is none"),
                warnings("command: date\nsignal: USR1"));
        assertEquals(
                List.of("the signal comes at once, for the time limit is no longer than that"),
                warnings("command: date\ntime: 60s\nsignal: USR1@60"));
        assertEquals(List.of(), warnings("command: date\ntime: 61s\nsignal: USR1@60"));
    }

    private static List<String> warnings(String profile) {
        return compiled(profile).warnings().stream().map(Problem::detail).toList();
    }
}

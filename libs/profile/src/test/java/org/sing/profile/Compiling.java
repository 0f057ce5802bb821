package org.sing.profile;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import org.sing.profile.CompileResult.Compiled;
import org.sing.profile.CompileResult.Invalid;
import org.sing.schemas.JobSpec;
import org.sing.schemas.Problem;

/** What the tests say about profiles. */
final class Compiling {
    private Compiling() {}

    static Compiled compiled(String profile) {
        return assertInstanceOf(Compiled.class, Profiles.compile(profile, format(profile)));
    }

    static JobSpec spec(String profile) {
        return compiled(profile).spec();
    }

    static List<Problem> problems(String profile) {
        return assertInstanceOf(Invalid.class, Profiles.compile(profile, format(profile)))
                .problems();
    }

    static Problem problem(String profile) {
        var problems = problems(profile);
        if (problems.size() != 1) throw new AssertionError("one problem expected: " + problems);
        return problems.getFirst();
    }

    /** A runnable tuxiv.conf with these sbatch options. */
    static String general(String... options) {
        return "entrypoint: [python main.py]\njob:\n  general:\n    - " + String.join("\n    - ", options) + "\n";
    }

    private static String format(String profile) {
        return profile.startsWith("{") ? "json" : "yaml";
    }
}

package org.sing.submission.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.profile.CompileResult;
import org.sing.profile.Profiles;
import org.sing.schemas.JobCommand;
import org.sing.schemas.JobSpec;
import org.sing.schemas.Json;
import org.sing.schemas.Requester;
import org.sing.submission.app.Admission.Admitted;
import org.sing.submission.app.Admission.Rejected;

@DisplayNameGeneration(ReplaceUnderscores.class)
class AdmissionTest {
    private static final Requester ADA = new Requester("ada", List.of("researcher"), List.of("vision"));
    private static final String LARGE = "x".repeat(10_000);

    @Test
    void whatever_happens_to_the_compiler_is_a_refusal() {
        var submit = submit("entrypoint: [python main.py]");
        var refused = assertInstanceOf(Rejected.class, Admission.of(submit, (text, format) -> {
            throw new ArithmeticException("long overflow");
        }));
        assertEquals("invalid-profile", refused.code());
        assertEquals("vision", refused.project());
        assertEquals(List.of(Admission.NOT_COMPILED), refused.problems());
    }

    @Test
    void an_array_whose_tasks_are_too_much_together_is_refused_and_told_how_many_would_do() {
        var refused = assertInstanceOf(Rejected.class, admitted(LARGE, "0-999").bounded());
        assertEquals("invalid-profile", refused.code());
        var characters = Json.string(spec(LARGE)).length();
        var fit = Admission.MOST_CHARACTERS / characters;
        assertEquals(
                "Each of the 1000 tasks repeats the %d characters of this profile, its environment and what it waits for, which is more than %d in all: put the script into a file, or hand in arrays of at most %d tasks."
                        .formatted(characters, Admission.MOST_CHARACTERS, fit),
                refused.problems().getFirst().detail());
        var fits = admitted(LARGE, "1-" + fit);
        assertSame(fits, fits.bounded());
        assertInstanceOf(Rejected.class, admitted(LARGE, "1-" + (fit + 1)).bounded());
    }

    @Test
    void what_an_array_waits_for_is_repeated_in_its_tasks_too() {
        var jobs = IntStream.rangeClosed(1, 100)
                .mapToObj(number -> new Others.Other(
                        "job_" + "0".repeat(26), number, "ada", "vision", "train", false, Optional.empty()))
                .toList();
        var after = jobs.stream().map(it -> ":" + it.number()).collect(Collectors.joining());
        var wait = "\n    - dependency=afterok" + after;
        var half = "x".repeat(4_000);
        assertInstanceOf(Admitted.class, admitted(half, "0-999").bounded());
        var few = new Others(jobs).settle(admitted(half, "0-9" + wait), Instant.EPOCH);
        assertSame(few, few.bounded());
        var many = new Others(jobs).settle(admitted(half, "0-999" + wait), Instant.EPOCH);
        assertInstanceOf(Admitted.class, many);
        assertInstanceOf(Rejected.class, many.bounded());
    }

    private static Admitted admitted(String command, String array) {
        return assertInstanceOf(Admitted.class, Admission.of(submit(profile(command, array))));
    }

    private static JobSpec spec(String command) {
        return ((CompileResult.Compiled) Profiles.compile(profile(command, "0-1"), "yaml")).spec();
    }

    private static String profile(String command, String array) {
        return "entrypoint: [" + command + "]\njob:\n  name: train\n  general:\n    - gres=gpu:1\n    - array=" + array
                + "\n";
    }

    private static JobCommand.Submit submit(String profile) {
        return new JobCommand.Submit("job_1", ADA, "vision", profile, "yaml", "hash");
    }
}

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
import org.sing.schemas.Priority;
import org.sing.schemas.Requester;
import org.sing.submission.app.Admission.Admitted;
import org.sing.submission.app.Admission.Rejected;

@DisplayNameGeneration(ReplaceUnderscores.class)
class AdmissionTest {
    private static final Requester ADA = new Requester("ada", List.of("researcher"), List.of("vision"));
    private static final Instant NOW = Instant.parse("2026-03-01T00:00:00Z");
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

    @Test
    void only_operators_hand_in_jobs_of_high_priority() {
        var refused = assertInstanceOf(Rejected.class, Admission.of(submit("command: date\npriority: high")));
        assertEquals(List.of(Admission.NOT_YOUR_PRIORITY), refused.problems());
        var low = assertInstanceOf(Admitted.class, Admission.of(submit("command: date\npriority: low")));
        assertEquals(Optional.of(Priority.LOW), low.spec().priority());
        var operator = new Requester("op", List.of("operator"), List.of("vision"));
        var high = assertInstanceOf(Admitted.class, Admission.of(submit("command: date\npriority: high", operator)));
        assertEquals(Optional.of(Priority.HIGH), high.spec().priority());
    }

    @Test
    void a_deadline_that_cannot_be_met_is_refused_at_once() {
        assertEquals(
                "Its deadline is 2026-03-01T01:00:00Z, and it could not end before 2026-03-01T02:00:00Z.",
                late("deadline: now+1hour\ntime: 2:00:00"));
        assertEquals(
                "Its deadline is 2026-02-28T23:59:59Z, and it could not end before 2026-03-01T00:00:00Z.",
                late("deadline: 2026-03-01T00:59:59+01:00"));
        assertEquals(
                "Its deadline is 2026-03-01T03:00:00Z, and it could not end before 2026-03-01T04:00:00Z.",
                late("begin: now+2hours\ndeadline: now+3hours\ntime: 2:00:00"));
        assertEquals("", late("begin: now+1hour\ndeadline: now+4hours\ntime: 2:00:00"));
    }

    private static String late(String fields) {
        var admission = new Others(List.of()).settle(Admission.of(submit("command: date\n" + fields)), NOW);
        if (admission instanceof Rejected rejected)
            return rejected.problems().getFirst().detail();
        assertEquals(true, ((Admitted) admission).spec().deadline().isPresent());
        return "";
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
        return submit(profile, ADA);
    }

    private static JobCommand.Submit submit(String profile, Requester requester) {
        return new JobCommand.Submit("job_1", requester, "vision", profile, "yaml", "hash");
    }
}

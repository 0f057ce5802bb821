package org.sing.whatif;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.scheduling.core.Settings;
import org.sing.scheduling.core.Snapshot;
import org.sing.schemas.Json;
import org.sing.schemas.SimulationQuestion;
import org.sing.schemas.SimulationQuestion.Change;
import org.sing.whatif.domain.Errand;

/** The program as whoever starts it sees it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class MainTest {
    private static final int ENOUGH = 50_000;

    @Test
    void it_says_how_far_it_is_and_then_the_answer() {
        var words = answer(errand(1_000, ENOUGH));
        assertEquals(Optional.of(100), words.get(words.size() - 2).percent());
        assertEquals(
                1_000,
                words.getLast().result().orElseThrow().baseline().figures().jobs());
    }

    @Test
    void a_trace_that_is_larger_than_allowed_is_refused() {
        assertEquals(
                List.of(new Word.Refusal("invalid-trace", "The trace has 3 jobs; at most 2 are taken.")),
                answer(errand(3, 2)).stream()
                        .flatMap(word -> word.refusal().stream())
                        .toList());
    }

    @Test
    void it_does_not_outlive_whoever_asked() throws IOException, InterruptedException {
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (var input = process.getOutputStream()) {
            input.write(Json.bytes(errand(ENOUGH, ENOUGH)));
        }
        assertEquals(Main.NOBODY_WAITS, process.waitFor());
    }

    private static List<Word> answer(Errand errand) {
        var out = new ByteArrayOutputStream();
        Main.answer(errand, new PrintStream(out, true, StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8)
                .lines()
                .map(line -> Json.read(line, Word.class))
                .toList();
    }

    private static Errand errand(int jobs, int most) {
        var rows =
                IntStream.range(0, jobs).mapToObj(job -> job * 20 + ",3600,4\n").collect(Collectors.joining());
        var trace = new SimulationQuestion.Trace(
                "sing",
                Optional.of(Packed.pack("submit_seconds,run_seconds,gpus\n" + rows)),
                Optional.of(new SimulationQuestion.Machines(90, 8)));
        var change = new Change(Optional.of("fcfs"), Optional.empty(), Optional.empty(), List.of(), Optional.empty());
        return Errand.of(
                new SimulationQuestion("trace", Optional.empty(), Optional.of(trace), change, 0),
                Settings.DEFAULT,
                Snapshot.EMPTY,
                Instant.EPOCH,
                "ann",
                false,
                new Errand.Bounds(1, most, 1_000_000, 1));
    }
}

package org.sing.scheduling.whatif;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.scheduling.core.Core;
import org.sing.scheduling.core.Settings;
import org.sing.scheduling.core.Snapshot;
import org.sing.scheduling.whatif.Calculation.Outcome;
import org.sing.schemas.SimulationResult;
import org.sing.whatif.domain.Answers;
import org.sing.whatif.domain.Budget;
import org.sing.whatif.domain.Errand;

/** The process in which an answer is worked out. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ChildProcessTest {
    private static final Instant NOW = Instant.parse("2026-12-01T12:00:00Z");
    private final ChildProcess process = new ChildProcess(Allowance.USUAL);

    @Test
    void it_answers_as_anybody_would() {
        var errand = errand(LargeTrace.of(200));
        var percents = new ArrayList<Integer>();
        var outcome = process.run(errand, percents::add);
        assertEquals(new Outcome.Answered(here(errand)), outcome);
        assertEquals(100, percents.getLast());
    }

    @Test
    void it_gives_way_to_everybody_else() {
        var outcome = process.run(errand(LargeTrace.of(LargeTrace.MOST)), percent -> {
            var child = ProcessHandle.current()
                    .children()
                    .filter(LargeTrace::answers)
                    .findFirst()
                    .orElseThrow();
            assertEquals("19", LargeTrace.niceness(child));
            return false;
        });
        assertEquals(new Outcome.Stopped(), outcome);
        assertEquals(
                0,
                ProcessHandle.current().children().filter(LargeTrace::answers).count());
    }

    @Test
    void what_takes_too_long_is_ended() {
        var hurried = new ChildProcess(Allowance.USUAL.of(Duration.ofMillis(1)));
        assertEquals(
                new Outcome.Refused("took-too-long", "It took longer than 0 s; ask about less."),
                hurried.run(errand(LargeTrace.of(LargeTrace.MOST)), percent -> true));
    }

    @Test
    void what_needs_too_much_memory_ends_itself_and_nobody_else() {
        var narrow = new ChildProcess(Allowance.USUAL.ofMemory(16));
        assertEquals(
                new Outcome.Refused("too-much-memory", "It needed more memory than it may have; ask about less."),
                narrow.run(errand(LargeTrace.of(LargeTrace.MOST)), percent -> true));
    }

    @Test
    void what_has_no_answer_says_why() {
        var errand = errand(LargeTrace.of(3));
        var bounds = new Errand.Bounds(1, 2, 1_000, 1);
        var small = Errand.of(errand.question(), Settings.DEFAULT, Snapshot.EMPTY, NOW, "ann", false, bounds);
        assertEquals(
                new Outcome.Refused("invalid-trace", "The trace has 3 jobs; at most 2 are taken."),
                process.run(small, percent -> true));
    }

    @Test
    void whoever_stops_is_not_kept_waiting() {
        var begun = new CompletableFuture<Void>();
        var outcome = CompletableFuture.supplyAsync(
                () -> process.run(errand(LargeTrace.of(LargeTrace.MOST)), percent -> begun.complete(null) || true));
        begun.join();
        process.stop();
        assertEquals(new Outcome.Stopped(), outcome.join());
    }

    @Test
    void once_the_service_stops_nothing_is_begun() {
        process.close();
        assertEquals(new Outcome.Stopped(), process.run(errand(LargeTrace.of(3)), percent -> true));
    }

    private static Errand errand(LargeTrace trace) {
        return Errand.of(
                trace.question(),
                Settings.DEFAULT,
                new Core(Settings.DEFAULT, Snapshot.EMPTY, 1).snapshot(),
                NOW,
                "ann",
                false,
                Allowance.USUAL.bounds());
    }

    private static SimulationResult here(Errand errand) {
        return Answers.to(errand, Optional.of(LargeTrace.of(200).trace()), new Budget(1_000_000, percent -> {}));
    }
}

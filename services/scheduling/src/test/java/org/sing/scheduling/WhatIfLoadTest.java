package org.sing.scheduling;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.platform.testing.CampusPlatform;
import org.sing.scheduling.whatif.LargeTrace;
import org.sing.schemas.CommandOutcome;
import org.sing.schemas.Envelope;
import org.sing.schemas.SimulationMessage;

/** Simulations as large as they may be. Their process is stopped in the middle, so that nothing depends on its speed. */
@QuarkusTest
@WithTestResource(CampusPlatform.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class WhatIfLoadTest extends OnTheBus {
    /** Enough to be found in the middle of it. */
    private static final int LESS = 20_000;

    private final Questions questions = new Questions(bus);
    private final String simulation = Questions.fresh();

    @AfterEach
    void nobodyIsLeftInTheMiddle() {
        child().forEach(process -> signal(process, "CONT"));
        questions.cancel(simulation, user);
        await().until(() -> child().isEmpty() && !isOpen());
    }

    @Test
    void the_live_loop_goes_on_deciding_while_the_largest_simulation_is_worked_on() {
        var stopped = inTheMiddle(LargeTrace.MOST);
        others.node(node, 1, model, 1);
        for (var i = 0; i < 5; i++) others.finished(others.awaitStart(submit(1)), 0);
        var waits = submit(1);
        others.awaitStart(waits);
        var second = Questions.fresh();
        var refused =
                (CommandOutcome.Refused) questions.outcome(second, questions.ask(second, user, Questions.rule("easy")));
        assertEquals("too-many-simulations", refused.code());
        assertEquals("You have 1 that is not answered yet; wait, or cancel one.", refused.detail());
        assertEquals(List.of(stopped), child(), "all this happened in the middle of it");
        assertEquals("RUNNING", state());
        signal(stopped, "CONT");
        var result = questions
                .await(simulation, SimulationMessage.Finished.class)
                .result()
                .orElseThrow();
        assertEquals(LargeTrace.MOST, result.baseline().figures().started());
        assertEquals(1, result.lives());
        withoutGaps();
    }

    @Test
    void one_that_is_cancelled_in_the_middle_ends_and_makes_room() {
        inTheMiddle(LESS);
        questions.outcome(simulation, questions.cancel(simulation, "stranger"));
        assertEquals("RUNNING", state(), "a stranger cancels nothing");
        assertTrue(
                questions.outcome(simulation, questions.cancel(simulation, user)) instanceof CommandOutcome.Accepted);
        await().until(() -> child().isEmpty());
        assertEquals(
                user,
                questions.await(simulation, SimulationMessage.Cancelled.class).by());
        var next = Questions.fresh();
        assertTrue(
                questions.outcome(next, questions.ask(next, user, Questions.rule("easy")))
                        instanceof CommandOutcome.Accepted);
        questions.await(next, SimulationMessage.Finished.class);
        var again = (CommandOutcome.Refused) questions.outcome(simulation, questions.cancel(simulation, user));
        assertEquals("simulation-is-over", again.code());
        withoutGaps();
    }

    @Test
    void what_another_leader_has_begun_meanwhile_is_not_finished_by_this_one() {
        var stopped = inTheMiddle(LESS);
        begunElsewhere(2);
        signal(stopped, "CONT");
        questions.await(simulation, SimulationMessage.Finished.class);
        assertEquals(2, kinds().stream().filter("started"::equals).count(), "begun again, and by nobody else said");
        assertEquals(1, kinds().stream().filter("finished"::equals).count());
        withoutGaps();
    }

    @Test
    void what_is_interrupted_again_and_again_is_given_up() {
        var stopped = inTheMiddle(LESS);
        begunElsewhere(3);
        stopped.destroyForcibly();
        var failed = questions.await(simulation, SimulationMessage.Failed.class);
        assertEquals("interrupted", failed.code());
        assertEquals(
                0,
                count("select count(*) from simulation where question is not null and id = '%s'"
                        .formatted(simulation)));
        withoutGaps();
    }

    @Test
    void one_whose_process_dies_fails() {
        inTheMiddle(LESS).destroyForcibly();
        assertEquals(
                "broke-off",
                questions.await(simulation, SimulationMessage.Failed.class).code());
    }

    /** The process that answers, stopped before its end. */
    private ProcessHandle inTheMiddle(int jobs) {
        questions.ask(simulation, user, LargeTrace.of(jobs).question());
        questions.await(simulation, SimulationMessage.Progressed.class);
        var process = child().getFirst();
        signal(process, "STOP");
        return process;
    }

    private void begunElsewhere(int times) {
        rows("update simulation set document = jsonb_set(document, '{begun}', '%d') where id = '%s'"
                .formatted(times, simulation));
    }

    private static List<ProcessHandle> child() {
        return ProcessHandle.current().children().filter(LargeTrace::answers).toList();
    }

    private static void signal(ProcessHandle process, String signal) {
        try {
            new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                    .start()
                    .waitFor();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private String state() {
        return rows("select state from simulation where id = '%s'".formatted(simulation))
                .getFirst()
                .getString(0);
    }

    private boolean isOpen() {
        return count("select count(*) from simulation where state in ('QUEUED', 'RUNNING')") > 0;
    }

    private List<String> kinds() {
        return questions.said(simulation).stream()
                .map(event -> event.type().split("\\.")[3])
                .toList();
    }

    private void withoutGaps() {
        var said = questions.said(simulation);
        assertEquals(
                LongStream.rangeClosed(1, said.size()).boxed().toList(),
                said.stream().map(Envelope::sequence).toList());
    }
}

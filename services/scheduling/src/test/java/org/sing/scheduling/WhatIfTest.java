package org.sing.scheduling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.CommandOutcome;
import org.sing.schemas.Envelope;
import org.sing.schemas.SchedulingEvent;
import org.sing.schemas.SimulationMessage;
import org.sing.schemas.SimulationResult.JobStart;
import org.sing.schemas.Topics;

/** What-if questions about the live queue, on the real bus, each answered by a real process. */
@QuarkusTest
@WithTestResource(CampusPlatform.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class WhatIfTest extends OnTheBus {
    private final Questions questions = new Questions(bus);
    private final String simulation = Questions.fresh();

    @Test
    void a_question_about_the_queue_is_answered_beside_the_setting_of_now() {
        others.node(node, 8, model, 1);
        others.awaitStart(submit(8));
        var waiting = submit(8);
        var strangers = others.submit("stranger", Others.spec(1, 8, model));
        jobs.add(strangers);
        others.await(Topics.SCHEDULING_EVENTS, strangers, SchedulingEvent.Waiting.class);

        var command = questions.ask(simulation, user, Questions.rule("fcfs"));
        assertEquals(
                new CommandOutcome.Accepted(command, "request", "simulations/" + simulation),
                questions.outcome(simulation, command));
        var result = questions
                .await(simulation, SimulationMessage.Finished.class)
                .result()
                .orElseThrow();
        assertEquals("sing", result.baseline().rule());
        assertEquals("fcfs", result.changed().rule());
        assertEquals(List.of(waiting), result.jobs().stream().map(JobStart::job).toList(), "and not the stranger's");
        var start = result.jobs().getFirst();
        assertTrue(start.baseline().orElseThrow().likely().isAfter(result.madeAt()));
        assertEquals(start.baseline(), start.changed());
        assertEquals(2, result.baseline().figures().started());
        assertEquals(7, result.seed());
        assertEquals(
                List.of("queued", "started"),
                kinds().stream()
                        .filter(kind -> kind.equals("queued") || kind.equals("started"))
                        .toList());
        withoutGaps();
    }

    @Test
    void whoever_may_see_all_jobs_is_told_of_all() {
        others.node(node, 1, model, 1);
        others.awaitStart(submit(1));
        var waiting = submit(1);
        others.await(Topics.SCHEDULING_EVENTS, waiting, SchedulingEvent.Waiting.class);
        questions.ask(simulation, "olivia", Questions.rule("easy"), "operator");
        var result = questions
                .await(simulation, SimulationMessage.Finished.class)
                .result()
                .orElseThrow();
        assertEquals(List.of(waiting), result.jobs().stream().map(JobStart::job).toList());
    }

    @Test
    void a_rule_that_does_not_exist_is_refused_with_the_names_of_those_that_do() {
        var refused = refused(questions.ask(simulation, user, Questions.rule("best")));
        assertEquals("invalid-request", refused.code());
        assertEquals("There is no rule best; the rules are sing, fcfs, easy, campus, fairshare.", refused.detail());
        accepted(questions.ask(simulation, user, Questions.rule("easy")));
        questions.await(simulation, SimulationMessage.Finished.class);
        withoutGaps();
    }

    @Test
    void the_same_question_again_is_the_same_simulation_and_another_one_under_its_name_is_refused() {
        accepted(questions.ask(simulation, user, Questions.rule("easy")));
        questions.await(simulation, SimulationMessage.Finished.class);
        accepted(questions.ask(simulation, user, Questions.rule("easy")));
        assertEquals(1, kinds().stream().filter("queued"::equals).count());
        assertEquals(
                "idempotency-key-reused",
                refused(questions.ask(simulation, user, Questions.rule("campus")))
                        .code());
        withoutGaps();
    }

    private void accepted(String command) {
        assertTrue(questions.outcome(simulation, command) instanceof CommandOutcome.Accepted);
    }

    private CommandOutcome.Refused refused(String command) {
        return (CommandOutcome.Refused) questions.outcome(simulation, command);
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

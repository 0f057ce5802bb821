package org.sing.scheduling;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.bus.Leadership;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.CommandOutcome;
import org.sing.schemas.GroupMessage.RuleChanged;
import org.sing.schemas.SchedulingEvent.Placed;
import org.sing.schemas.SchedulingEvent.Waiting;
import org.sing.schemas.Topics;

/** The rule of a group is chosen while the scheduler runs. */
@QuarkusTest
@WithTestResource(CampusPlatform.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class RuleTest extends OnTheBus {
    private static final String GROUP = "default";

    @Inject
    Leadership leadership;

    @AfterEach
    void asItWas() {
        accepted(others.choose(GROUP, "sing", "admin"));
    }

    @Test
    void the_rule_that_an_administrator_chose_decides_and_outlives_the_leader() {
        others.node(node, 1, model, 1);
        var first = submit(1);
        others.awaitStart(first);
        assertEquals(
                "sing",
                others.await(Topics.SCHEDULING_EVENTS, first, Placed.class).rule());

        accepted(others.choose(GROUP, "campus", "admin"));
        var said = (RuleChanged) others.said(GROUP).stream()
                .filter(RuleChanged.class::isInstance)
                .reduce((before, last) -> last)
                .orElseThrow();
        assertEquals(new RuleChanged(GROUP, "sing", "campus", "ada"), said);
        assertEquals(1, count("select count(*) from group_rule where resource_group = 'default' and rule = 'campus'"));

        rows(TAKE_OVER);
        await().until(() -> leadership.epoch().isEmpty());
        rows(GIVE_BACK);
        var second = submit(1);
        others.await(Topics.SCHEDULING_EVENTS, second, Waiting.class);
        others.finished(others.awaitStart(first), 0);
        assertEquals(
                "campus",
                others.await(Topics.SCHEDULING_EVENTS, second, Placed.class).rule());
    }

    @Test
    void who_may_not_choose_is_told_so_and_a_rule_that_does_not_exist_is_answered_with_the_names() {
        others.node(node, 1, model, 1);
        var operator = refused(others.choose(GROUP, "fcfs", "operator"));
        assertEquals("forbidden", operator.code());
        var unknown = refused(others.choose(GROUP, "best", "admin"));
        assertEquals("invalid-request", unknown.code());
        assertEquals("There is no rule best; the rules are sing, fcfs, easy, campus, fairshare.", unknown.detail());
    }

    private void accepted(String command) {
        assertTrue(answer(command) instanceof CommandOutcome.Accepted);
    }

    private CommandOutcome.Refused refused(String command) {
        return (CommandOutcome.Refused) answer(command);
    }

    private CommandOutcome answer(String command) {
        await().until(() -> !answers(command).isEmpty());
        assertEquals(1, answers(command).size(), "one answer");
        return answers(command).getFirst();
    }

    private List<CommandOutcome> answers(String command) {
        return others.said(GROUP).stream()
                .filter(CommandOutcome.class::isInstance)
                .map(CommandOutcome.class::cast)
                .filter(outcome -> outcome.command().equals(command))
                .toList();
    }
}

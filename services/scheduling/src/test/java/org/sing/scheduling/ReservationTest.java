package org.sing.scheduling;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.bus.Leadership;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.CommandOutcome;
import org.sing.schemas.ReservationMessage;
import org.sing.schemas.ReservationMessage.Phase;
import org.sing.schemas.ReservationMessage.ReservationChanged;
import org.sing.schemas.SchedulingEvent.Placed;
import org.sing.schemas.SchedulingEvent.Waiting;
import org.sing.schemas.Topics;
import org.sing.schemas.Where;

/** Nodes are reserved while the scheduler runs. */
@QuarkusTest
@WithTestResource(CampusPlatform.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ReservationTest extends OnTheBus {
    @Inject
    Leadership leadership;

    private final String name = Others.fresh("course");

    @AfterEach
    void asItWas() {
        others.ask(name, new ReservationMessage.Unreserve(Others.OPERATOR, name));
        await().until(() -> count("select count(*) from reservation where document ->> 'phase' <> 'OVER'") == 0);
    }

    @Test
    void a_reservation_outlives_the_leader_begins_by_itself_and_holds_those_only_that_it_is_for() {
        others.node(node, 1, model, 1);
        var from = Instant.now().plusSeconds(4).truncatedTo(ChronoUnit.MILLIS);
        var until = from.plusSeconds(600);
        accepted(reserve(from, until));
        rows(TAKE_OVER);
        await().until(() -> leadership.epoch().isEmpty());
        rows(GIVE_BACK);
        var stranger = submit(1);
        assertEquals(
                "reserved",
                others.await(Topics.SCHEDULING_EVENTS, stranger, Waiting.class).constraint());
        var student = submit(Others.spec(1, 1, model).at(new Where(List.of(), List.of(), false, Optional.of(name), 0)));
        var placed = others.await(Topics.SCHEDULING_EVENTS, student, Placed.class);
        assertEquals(node, placed.shares().getFirst().node());
        assertEquals(
                List.of(Phase.PLANNED, Phase.ACTIVE),
                others.said(name).stream()
                        .filter(ReservationChanged.class::isInstance)
                        .map(said -> ((ReservationChanged) said).phase())
                        .toList());
        assertEquals(
                new ReservationChanged(name, List.of(node), from, until, List.of("vision"), "", Phase.PLANNED, "ada"),
                others.said(name).getFirst());
    }

    @Test
    void who_may_not_reserve_is_told_so_and_so_is_who_names_nodes_that_are_not_there() {
        var now = Instant.now();
        var student = others.ask(
                name,
                new ReservationMessage.Reserve(
                        Others.STUDENT, name, List.of(node), now, now.plusSeconds(60), List.of(), ""));
        assertEquals("forbidden", refused(student).code());
        var unknown = reserve(now, now.plusSeconds(60));
        assertEquals("There is no node %s.".formatted(node), refused(unknown).detail());
    }

    private String reserve(Instant from, Instant until) {
        return others.ask(
                name,
                new ReservationMessage.Reserve(
                        Others.OPERATOR, name, List.of(node), from, until, List.of("vision"), ""));
    }

    private void accepted(String command) {
        assertInstanceOf(CommandOutcome.Accepted.class, answer(command));
    }

    private CommandOutcome.Refused refused(String command) {
        return assertInstanceOf(CommandOutcome.Refused.class, answer(command));
    }

    private CommandOutcome answer(String command) {
        await().until(() -> !answers(command).isEmpty());
        assertEquals(1, answers(command).size(), "one answer");
        return answers(command).getFirst();
    }

    private List<CommandOutcome> answers(String command) {
        return others.said(name).stream()
                .filter(CommandOutcome.class::isInstance)
                .map(CommandOutcome.class::cast)
                .filter(outcome -> outcome.command().equals(command))
                .toList();
    }
}

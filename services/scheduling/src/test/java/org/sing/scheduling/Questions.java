package org.sing.scheduling;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.sing.bus.testkit.TestBus;
import org.sing.schemas.Catalogue;
import org.sing.schemas.CommandOutcome;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.Requester;
import org.sing.schemas.SimulationMessage;
import org.sing.schemas.SimulationQuestion;
import org.sing.schemas.SimulationQuestion.Change;
import org.sing.schemas.Topics;

/** What the gateway would ask of the scheduler, and what it hears of it. */
record Questions(TestBus bus) {
    private static final Duration PATIENCE = Duration.ofMinutes(9);
    private static final Envelopes GATEWAY = Envelopes.of("/services/gateway");

    static SimulationQuestion rule(String rule) {
        return queue(new Change(Optional.of(rule), Optional.empty(), Optional.empty(), List.of(), Optional.empty()));
    }

    static SimulationQuestion queue(Change change) {
        return new SimulationQuestion("queue", Optional.empty(), Optional.empty(), change, 7);
    }

    static String fresh() {
        return "sim_"
                + UUID.randomUUID().toString().replace("-", "").toUpperCase().substring(0, 26);
    }

    /** Returns the id of the command. */
    String ask(String simulation, String asker, SimulationQuestion question, String... roles) {
        var requester = new Requester(asker, List.of(roles), List.of());
        return send(
                simulation,
                asker,
                new SimulationMessage.Request(
                        requester, simulation, question, Integer.toHexString(question.hashCode())));
    }

    String cancel(String simulation, String asker, String... roles) {
        return send(
                simulation,
                asker,
                new SimulationMessage.Cancel(new Requester(asker, List.of(roles), List.of()), simulation));
    }

    CommandOutcome outcome(String simulation, String command) {
        bus.await(Topics.SIMULATION_EVENTS, event -> isOutcome(event, simulation, command));
        var outcomes = bus.on(Topics.SIMULATION_EVENTS).stream()
                .filter(event -> isOutcome(event, simulation, command))
                .toList();
        if (outcomes.size() != 1) throw new AssertionError("one answer, not " + outcomes);
        return (CommandOutcome) Catalogue.open(outcomes.getFirst()).orElseThrow();
    }

    /** With patience: whoever answers gives way to everybody else on this machine. */
    <T extends SimulationMessage.Event> T await(String simulation, Class<T> type) {
        return Awaitility.await()
                .atMost(PATIENCE)
                .until(() -> heard(simulation, type).findFirst(), Optional::isPresent)
                .orElseThrow();
    }

    private <T> Stream<T> heard(String simulation, Class<T> type) {
        return said(simulation).stream()
                .flatMap(event -> Catalogue.open(event).stream())
                .filter(type::isInstance)
                .map(type::cast);
    }

    /** Everything that was said about it, in order. */
    List<Envelope> said(String simulation) {
        return bus.on(Topics.SIMULATION_EVENTS).stream()
                .filter(event -> event.key().equals(simulation))
                .toList();
    }

    private static boolean isOutcome(Envelope event, String simulation, String command) {
        return event.key().equals(simulation)
                && Catalogue.open(event).orElseThrow() instanceof CommandOutcome outcome
                && outcome.command().equals(command);
    }

    private String send(String simulation, String actor, Record command) {
        var id = UUID.randomUUID().toString();
        bus.publish(GATEWAY.message(
                id,
                Topics.SIMULATION_COMMANDS,
                simulation,
                "simulations/" + simulation,
                new Cause(id, "", actor, ""),
                Instant.now(),
                command));
        return id;
    }
}

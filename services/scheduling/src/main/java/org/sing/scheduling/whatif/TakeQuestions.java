package org.sing.scheduling.whatif;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.hibernate.reactive.mutiny.Mutiny;
import org.sing.bus.Outbox;
import org.sing.scheduling.core.Rule;
import org.sing.schemas.Catalogue;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.Requester;
import org.sing.schemas.SimulationMessage;
import org.sing.schemas.SimulationQuestion;

/** Takes questions in as far as there is room, and takes them back. Answering them is for {@link Answering}. */
@ApplicationScoped
public class TakeQuestions {
    private final SimulationSettings settings;
    private final SimulationStore store;
    private final Outbox outbox;
    private final InstantSource clock;

    TakeQuestions(SimulationSettings settings, SimulationStore store, Outbox outbox, InstantSource clock) {
        this.settings = settings;
        this.store = store;
        this.outbox = outbox;
        this.clock = clock;
    }

    /** In the transaction of the batch. */
    public Uni<Void> hear(Mutiny.Session session, List<Envelope> commands) {
        return Multi.createFrom()
                .iterable(commands)
                .onItem()
                .transformToUniAndConcatenate(command -> hear(session, command))
                .collect()
                .last()
                .replaceWithVoid();
    }

    private Uni<Void> hear(Mutiny.Session session, Envelope command) {
        return switch (Catalogue.open(command).orElse(null)) {
            case SimulationMessage.Request it -> request(session, command, it);
            case SimulationMessage.Cancel it ->
                known(session, it.simulation(), it.requester(), "")
                        .chain(found ->
                                write(session, command, found.cancel(command.id(), it.requester()), Optional.empty()));
            case null, default -> Uni.createFrom().voidItem();
        };
    }

    private Uni<Void> request(Mutiny.Session session, Envelope command, SimulationMessage.Request it) {
        return known(session, it.simulation(), it.requester(), it.payloadHash()).chain(found -> {
            if (found.state() != Simulation.State.REFUSED)
                return write(session, command, found.repeated(command.id(), it.payloadHash()), Optional.empty());
            var cause = Cause.of(command);
            var fresh = Simulation.unheardOf(it.simulation(), it.requester(), it.payloadHash(), now())
                    .told(found.told())
                    .causedBy(cause.correlationId(), cause.traceparent());
            return store.open(session, fresh.owner())
                    .map(open -> judged(fresh, command.id(), it.question(), open))
                    .chain(step -> write(session, command, step, Optional.of(it.question())));
        });
    }

    private Simulation.Step judged(
            Simulation fresh, String command, SimulationQuestion question, SimulationStore.Open open) {
        var unknown = question.change().rule().filter(rule -> !Rule.names().contains(rule));
        if (unknown.isPresent()) return fresh.refuse(command, "invalid-request", Rule.unknown(unknown.get()));
        if (open.ofOwner() >= settings.openPerUser())
            return fresh.refuse(
                    command,
                    "too-many-simulations",
                    "You have %d that %s not answered yet; wait, or cancel one."
                            .formatted(open.ofOwner(), open.ofOwner() == 1 ? "is" : "are"));
        if (open.inAll() >= settings.openInAll())
            return fresh.refuse(command, "too-many-simulations", "%d are waiting already.".formatted(open.inAll()));
        return fresh.queue(command, question);
    }

    private Uni<Simulation> known(Mutiny.Session session, String id, Requester requester, String hash) {
        return store.find(session, id)
                .map(found -> found.orElseGet(() -> Simulation.unheardOf(id, requester, hash, now())));
    }

    private Uni<Void> write(
            Mutiny.Session session, Envelope command, Simulation.Step step, Optional<SimulationQuestion> question) {
        var written = question.isPresent() || step.after().state() == Simulation.State.REFUSED
                ? store.add(session, step.after(), question.orElse(null))
                : store.change(session, step.after());
        return written.chain(() -> outbox.append(session, SimulationSpeech.messages(step, Cause.of(command), now())));
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}

package org.sing.scheduling.whatif;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sing.schemas.CommandOutcome;
import org.sing.schemas.Requester;
import org.sing.schemas.SimulationMessage;
import org.sing.schemas.SimulationQuestion;
import org.sing.schemas.SimulationResult;

/**
 * A what-if question and where it stands.
 *
 * @param staff whether whoever asked may see everybody's jobs
 * @param begun how often it was begun: it is begun again when a service stops in the middle of it
 * @param told facts that were said about it so far
 * @param correlation of the command that asked
 */
record Simulation(
        String id,
        String owner,
        boolean staff,
        String payloadHash,
        State state,
        Instant requestedAt,
        int begun,
        long told,
        String correlation,
        String trace) {
    private static final String REQUEST = "request";
    private static final String CANCEL = "cancel";

    /** What is begun so often and never ends is at fault itself. */
    private static final int MOST_BEGUN = 3;

    enum State {
        /** Nobody accepted it so far. */
        REFUSED,
        QUEUED,
        RUNNING,
        DONE,
        FAILED,
        CANCELLED;

        boolean open() {
            return this == QUEUED || this == RUNNING;
        }
    }

    /** How it stands after something happened, and what is said about that. */
    record Step(Simulation after, List<Record> facts) {}

    static Simulation unheardOf(String id, Requester requester, String payloadHash, Instant at) {
        return new Simulation(id, requester.id(), requester.staff(), payloadHash, State.REFUSED, at, 0, 0, "", "");
    }

    /** It was heard of before, and refused. */
    Simulation told(long told) {
        return new Simulation(id, owner, staff, payloadHash, state, requestedAt, begun, told, correlation, trace);
    }

    Simulation causedBy(String correlation, String trace) {
        return new Simulation(id, owner, staff, payloadHash, state, requestedAt, begun, told, correlation, trace);
    }

    /** Answered last, so that whoever hears the answer finds it there. */
    Step queue(String command, SimulationQuestion question) {
        return in(State.QUEUED)
                .saying(new SimulationMessage.Queued(id, owner, question.brief()), accepted(command, REQUEST));
    }

    /** The same question again is accepted again, and changes nothing. */
    Step repeated(String command, String hash) {
        return hash.equals(payloadHash)
                ? saying(accepted(command, REQUEST))
                : refuse(command, REQUEST, "idempotency-key-reused", "This key belongs to another question.");
    }

    Step refuse(String command, String code, String detail) {
        return refuse(command, REQUEST, code, detail);
    }

    Step cancel(String command, Requester by) {
        if (!by.staff() && !by.id().equals(owner))
            return refuse(command, CANCEL, "forbidden", "The simulation is somebody else's.");
        if (!state.open()) return refuse(command, CANCEL, "simulation-is-over", "There is nothing to cancel.");
        return in(State.CANCELLED)
                .saying(new SimulationMessage.Cancelled(id, owner, by.id()), accepted(command, CANCEL));
    }

    /** Begun for the first time, or again because a service stopped in the middle of it. */
    Step begin() {
        if (begun >= MOST_BEGUN) return fail("interrupted", "It was interrupted %d times.".formatted(MOST_BEGUN));
        return new Simulation(
                        id, owner, staff, payloadHash, State.RUNNING, requestedAt, begun + 1, told, correlation, trace)
                .saying(new SimulationMessage.Started(id, owner));
    }

    Step progress(int percent) {
        return saying(new SimulationMessage.Progressed(id, owner, percent));
    }

    Step finish(SimulationResult result) {
        return in(State.DONE).saying(new SimulationMessage.Finished(id, owner, Optional.of(result)));
    }

    Step fail(String code, String detail) {
        return in(State.FAILED).saying(new SimulationMessage.Failed(id, owner, code, detail));
    }

    private CommandOutcome accepted(String command, String kind) {
        return new CommandOutcome.Accepted(command, kind, "simulations/" + id);
    }

    private Step refuse(String command, String kind, String code, String detail) {
        return saying(new CommandOutcome.Refused(command, kind, "simulations/" + id, code, detail, List.of()));
    }

    private Simulation in(State next) {
        return new Simulation(id, owner, staff, payloadHash, next, requestedAt, begun, told, correlation, trace);
    }

    private Step saying(Object... facts) {
        var said = List.of(facts).stream().map(Record.class::cast).toList();
        return new Step(
                new Simulation(
                        id,
                        owner,
                        staff,
                        payloadHash,
                        state,
                        requestedAt,
                        begun,
                        told + said.size(),
                        correlation,
                        trace),
                said);
    }
}

package org.sing.schemas;

import java.util.Optional;

/** What-if questions and what became of them; key is the simulation, subject {@code simulations/<simulation>}. */
public sealed interface SimulationMessage {
    String simulation();

    /** Command: answer this question. {@code payloadHash} tells a repetition from another question under the same id. */
    record Request(Requester requester, String simulation, SimulationQuestion question, String payloadHash)
            implements SimulationMessage {}

    /** Command: the answer is not wanted any more. */
    record Cancel(Requester requester, String simulation) implements SimulationMessage {}

    /** Event about one simulation; {@code owner} asked for it. */
    sealed interface Event extends SimulationMessage {
        String owner();
    }

    /** It waits for its turn. {@code question} is without the contents of its trace. */
    record Queued(String simulation, String owner, SimulationQuestion question) implements Event {}

    record Started(String simulation, String owner) implements Event {}

    record Progressed(String simulation, String owner, int percent) implements Event {}

    /** @param result absent in the public feed, where it would weigh too much */
    record Finished(String simulation, String owner, Optional<SimulationResult> result) implements Event {}

    /** @param code stable machine-readable reason in kebab-case, e.g. {@code took-too-long} */
    record Failed(String simulation, String owner, String code, String detail) implements Event {}

    /** @param by who did not want it any more */
    record Cancelled(String simulation, String owner, String by) implements Event {}
}

package org.sing.scheduling.whatif;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.Topics;

/** What is said about simulations. */
final class SimulationSpeech {
    private static final Envelopes ENVELOPES = Envelopes.of("/services/scheduling");

    private SimulationSpeech() {}

    static List<Envelope> messages(Simulation.Step step, Cause cause, Instant at) {
        var messages = new ArrayList<Envelope>();
        var simulation = step.after();
        var sequence = simulation.told() - step.facts().size();
        for (var fact : step.facts())
            messages.add(ENVELOPES.fact(
                    Topics.SIMULATION_EVENTS,
                    simulation.id(),
                    "simulations/" + simulation.id(),
                    ++sequence,
                    cause,
                    at,
                    fact));
        return messages;
    }

    /** What the service does by itself belongs to the chain of whoever asked. */
    static Cause own(Simulation simulation) {
        return new Cause(simulation.correlation(), "", "/services/scheduling", simulation.trace());
    }
}

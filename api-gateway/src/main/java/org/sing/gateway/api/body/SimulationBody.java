package org.sing.gateway.api.body;

import java.time.Instant;
import java.util.Optional;
import org.sing.gateway.store.SimulationReader;
import org.sing.gateway.store.SimulationReader.Failure;
import org.sing.schemas.SimulationResult;

/** A what-if question, where it stands, and its answer. */
public record SimulationBody(
        String id,
        String owner,
        Optional<String> ownerName,
        String state,
        int percent,
        Instant requestedAt,
        Optional<Instant> startedAt,
        Optional<Instant> finishedAt,
        Optional<QuestionBody> asked,
        Optional<Failure> failure,
        Optional<SimulationResult> result) {

    public static SimulationBody of(SimulationReader.Found found) {
        return new SimulationBody(
                found.id(),
                found.owner(),
                found.ownerName(),
                found.state(),
                found.percent(),
                found.requestedAt(),
                found.startedAt(),
                found.finishedAt(),
                found.question().map(QuestionBody::of),
                found.failure(),
                found.result());
    }
}

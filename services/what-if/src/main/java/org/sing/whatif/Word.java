package org.sing.whatif;

import java.util.Optional;
import org.sing.schemas.SimulationResult;
import org.sing.whatif.domain.Unanswerable;

/** What the process says: one of these three. */
public record Word(Optional<Integer> percent, Optional<SimulationResult> result, Optional<Refusal> refusal) {

    public record Refusal(String code, String detail) {}

    static Word of(int percent) {
        return new Word(Optional.of(percent), Optional.empty(), Optional.empty());
    }

    static Word of(SimulationResult result) {
        return new Word(Optional.empty(), Optional.of(result), Optional.empty());
    }

    static Word of(Unanswerable why) {
        return new Word(Optional.empty(), Optional.empty(), Optional.of(new Refusal(why.code(), why.getMessage())));
    }
}

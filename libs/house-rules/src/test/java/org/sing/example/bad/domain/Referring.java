package org.sing.example.bad.domain;

import java.time.Instant;
import java.util.function.Supplier;

/** Reads the clock through a method reference. */
public record Referring(Supplier<Instant> clock) {
    static Referring here() {
        return new Referring(Instant::now);
    }
}

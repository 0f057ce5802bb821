package org.sing.example.bad.domain;

import java.time.Instant;

/** Reads the clock. */
public record Clocked(Instant at) {
    static Clocked here() {
        return new Clocked(Instant.now());
    }
}

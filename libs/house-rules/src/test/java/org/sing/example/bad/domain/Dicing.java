package org.sing.example.bad.domain;

import java.util.Random;

/** Throws dice without a seed. */
public record Dicing(int eyes) {
    static Dicing here() {
        return new Dicing(new Random().nextInt(6));
    }
}

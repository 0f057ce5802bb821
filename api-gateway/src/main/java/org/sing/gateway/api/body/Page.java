package org.sing.gateway.api.body;

import java.util.List;
import java.util.Optional;

/** A part of a list; no cursor means that it is the last part. */
public record Page<T>(List<T> items, Optional<String> nextCursor) {
    public static <T> Page<T> all(List<T> items) {
        return new Page<>(items, Optional.empty());
    }
}

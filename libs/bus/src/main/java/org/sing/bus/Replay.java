package org.sing.bus;

import io.smallrye.mutiny.Uni;

/** Hears the bus again from its beginning. Nothing may change by it: marks and inbox ids tell what was applied. */
public interface Replay {
    Uni<Void> fromZero();
}

package org.sing.scheduling.core.simulation;

import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.sing.scheduling.core.Event;

/** A node as the judge sees it. */
final class Machine {
    Event.NodeRegistered as;
    long cordonVersion;
    boolean cordoned;
    boolean lost;
    Optional<Instant> safeAt = Optional.empty();
    /** Held here under an older lease, and not gone on with. */
    final Set<String> left = new HashSet<>();

    boolean open() {
        return as != null && !cordoned && !lost;
    }
}

package org.sing.agent.domain;

import java.util.Optional;

/** An accepted allocation that is not over. */
public record Task(Allocation allocation, Optional<Running> running, Optional<Stop> stop, boolean warned) {
    static Task of(Allocation allocation) {
        return new Task(allocation, Optional.empty(), Optional.empty(), false);
    }

    Task with(Running process) {
        return new Task(allocation, Optional.of(process), stop, warned);
    }

    Task with(Stop reason) {
        return new Task(allocation, running, Optional.of(reason), warned);
    }

    Task withWarning() {
        return new Task(allocation, running, stop, true);
    }
}

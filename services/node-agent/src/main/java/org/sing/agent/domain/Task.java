package org.sing.agent.domain;

import java.util.Optional;

/** An accepted allocation that is not over. */
public record Task(Allocation allocation, Optional<Running> running, Optional<Stop> stop) {
    static Task of(Allocation allocation) {
        return new Task(allocation, Optional.empty(), Optional.empty());
    }

    Task with(Running process) {
        return new Task(allocation, Optional.of(process), stop);
    }

    Task with(Stop reason) {
        return new Task(allocation, running, Optional.of(reason));
    }
}

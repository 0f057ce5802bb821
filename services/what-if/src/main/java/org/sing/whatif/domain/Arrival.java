package org.sing.whatif.domain;

import java.time.Instant;
import java.util.List;
import org.sing.scheduling.core.Event;

/** A job that comes later. */
record Arrival(Instant at, Event.JobSubmitted submitted) {

    List<Event> events() {
        return List.of(submitted, new Event.JobQueued(submitted.job(), 1));
    }
}

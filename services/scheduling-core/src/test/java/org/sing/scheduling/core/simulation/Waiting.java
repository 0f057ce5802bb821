package org.sing.scheduling.core.simulation;

import java.time.Instant;
import java.util.Optional;
import org.sing.scheduling.core.Event;
import org.sing.scheduling.core.Request;

/** A job as the judge sees it. */
final class Waiting {
    final Event.JobSubmitted as;
    Request request;
    boolean queued;
    boolean cancelled;
    boolean closed;
    Optional<Instant> notBefore = Optional.empty();
    int attempt;
    Optional<Boolean> queueAfter = Optional.empty();

    Waiting(Event.JobSubmitted as) {
        this.as = as;
        this.request = as.request();
    }

    String id() {
        return as.job();
    }

    /** A job without GPUs counts as one. */
    int weight() {
        return Math.max(1, request.nodes() * request.gpusPerNode());
    }
}

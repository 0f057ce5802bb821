package org.sing.simulator;

import java.util.List;

/** From the first arrival to the last end. */
record Span(double from, double until) {

    static Span of(List<Lived> lived) {
        var from = lived.stream().mapToDouble(job -> job.job().submitSeconds()).min();
        var until = lived.stream().mapToDouble(Lived::endSeconds).max();
        return new Span(from.orElse(0), until.orElse(0));
    }

    double seconds() {
        return until - from;
    }

    Span and(Span other) {
        return new Span(Math.min(from, other.from), Math.max(until, other.until));
    }
}

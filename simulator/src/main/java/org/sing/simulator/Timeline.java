package org.sing.simulator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** GPUs requested and in use, and jobs that wait, step by step. */
record Timeline(double stepSeconds, List<Step> steps) {

    /** Means over the step. {@code requested} counts what runs and what waits, up to the whole cluster. */
    record Step(double inUse, double requested, double waiting) {}

    private record Change(double at, int inUse, int requested, int waiting) {}

    static Timeline of(List<Lived> lived, Machines machines, Span span, double stepSeconds) {
        var changes = changes(lived);
        var steps = new ArrayList<Step>();
        var sums = new Sums(machines.gpus(), span.from());
        var next = 0;
        for (var number = 1; span.from() + (number - 1) * stepSeconds < span.until(); number++) {
            var end = span.from() + number * stepSeconds;
            for (; next < changes.size() && changes.get(next).at < end; next++) sums.change(changes.get(next));
            steps.add(sums.step(end, stepSeconds));
        }
        return new Timeline(stepSeconds, List.copyOf(steps));
    }

    /** Of what could have been in use: the mean over the steps, as the paper counts. */
    double assignment() {
        return steps.stream()
                .filter(step -> step.requested > 0)
                .mapToDouble(step -> step.inUse / step.requested)
                .average()
                .orElse(0);
    }

    private static List<Change> changes(List<Lived> lived) {
        var changes = new ArrayList<Change>();
        for (var job : lived) {
            changes.add(new Change(job.job().submitSeconds(), 0, job.gpus(), 1));
            for (var attempt : job.attempts()) {
                changes.add(new Change(attempt.startSeconds(), job.gpus(), 0, -1));
                changes.add(new Change(attempt.endSeconds(), -job.gpus(), 0, 1));
            }
            changes.add(new Change(job.endSeconds(), 0, -job.gpus(), -1));
        }
        changes.sort(Comparator.comparingDouble(Change::at));
        return changes;
    }

    /** What holds now, and its sums since the step began. */
    private static final class Sums {
        private final int capacity;
        private double now;
        private long inUse;
        private long requested;
        private long waiting;
        private double inUseSeconds;
        private double requestedSeconds;
        private double waitingSeconds;

        Sums(int capacity, double from) {
            this.capacity = capacity;
            now = from;
        }

        void change(Change change) {
            pass(change.at);
            inUse += change.inUse;
            requested += change.requested;
            waiting += change.waiting;
        }

        Step step(double end, double seconds) {
            pass(end);
            var step = new Step(inUseSeconds / seconds, requestedSeconds / seconds, waitingSeconds / seconds);
            inUseSeconds = requestedSeconds = waitingSeconds = 0;
            return step;
        }

        private void pass(double until) {
            inUseSeconds += inUse * (until - now);
            requestedSeconds += Math.min(capacity, requested) * (until - now);
            waitingSeconds += waiting * (until - now);
            now = until;
        }
    }
}

package org.sing.whatif.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import org.sing.schemas.SimulationResult.Figures;
import org.sing.schemas.SimulationResult.Series;

/** What several lives under one setting come to. */
record Reckoning(List<Course> lives) {
    private static final int STEPS = 200;
    private static final int QUANTILES = 100;

    /** Of the lives in the order of their length, one that nine in ten do not exceed: one long run stretches no plot. */
    private static final double LONG = 0.9;

    Figures figures() {
        var waits = waits();
        return new Figures(
                mean(course -> course.ran().size() + course.neverFit() + course.stillWaiting()),
                mean(course -> course.ran().size()),
                mean(Course::neverFit),
                mean(Course::stillWaiting),
                rounded(Arrays.stream(waits).average().orElse(0)),
                rounded(at(waits, 0.5)),
                rounded(at(waits, 0.95)),
                rounded(at(waits, 1)),
                rounded(lives.stream()
                        .flatMap(course -> course.ran().stream())
                        .mapToDouble(Course.Ran::boundedSlowdown)
                        .average()
                        .orElse(0)),
                rounded(utilisation()),
                mean(Course::requeues));
    }

    /** Until when there is something to see. */
    Duration length() {
        var lengths = lives.stream()
                .mapToDouble(course ->
                        Duration.between(course.begin(), course.lastStart()).toMillis())
                .sorted()
                .toArray();
        return Duration.ofMillis((long) (1.05 * at(lengths, LONG)));
    }

    Series series(Duration length) {
        var step = Math.max(1, length.toMillis() / 1000.0 / STEPS);
        var sums = new double[3][STEPS];
        for (var course : lives) Clock.of(course).means(step, sums);
        var waits = waits();
        var quantiles = new ArrayList<Double>();
        for (var i = 0; i <= QUANTILES; i++) quantiles.add(rounded(at(waits, (double) i / QUANTILES)));
        return new Series(rounded(step), mean(sums[0]), mean(sums[1]), mean(sums[2]), quantiles);
    }

    private double utilisation() {
        var used = 0.0;
        var there = 0.0;
        for (var course : lives) {
            var clock = Clock.of(course);
            clock.pass(course.lastStart());
            used += clock.inUseSeconds;
            there += clock.gpusSeconds;
        }
        return there > 0 ? used / there : 0;
    }

    private double[] waits() {
        return lives.stream()
                .flatMap(course -> course.ran().stream())
                .mapToDouble(ran -> ran.waitedMillis() / 1000.0)
                .sorted()
                .toArray();
    }

    /** Lives differ in counts only where nodes fail. */
    private int mean(ToIntFunction<Course> count) {
        return (int) Math.round(lives.stream().mapToInt(count).average().orElse(0));
    }

    private List<Double> mean(double[] sums) {
        return Arrays.stream(sums).mapToObj(sum -> rounded(sum / lives.size())).toList();
    }

    /** The value that so great a part of all does not exceed. */
    private static double at(double[] sorted, double part) {
        return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1, sorted.length * part)];
    }

    private static double rounded(double value) {
        return Math.round(value * 1000) / 1000.0;
    }

    /** Goes through a life and sums up what is in use, there and waiting. */
    private static final class Clock {
        private final List<Course.Change> changes;
        private int next;
        private final Instant begin;
        private double now;
        private long inUse;
        private long gpus;
        private long waiting;
        private double inUseSeconds;
        private double gpusSeconds;
        private double waitingSeconds;

        private Clock(Course course) {
            begin = course.begin();
            changes = course.changes();
        }

        static Clock of(Course course) {
            return new Clock(course);
        }

        void pass(Instant until) {
            pass(seconds(until));
        }

        private void pass(double until) {
            for (; next < changes.size() && seconds(changes.get(next).at()) < until; next++) {
                var change = changes.get(next);
                lapse(seconds(change.at()));
                inUse += change.gpusInUse();
                gpus += change.gpus();
                waiting += change.waiting();
            }
            lapse(until);
        }

        /** What runs on nodes that take no more jobs is there as long as it runs. */
        private void lapse(double until) {
            inUseSeconds += inUse * (until - now);
            gpusSeconds += Math.max(inUse, gpus) * (until - now);
            waitingSeconds += waiting * (until - now);
            now = until;
        }

        private double seconds(Instant at) {
            return Duration.between(begin, at).toMillis() / 1000.0;
        }

        void means(double step, double[][] sums) {
            for (var i = 0; i < STEPS; i++) {
                inUseSeconds = gpusSeconds = waitingSeconds = 0;
                pass((i + 1) * step);
                sums[0][i] += inUseSeconds / step;
                sums[1][i] += gpusSeconds / step;
                sums[2][i] += waitingSeconds / step;
            }
        }
    }
}

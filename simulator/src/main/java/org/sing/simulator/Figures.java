package org.sing.simulator;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What a replay comes to. Seconds, and parts of one.
 *
 * @param jobs that ran to their end
 * @param unfinished that still waited when nothing would ever happen again
 * @param utilisation GPUs in use, of all, from the first arrival to the last end
 * @param assignment GPUs in use, of those that were asked for and there; the mean of all hours
 * @param requeues attempts that were lost with a node
 */
record Figures(
        int jobs,
        int unfinished,
        double meanWait,
        double medianWait,
        double p95Wait,
        double p99Wait,
        double maxWait,
        double meanCompletion,
        double boundedSlowdown,
        double utilisation,
        double assignment,
        double makespan,
        Overtaken overtaken,
        int requeues,
        double lostGpuHours,
        Calibration calibration) {
    static final double HOUR = 3600;

    static Figures of(Replay.Result result, Machines machines) {
        var lived = result.lived();
        var waits = sorted(lived, Lived::waited);
        var span = Span.of(lived);
        return new Figures(
                lived.size(),
                result.unfinished(),
                mean(lived, Lived::waited),
                at(waits, 0.5),
                at(waits, 0.95),
                at(waits, 0.99),
                at(waits, 1),
                mean(lived, Lived::completion),
                mean(lived, Lived::boundedSlowdown),
                span.seconds() > 0 ? sum(lived, Figures::gpuSeconds) / machines.gpus() / span.seconds() : 0,
                Timeline.of(lived, machines, span, HOUR).assignment(),
                span.seconds(),
                Overtaken.of(lived),
                lived.stream().mapToInt(job -> job.attempts().size() - 1).sum(),
                sum(lived, Lived::lostGpuSeconds) / HOUR,
                Calibration.of(result));
    }

    static double[] sorted(List<Lived> lived, ToDoubleFunction<Lived> value) {
        return lived.stream().mapToDouble(value).sorted().toArray();
    }

    /** The value that so great a part of all does not exceed. */
    static double at(double[] sorted, double part) {
        return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1, sorted.length * part)];
    }

    static double mean(List<Lived> lived, ToDoubleFunction<Lived> value) {
        return lived.stream().mapToDouble(value).average().orElse(0);
    }

    private static double sum(List<Lived> lived, ToDoubleFunction<Lived> value) {
        return lived.stream().mapToDouble(value).sum();
    }

    private static double gpuSeconds(Lived job) {
        return job.attempts().stream().mapToDouble(Attempt::gpuSeconds).sum();
    }
}

package org.sing.simulator;

import java.util.List;
import java.util.function.ToDoubleFunction;

/** What a replay comes to. Seconds. */
public record Figures(
        int jobs,
        double meanWait,
        double medianWait,
        double p95Wait,
        double p99Wait,
        double maxWait,
        double meanCompletion,
        double makespan,
        double boundedSlowdown,
        double utilisation,
        double assignment,
        long overtakings,
        long repeated) {

    static Figures of(Replay.Result result, Machines machines) {
        var lived = result.lived();
        var waits = sorted(lived, Lived::waited);
        var first = lived.stream()
                .mapToDouble(job -> job.job().submitSeconds())
                .min()
                .orElse(0);
        var last = lived.stream().mapToDouble(Lived::endSeconds).max().orElse(0);
        var work = lived.stream()
                .mapToDouble(job -> job.gpus() * (job.endSeconds() - job.startSeconds()))
                .sum();
        return new Figures(
                lived.size(),
                mean(lived, Lived::waited),
                at(waits, 0.5),
                at(waits, 0.95),
                at(waits, 0.99),
                at(waits, 1),
                mean(lived, Lived::completion),
                last - first,
                mean(lived, Lived::boundedSlowdown),
                last > first ? work / machines.gpus() / (last - first) : 0,
                Timeline.of(lived, machines).assignment(),
                result.overtakings().size(),
                lived.stream().filter(job -> job.attempts() > 1).count());
    }

    static double[] sorted(List<Lived> lived, ToDoubleFunction<Lived> value) {
        return lived.stream().mapToDouble(value).sorted().toArray();
    }

    static double at(double[] sorted, double part) {
        return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1, sorted.length * part)];
    }

    private static double mean(List<Lived> lived, ToDoubleFunction<Lived> value) {
        return lived.stream().mapToDouble(value).average().orElse(0);
    }
}

package org.sing.simulator;

import java.util.List;
import java.util.TreeMap;

/** The mean bounded slowdown of jobs of about the same number of GPUs: each class ends at a power of two. */
record Sizes(List<Size> sizes) {

    record Size(int upToGpus, int jobs, double slowdown) {
        String label() {
            return upToGpus <= 2 ? "" + upToGpus : "%d–%d".formatted(upToGpus / 2 + 1, upToGpus);
        }
    }

    static Sizes of(List<Lived> lived) {
        var sums = new TreeMap<Integer, double[]>();
        for (var job : lived) {
            var sum = sums.computeIfAbsent(upTo(job.gpus()), size -> new double[2]);
            sum[0]++;
            sum[1] += job.boundedSlowdown();
        }
        return new Sizes(sums.entrySet().stream()
                .map(entry ->
                        new Size(entry.getKey(), (int) entry.getValue()[0], entry.getValue()[1] / entry.getValue()[0]))
                .toList());
    }

    private static int upTo(int gpus) {
        return gpus <= 1 ? 1 : Integer.highestOneBit(gpus - 1) * 2;
    }
}

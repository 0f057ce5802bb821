package org.sing.scheduling.core;

/** What one {@link History} says, ready to be asked often. */
final class Tally {
    private int[] counts = {};
    private int[] upTo = {};
    private int runs;
    private double meanSeconds;

    /** From the counts alone, so that a core which read them from the books expects the same to the last bit. */
    void of(History history) {
        counts = history.runs().stream().mapToInt(Integer::intValue).toArray();
        upTo = counts.clone();
        var sum = 0.0;
        for (var i = 0; i < counts.length; i++) {
            if (i > 0) upTo[i] += upTo[i - 1];
            sum += counts[i] * History.seconds(i);
        }
        runs = upTo[upTo.length - 1];
        meanSeconds = runs == 0 ? 0 : sum / runs;
    }

    int runs() {
        return runs;
    }

    double meanSeconds() {
        return meanSeconds;
    }

    /** Which part of the runs was of this class or shorter. */
    double partUpTo(int last) {
        return runs == 0 ? 0 : (double) upTo[last] / runs;
    }

    void spread(double share, double[] likely) {
        for (var i = 0; i < likely.length; i++) likely[i] += share * counts[i] / runs;
    }
}

package org.sing.bench;

import java.util.Arrays;
import java.util.Locale;

/** Percentiles of what was measured. */
record Figures(double[] sorted) {

    static Figures of(double[] values) {
        var copy = values.clone();
        Arrays.sort(copy);
        return new Figures(copy);
    }

    /** The smallest value that at least {@code share} of the values do not exceed. */
    double percentile(double share) {
        if (sorted.length == 0) return Double.NaN;
        return sorted[Math.max(0, (int) Math.ceil(share * sorted.length) - 1)];
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "p50 %.0f  p90 %.0f  p99 %.0f  max %.0f  (n=%d)",
                percentile(0.5),
                percentile(0.9),
                percentile(0.99),
                percentile(1),
                sorted.length);
    }
}

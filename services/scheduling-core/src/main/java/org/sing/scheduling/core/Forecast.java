package org.sing.scheduling.core;

import java.util.Arrays;
import java.util.List;

/** How likely a run is of which length, learned from the finished runs of the kinds that a job belongs to. */
final class Forecast {
    /** So many finished runs of a kind count as much as everything known of wider kinds. */
    private static final double TRUST = 5;

    /** What is expected before anything was learned. */
    private static final double FIRST_GUESS_SECONDS = 3600;

    private final double[] likely = new double[History.CLASSES];
    private final double mean;

    /** @param kinds the narrowest first; each fills in what the narrower ones do not know well */
    Forecast(List<History> kinds) {
        var left = 1.0;
        for (var kind : kinds) left -= add(kind, left);
        if (left == 1) likely[History.classOf(FIRST_GUESS_SECONDS)] = 1;
        var sum = 0.0;
        var weight = 0.0;
        for (var i = 0; i < likely.length; i++) {
            sum += likely[i] * History.seconds(i);
            weight += likely[i];
        }
        mean = sum / weight;
    }

    /** The whole run of a job that has not started. */
    double seconds() {
        return mean;
    }

    /** The whole run of a job that has already run so long: whoever ran long will run long. */
    double seconds(double age) {
        var sum = 0.0;
        var weight = 0.0;
        for (var i = History.classOf(age); i < likely.length; i++) {
            sum += likely[i] * Math.max(age * 1.1, History.seconds(i));
            weight += likely[i];
        }
        return weight > 1e-9 ? sum / weight : 2 * age;
    }

    /** The length that so great a part of the runs does not exceed. */
    double quantile(double part) {
        var whole = Arrays.stream(likely).sum();
        var sum = 0.0;
        for (var i = 0; i < likely.length; i++) {
            sum += likely[i];
            if (sum >= part * whole) return History.seconds(i);
        }
        return History.seconds(likely.length - 1);
    }

    private double add(History kind, double left) {
        var runs = kind.runs().stream().mapToInt(Integer::intValue).sum();
        if (runs == 0) return 0;
        var share = left * runs / (runs + TRUST);
        for (var i = 0; i < likely.length; i++) likely[i] += share * kind.runs().get(i) / runs;
        return share;
    }
}

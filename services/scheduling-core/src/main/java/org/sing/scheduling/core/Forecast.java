package org.sing.scheduling.core;

import java.util.Arrays;
import java.util.List;

/**
 * How likely a run is of which length, from the finished runs of the kinds that a job belongs to. A view of what is known
 * now: a run that ends somewhere makes no forecast anew.
 */
final class Forecast implements Expectation {
    /** So many finished runs of a kind count as much as everything known of wider kinds. */
    private static final double TRUST = 5;

    /** What is expected before anything was learned. */
    private static final double FIRST_GUESS_SECONDS = 3600;

    private final Tally[] kinds;

    /** @param kinds the narrowest first; each fills in what the narrower ones do not know well */
    Forecast(List<Tally> kinds) {
        this.kinds = kinds.toArray(Tally[]::new);
    }

    @Override
    public double seconds() {
        var left = 1.0;
        var sum = 0.0;
        for (var kind : kinds) {
            var share = share(kind, left);
            left -= share;
            sum += share * kind.meanSeconds();
        }
        return left == 1 ? History.seconds(History.classOf(FIRST_GUESS_SECONDS)) : sum / (1 - left);
    }

    /** Whoever ran long will run long. */
    @Override
    public double seconds(double age) {
        if (age <= 0) return seconds();
        var likely = likely();
        var sum = 0.0;
        var weight = 0.0;
        for (var i = History.classOf(age); i < likely.length; i++) {
            sum += likely[i] * Math.max(age * 1.1, History.seconds(i));
            weight += likely[i];
        }
        return weight > 1e-9 ? sum / weight : 2 * age;
    }

    /** What this part of the runs does not exceed, of those that have been running for so long. */
    double quantile(double part, double age) {
        var likely = withDoubt();
        var from = History.place(age);
        var i = (int) from;
        likely[i] *= i + 1 - from;
        var last = likely.length - 1;
        while (last > i && likely[last] == 0) last--;
        if (likely[last] == 0) return 2 * age;
        var left = part * Arrays.stream(likely, i, last + 1).sum();
        while (i < last && left >= likely[i]) left -= likely[i++];
        var begin = Math.max(from, i);
        return History.secondsAt(begin + (i + 1 - begin) * Math.min(1, left / likely[i]));
    }

    /** What is not known could be anything: of all lengths between a minute and a day. */
    private double[] withDoubt() {
        var likely = likely();
        var unknown = 1.0;
        for (var kind : kinds) unknown -= share(kind, unknown);
        if (unknown == 1) Arrays.fill(likely, 0);
        var first = History.classOf(60);
        var last = History.classOf(86_400);
        for (var i = first; i <= last; i++) likely[i] += unknown / (last + 1 - first);
        return likely;
    }

    @Override
    public boolean within(double seconds) {
        var last = History.lastWithin(seconds);
        if (last < 0) return false;
        var left = 1.0;
        var sum = 0.0;
        for (var kind : kinds) {
            var share = share(kind, left);
            left -= share;
            sum += share * kind.partUpTo(last);
        }
        return left == 1 ? last >= History.classOf(FIRST_GUESS_SECONDS) : sum >= 0.9 * (1 - left);
    }

    private double[] likely() {
        var likely = new double[History.CLASSES];
        var left = 1.0;
        for (var kind : kinds) {
            var share = share(kind, left);
            left -= share;
            if (share > 0) kind.spread(share, likely);
        }
        if (left == 1) likely[History.classOf(FIRST_GUESS_SECONDS)] = 1;
        return likely;
    }

    private static double share(Tally kind, double left) {
        return left * kind.runs() / (kind.runs() + TRUST);
    }
}

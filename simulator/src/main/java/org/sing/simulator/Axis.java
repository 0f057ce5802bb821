package org.sing.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;

/**
 * From values to parts of a length.
 *
 * @param place of a value between 0 and 1
 */
record Axis(DoubleUnaryOperator place, List<Tick> ticks) {
    private static final List<Double> WAITS = List.of(60.0, 600.0, 3600.0, 21_600.0, 86_400.0, 604_800.0, 2_592_000.0);

    record Tick(double at, String label) {}

    static Axis linear(double max, DoubleFunction<String> label) {
        var top = max > 0 ? max : 1;
        var step = step(top, 5);
        var ticks = new ArrayList<Tick>();
        for (var value = 0.0; value <= top * 1.0001; value += step)
            ticks.add(new Tick(value / top, label.apply(value)));
        return new Axis(value -> value / top, ticks);
    }

    /** Hours or days since the first arrival. */
    static Axis time(Span span) {
        var unit = span.seconds() > 3 * 86_400 ? 86_400.0 : span.seconds() > 3 * 3600 ? 3600.0 : 60.0;
        var name = unit == 86_400 ? "day " : unit == 3600 ? "hour " : "minute ";
        var step = Math.max(1, step(span.seconds() / unit, 7)) * unit;
        var ticks = new ArrayList<Tick>();
        for (var at = Math.ceil(span.from() / step) * step; at <= span.until(); at += step)
            ticks.add(new Tick((at - span.from()) / span.seconds(), name + Math.round(at / unit)));
        return new Axis(value -> (value - span.from()) / span.seconds(), ticks);
    }

    /** Every power of ten from one on. */
    static Axis powers(double max) {
        var top = Math.max(1, Math.ceil(Math.log10(Math.max(1, max)) * 4) / 4);
        var ticks = new ArrayList<Tick>();
        for (var power = 0; power <= top; power++)
            ticks.add(new Tick(power / top, Spoken.count((long) Math.pow(10, power))));
        return new Axis(value -> Math.log10(Math.max(1, value)) / top, ticks);
    }

    /** From ten seconds on by powers, everything shorter at the beginning. */
    static Axis waits(double max) {
        var top = Math.log(Math.max(600, max) / 10);
        DoubleUnaryOperator place = value -> value <= 10 ? 0 : Math.log(value / 10) / top;
        var ticks = new ArrayList<>(List.of(new Tick(0, "at once")));
        for (var wait : WAITS)
            if (place.applyAsDouble(wait) <= 1) ticks.add(new Tick(place.applyAsDouble(wait), Spoken.unit(wait)));
        return new Axis(place, ticks);
    }

    /** 1, 2 or 5 times a power of ten, at most so many times in the whole. */
    private static double step(double whole, int most) {
        var power = Math.pow(10, Math.floor(Math.log10(whole / most)));
        for (var factor : List.of(1, 2, 5)) if (whole / (factor * power) <= most) return factor * power;
        return 10 * power;
    }
}

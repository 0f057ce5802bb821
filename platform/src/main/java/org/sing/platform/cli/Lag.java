package org.sing.platform.cli;

import java.util.Optional;
import java.util.function.DoubleBinaryOperator;
import org.sing.platform.process.Probe;

/** How far a service is behind, by its own metrics. */
record Lag(
        Optional<Double> records,
        Optional<Double> seconds,
        Optional<Double> outboxPending,
        Optional<Double> deadLetters) {

    static final Lag UNKNOWN = new Lag(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    static Lag ask(int port) {
        return Probe.body(port, "/q/metrics").map(Lag::parse).orElse(UNKNOWN);
    }

    static Lag parse(String metrics) {
        return new Lag(
                fold(metrics, "sing_consumer_lag_records", Double::sum),
                fold(metrics, "sing_event_lag_seconds", Math::max),
                fold(metrics, "sing_outbox_pending", Double::sum),
                fold(metrics, "sing_dead_letters", Double::sum));
    }

    String lagText() {
        return records.map(Lag::whole)
                .or(() -> seconds.map("%.1f s"::formatted))
                .orElse("-");
    }

    String outboxText() {
        return outboxPending.map(Lag::whole).orElse("-");
    }

    String deadText() {
        return deadLetters.map(Lag::whole).orElse("-");
    }

    private static Optional<Double> fold(String metrics, String name, DoubleBinaryOperator operator) {
        return metrics.lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .map(line -> Double.valueOf(line.substring(line.lastIndexOf(' ') + 1)))
                .reduce((left, right) -> operator.applyAsDouble(left, right));
    }

    private static String whole(double value) {
        return Long.toString(Math.round(value));
    }
}

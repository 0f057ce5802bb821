package org.sing.simulator;

import java.util.List;

/** When nodes are lost and come back, in order. */
public final class Faults {
    private final List<Fault> faults;
    private int position;

    /** @param incarnation of the node: of the one that is lost, or of the one that comes back */
    public record Fault(double atSeconds, int node, boolean ends, long incarnation) {}

    public Faults(List<Fault> faults) {
        this.faults = List.copyOf(faults);
    }

    public static Faults none() {
        return new Faults(List.of());
    }

    /** The same from the beginning, for another rule. */
    Faults again() {
        return new Faults(faults);
    }

    int size() {
        return faults.size();
    }

    double next() {
        return position < faults.size() ? faults.get(position).atSeconds : Double.MAX_VALUE;
    }

    Fault poll() {
        return faults.get(position++);
    }
}

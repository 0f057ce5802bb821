package org.sing.simulator;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * When nodes are lost and come back, in order.
 *
 * @param skipped rows of the log that change nothing here, counted by reason
 */
public record Faults(String name, List<Fault> faults, SortedMap<String, Trace.Skipped> skipped) {
    static final Faults NONE = new Faults("", List.of(), new TreeMap<>());

    /** @param ends whether the node comes back */
    public record Fault(double atSeconds, int node, boolean ends) {}

    public Faults {
        faults = List.copyOf(faults);
    }
}

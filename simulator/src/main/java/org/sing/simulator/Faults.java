package org.sing.simulator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.sing.traces.Trace;

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

    /**
     * By chance: every node works for {@code betweenHours} and is away for {@code repairHours}, on average and without
     * memory.
     */
    static Faults random(int nodes, double betweenHours, double repairHours, double untilSeconds, long seed) {
        if (betweenHours <= 0 || repairHours <= 0)
            throw new IllegalArgumentException("the hours between faults and of a repair are more than 0");
        var random = new Random(seed);
        var faults = new ArrayList<Fault>();
        for (var node = 0; node < nodes; node++) {
            var at = 0.0;
            while (true) {
                at += 3600 * betweenHours * random.nextExponential();
                if (at > untilSeconds) break;
                faults.add(new Fault(at, node, false));
                at += 3600 * repairHours * random.nextExponential();
                faults.add(new Fault(at, node, true));
            }
        }
        faults.sort(Comparator.comparingDouble(Fault::atSeconds));
        var name = "chance (every %s h a node, for %s h, seed %d)"
                .formatted(Spoken.rough(betweenHours), Spoken.rough(repairHours), seed);
        return new Faults(name, faults, new TreeMap<>());
    }
}

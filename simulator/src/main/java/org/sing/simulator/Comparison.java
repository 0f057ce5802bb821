package org.sing.simulator;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** The same trace on the same machines under several rules. */
record Comparison(Trace trace, Machines machines, int faults, Map<Rules, Outcome> outcomes) {

    record Outcome(Replay.Result result, Figures figures) {}

    /** @param progress hears which part of which rule is done */
    static Comparison of(
            Trace trace, Machines machines, List<Rules> rules, Faults faults, BiConsumer<Rules, Double> progress) {
        var outcomes = new LinkedHashMap<Rules, Outcome>();
        for (var rule : rules) {
            var known = trace.knowing(rule.knowledge);
            var result = Replay.run(known, machines, rule.rule, faults.again(), part -> progress.accept(rule, part));
            outcomes.put(rule, new Outcome(result, Figures.of(result, machines)));
        }
        return new Comparison(trace, machines, faults.size(), outcomes);
    }
}

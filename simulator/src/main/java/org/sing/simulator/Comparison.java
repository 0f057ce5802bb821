package org.sing.simulator;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.sing.traces.Trace;

/** The same trace under the same conditions, ruled in several ways. */
record Comparison(Trace trace, Conditions conditions, Map<Rules, Outcome> outcomes) {

    record Outcome(Replay.Result result, Figures figures) {}

    /** @param progress hears which part of which rule is done */
    static Comparison of(Trace trace, Conditions conditions, List<Rules> rules, BiConsumer<Rules, Double> progress) {
        var outcomes = new LinkedHashMap<Rules, Outcome>();
        for (var rule : rules) {
            progress.accept(rule, 0.0);
            var known = rule.knowledge.tell(trace);
            var result = Replay.run(known, conditions, rule.rule, part -> progress.accept(rule, part));
            outcomes.put(rule, new Outcome(result, Figures.of(result, conditions.machines())));
        }
        return new Comparison(trace, conditions, outcomes);
    }

    /** Of all rules together, so that their plots have one axis. */
    Span span() {
        return outcomes.values().stream()
                .map(outcome -> Span.of(outcome.result().lived()))
                .reduce(Span::and)
                .orElseThrow();
    }

    Timeline timeline(Rules rule, int steps) {
        return Timeline.of(
                outcomes.get(rule).result().lived(),
                conditions.machines(),
                span(),
                Math.max(1, span().seconds() / steps));
    }
}

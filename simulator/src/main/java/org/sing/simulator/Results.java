package org.sing.simulator;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The comparison with the data of its plots, as JSON for whoever wants to draw or compute. Seconds. */
final class Results {
    private static final int STEPS = 300;
    private static final int QUANTILES = 200;

    private Results() {}

    static String json(Comparison comparison) {
        var all = new LinkedHashMap<String, Object>();
        all.put("trace", comparison.trace().name());
        all.put("jobs", comparison.trace().jobs().size());
        all.put("skipped", comparison.trace().skipped());
        all.put("nodes", comparison.conditions().machines().nodes());
        all.put("gpusPerNode", comparison.conditions().machines().gpusPerNode());
        all.put("moments", comparison.conditions().moments().label());
        all.put("faults", comparison.conditions().faults().faults().size());
        all.put("faultsSkipped", comparison.conditions().faults().skipped());
        all.put(
                "rules",
                comparison.outcomes().keySet().stream()
                        .map(rule -> rule(comparison, rule))
                        .toList());
        return Json.text(all);
    }

    private static Map<String, Object> rule(Comparison comparison, Rules rule) {
        var outcome = comparison.outcomes().get(rule);
        var lived = outcome.result().lived();
        var timeline = comparison.timeline(rule, STEPS);
        var one = new LinkedHashMap<String, Object>();
        one.put("rule", rule.label());
        one.put("figures", outcome.figures());
        one.put("stepSeconds", timeline.stepSeconds());
        one.put("waiting", series(timeline, Timeline.Step::waiting));
        one.put("gpusInUse", series(timeline, Timeline.Step::inUse));
        one.put("gpusRequested", series(timeline, Timeline.Step::requested));
        one.put("waitQuantiles", quantiles(lived));
        one.put("slowdownBySize", Sizes.of(lived).sizes());
        return one;
    }

    private static List<Double> series(Timeline timeline, ToDoubleFunction<Timeline.Step> value) {
        return timeline.steps().stream().map(value::applyAsDouble).toList();
    }

    /** Of the waits, from the shortest to the longest in equal parts. */
    static List<Double> quantiles(List<Lived> lived) {
        var waits = Figures.sorted(lived, Lived::waited);
        var quantiles = new ArrayList<Double>();
        for (var i = 0; i <= QUANTILES; i++) quantiles.add(Figures.at(waits, (double) i / QUANTILES));
        return quantiles;
    }
}

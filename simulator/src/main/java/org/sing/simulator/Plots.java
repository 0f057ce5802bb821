package org.sing.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The plots that compare rules; each rule has one colour on the whole page. */
final class Plots {
    private static final int STEPS = 240;
    private final Comparison comparison;
    private final List<Rules> rules;
    private final List<Timeline> timelines;

    Plots(Comparison comparison) {
        this.comparison = comparison;
        rules = List.copyOf(comparison.outcomes().keySet());
        timelines = rules.stream().map(rule -> comparison.timeline(rule, STEPS)).toList();
    }

    String html() {
        return Stream.of(queue(), inUse(), waits(), slowdowns()).map(Plot::html).collect(Collectors.joining());
    }

    private Plot queue() {
        var up = Axis.linear(highest(Timeline.Step::waiting), value -> Spoken.count(Math.round(value)));
        var across = Axis.time(comparison.span());
        return new Plot(
                "Jobs in the queue",
                "How many jobs wait at the same time.",
                across,
                up,
                lines(across, up, Timeline.Step::waiting),
                legend());
    }

    private Plot inUse() {
        var gpus = comparison.conditions().machines().gpus();
        var up = Axis.linear(gpus * 1.05, value -> Spoken.count(Math.round(value)));
        var across = Axis.time(comparison.span());
        return new Plot(
                "GPUs in use",
                "Of %s. What is asked for and not in use is waste, or cannot be placed.".formatted(Spoken.count(gpus)),
                across,
                up,
                lines(across, up, Timeline.Step::inUse),
                legend());
    }

    private Plot waits() {
        var across = Axis.waits(outcomes()
                .mapToDouble(outcome -> outcome.figures().maxWait())
                .max()
                .orElse(0));
        var up = Axis.linear(100, value -> "%.0f %%".formatted(value));
        var marks = IntStream.range(0, rules.size()).mapToObj(i -> {
            var waits = Results.quantiles(lived(i));
            var points = IntStream.range(0, waits.size())
                    .mapToObj(part -> new Plot.Point(waits.get(part), 100.0 * part / (waits.size() - 1)))
                    .toList();
            return Plot.line("r" + i, rules.get(i).label(), across, up, points);
        });
        return new Plot(
                "How long jobs wait",
                "The part of all jobs that waited at most so long: the higher the line, the better.",
                across,
                up,
                marks.collect(Collectors.joining()),
                legend());
    }

    private Plot slowdowns() {
        var sizes = IntStream.range(0, rules.size())
                .mapToObj(i -> Sizes.of(lived(i)).sizes())
                .toList();
        var most = sizes.stream()
                .flatMap(List::stream)
                .mapToDouble(Sizes.Size::slowdown)
                .max();
        var up = Axis.powers(most.orElse(1));
        var classes = sizes.stream()
                .flatMap(List::stream)
                .map(Sizes.Size::label)
                .distinct()
                .toList();
        var ticks = IntStream.range(0, classes.size())
                .mapToObj(k -> new Axis.Tick((k + 0.5) / classes.size(), classes.get(k)))
                .toList();
        var marks = new ArrayList<String>();
        for (var i = 0; i < rules.size(); i++)
            for (var size : sizes.get(i)) marks.add(bar(i, classes.indexOf(size.label()), classes.size(), size, up));
        return new Plot(
                "Slowdown by GPUs of a job",
                "Mean of (wait + run) / run, runs under 10 s taken as 10 s; below: GPUs. The lower, the better.",
                new Axis(value -> value, ticks),
                up,
                String.join("", marks),
                legend());
    }

    private String bar(int rule, int k, int classes, Sizes.Size size, Axis up) {
        var room = (double) Plot.WIDTH / classes;
        var width = room * 0.8 / rules.size();
        var height = Math.max(0.005, up.place().applyAsDouble(size.slowdown())) * Plot.HEIGHT;
        var name = "%s, %s GPUs: %s (%s jobs)"
                .formatted(
                        rules.get(rule).label(),
                        size.label(),
                        Spoken.rough(size.slowdown()),
                        Spoken.count(size.jobs()));
        return Plot.box(
                "bar r" + rule, name, room * (k + 0.1) + rule * width, Plot.HEIGHT - height, width * 0.92, height);
    }

    private String lines(Axis across, Axis up, ToDoubleFunction<Timeline.Step> value) {
        var from = comparison.span().from();
        return IntStream.range(0, rules.size())
                .mapToObj(i -> Plot.line(
                        "r" + i,
                        rules.get(i).label(),
                        across,
                        up,
                        IntStream.range(0, timelines.get(i).steps().size())
                                .mapToObj(step -> new Plot.Point(
                                        from + (step + 0.5) * timelines.get(i).stepSeconds(),
                                        value.applyAsDouble(
                                                timelines.get(i).steps().get(step))))
                                .toList()))
                .collect(Collectors.joining());
    }

    private double highest(ToDoubleFunction<Timeline.Step> value) {
        return timelines.stream()
                .flatMap(timeline -> timeline.steps().stream())
                .mapToDouble(value)
                .max()
                .orElse(1);
    }

    private String legend() {
        return IntStream.range(0, rules.size())
                .mapToObj(
                        i -> "<li class='r%d'>%s</li>".formatted(i, rules.get(i).label()))
                .collect(Collectors.joining("", "<ul class='legend'>", "</ul>"));
    }

    private List<Lived> lived(int rule) {
        return comparison.outcomes().get(rules.get(rule)).result().lived();
    }

    private Stream<Comparison.Outcome> outcomes() {
        return comparison.outcomes().values().stream();
    }
}

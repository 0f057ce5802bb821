package org.sing.simulator;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Which jobs stood on which nodes, under each rule over the same time: the longest around the fullest queue of which no
 * rule needs more than {@link #MOST_BARS} marks.
 */
final class Gantt {
    private static final int MOST_BARS = 1200;
    private static final int MOST_NODES = 48;
    private static final List<Integer> SIZES = List.of(1, 4, 8, 32);

    private final Comparison comparison;
    private final Span whole;
    private final Span shown;

    /** One attempt on one node. */
    private record Stay(Lived job, Attempt attempt, int node) {}

    Gantt(Comparison comparison) {
        this.comparison = comparison;
        whole = comparison.span();
        shown = shown();
    }

    String html() {
        return comparison.outcomes().keySet().stream()
                .map(rule -> plot(rule).html())
                .collect(Collectors.joining());
    }

    /** In words, for the head of the section. */
    String caption() {
        var nodes = comparison.conditions().machines().nodes();
        return "%s, %s from %s after the first job on: the time around the longest queue. One row per node, as high as its GPUs; what is not coloured is idle."
                .formatted(
                        nodes > MOST_NODES ? "The first %d of %d nodes".formatted(MOST_NODES, nodes) : "All nodes",
                        Spoken.duration(shown.seconds()),
                        Spoken.duration(shown.from() - whole.from()));
    }

    private Plot plot(Rules rule) {
        var nodes = Math.min(MOST_NODES, comparison.conditions().machines().nodes());
        var step = Math.max(1, nodes / 6);
        var ticks = IntStream.iterate(0, node -> node < nodes, node -> node + step)
                .mapToObj(node -> new Axis.Tick(1 - (node + 0.5) / nodes, "" + (node + 1)))
                .toList();
        var axis = Axis.time(new Span(shown.from() - whole.from(), shown.until() - whole.from()));
        return new Plot(
                rule.label(), "", axis, new Axis(value -> value, ticks), bars(stays(rule, shown), nodes), legend());
    }

    private Span shown() {
        var steps = comparison.outcomes().keySet().stream()
                .map(rule -> comparison.timeline(rule, 200))
                .toList();
        var fullest = IntStream.range(0, 200)
                .boxed()
                .max(Comparator.comparingDouble(step -> steps.stream()
                        .mapToDouble(one -> step < one.steps().size()
                                ? one.steps().get(step).waiting()
                                : 0)
                        .sum()))
                .orElse(0);
        var middle = whole.from() + (fullest + 0.5) * steps.getFirst().stepSeconds();
        var length = whole.seconds();
        while (length > 60 && !bearable(around(middle, length))) length *= 0.7;
        return around(middle, length);
    }

    private Span around(double middle, double length) {
        var from = Math.clamp(middle - length / 2, whole.from(), Math.max(whole.from(), whole.until() - length));
        return new Span(from, from + length);
    }

    private boolean bearable(Span span) {
        return comparison.outcomes().keySet().stream()
                .allMatch(rule -> stays(rule, span).size() <= MOST_BARS);
    }

    private List<Stay> stays(Rules rule, Span span) {
        var stays = new ArrayList<Stay>();
        for (var job : comparison.outcomes().get(rule).result().lived())
            for (var attempt : job.attempts())
                if (attempt.startSeconds() < span.until() && attempt.endSeconds() > span.from())
                    for (var node : attempt.nodes()) if (node < MOST_NODES) stays.add(new Stay(job, attempt, node));
        stays.sort(Comparator.comparingDouble(stay -> stay.attempt.startSeconds()));
        return stays;
    }

    private String bars(List<Stay> stays, int nodes) {
        var gpus = comparison.conditions().machines().gpusPerNode();
        var free = new double[nodes][gpus];
        var bars = new StringBuilder();
        for (var stay : stays) bars.append(bar(stay, free[stay.node], nodes));
        return bars.toString();
    }

    /** On the first lanes of the node that are free: one mark for each run of neighbours. */
    private String bar(Stay stay, double[] free, int nodes) {
        var wanted = Math.max(1, stay.attempt.gpus() / stay.attempt.nodes().size());
        var bars = new StringBuilder();
        for (var lane = 0; lane < free.length && wanted > 0; lane++) {
            if (free[lane] > stay.attempt.startSeconds()) continue;
            var first = lane;
            for (; lane < free.length && wanted > 0 && free[lane] <= stay.attempt.startSeconds(); lane++, wanted--)
                free[lane] = stay.attempt.endSeconds();
            bars.append(mark(stay, first, lane, free.length, nodes));
        }
        return bars.toString();
    }

    private String mark(Stay stay, int firstLane, int endLane, int lanes, int nodes) {
        var row = (double) Plot.HEIGHT / nodes;
        var from = Math.max(0, (stay.attempt.startSeconds() - shown.from()) / shown.seconds()) * Plot.WIDTH;
        var until = Math.min(1, (stay.attempt.endSeconds() - shown.from()) / shown.seconds()) * Plot.WIDTH;
        var lane = row * 0.9 / lanes;
        var name = "job %s: %d GPUs, waited %s, ran %s"
                .formatted(
                        stay.job.job().id(),
                        stay.attempt.gpus(),
                        Spoken.duration(stay.job.waited()),
                        Spoken.duration(stay.attempt.seconds()));
        return Plot.box(
                "job s" + size(stay.attempt.gpus()),
                name,
                from,
                stay.node * row + firstLane * lane,
                Math.max(0.4, until - from),
                (endLane - firstLane) * lane);
    }

    private static int size(int gpus) {
        var size = 0;
        while (size < SIZES.size() && gpus > SIZES.get(size)) size++;
        return size;
    }

    private static String legend() {
        return "<ul class='legend'><li class='s0'>1 GPU</li><li class='s1'>2–4</li><li class='s2'>5–8</li>"
                + "<li class='s3'>9–32</li><li class='s4'>more</li></ul>";
    }
}

package org.sing.whatif.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.sing.schemas.SimulationQuestion.Failures;

/** When nodes are lost and come back: by chance and without memory, or as told. */
final class Breakdowns {
    private static final int MOST = 20_000;

    private Breakdowns() {}

    static List<Outage> of(Failures failures, List<String> nodes, Instant begin, Instant until, long seed) {
        var outages = new ArrayList<Outage>();
        failures.meanSecondsBetween()
                .ifPresent(between -> outages.addAll(
                        byChance(between, failures.meanSecondsToRepair().orElse(between), nodes, begin, until, seed)));
        for (var told : failures.outages()) {
            if (!nodes.contains(told.node()))
                throw new Unanswerable(
                        "invalid-request", "There is no node %s that takes jobs.".formatted(told.node()));
            var at = begin.plusSeconds(told.afterSeconds());
            outages.add(new Outage(at, told.node(), false));
            outages.add(new Outage(at.plusSeconds(told.forSeconds()), told.node(), true));
        }
        outages.sort(
                Comparator.comparing(Outage::at).thenComparing(Outage::node).thenComparing(Outage::ends));
        return List.copyOf(outages);
    }

    private static List<Outage> byChance(
            long between, long repair, List<String> nodes, Instant begin, Instant until, long seed) {
        var expected = (double) nodes.size() * Duration.between(begin, until).toSeconds() / (between + repair);
        if (expected > MOST)
            throw new Unanswerable(
                    "too-much-work",
                    "Nodes would fail about %,.0f times; at most %,d are simulated.".formatted(expected, MOST));
        var random = new Random(seed);
        var outages = new ArrayList<Outage>();
        for (var node : nodes) {
            var at = begin;
            while (true) {
                at = later(at, between, random);
                if (at.isAfter(until)) break;
                outages.add(new Outage(at, node, false));
                at = later(at, repair, random);
                outages.add(new Outage(at, node, true));
            }
        }
        return outages;
    }

    private static Instant later(Instant at, long meanSeconds, Random random) {
        return at.plusMillis(Math.round(1000 * meanSeconds * random.nextExponential()));
    }
}

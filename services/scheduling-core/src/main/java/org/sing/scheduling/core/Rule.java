package org.sing.scheduling.core;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A scheduling rule, put together from its three seams.
 *
 * @param estimates what it may know about the length of runs
 */
public record Rule(String name, Order order, Overtaking overtaking, Placement placement, Estimates estimates) {
    /** First come, first served with thresholded overtaking. */
    public static final Rule SING =
            new Rule("sing", Order.arrival(), Overtaking.withinBudget(), new BestFit(), Estimates.NONE);

    public static final Rule FCFS = new Rule("fcfs", Order.arrival(), Overtaking.none(), new BestFit(), Estimates.NONE);

    /** Whoever used least lately comes first, with thresholded overtaking. */
    public static final Rule FAIRSHARE =
            new Rule("fairshare", Order.fair(), Overtaking.withinBudget(), new BestFit(), Estimates.NONE);

    /** Whoever does not delay the first by the time limits may pass it. */
    public static final Rule EASY = new Rule("easy", Order.arrival(), new Backfill(), new BestFit(), Estimates.LIMITS);

    /** The smallest first by what was learned, until the oldest was overtaken by so much work of the whole group. */
    public static final Rule CAMPUS = campus(Duration.ofHours(4), Duration.ofHours(24));

    /** The shortest time limit first: the oracle of a simulation that gives the truth as limit. */
    public static final Rule SJF =
            new Rule("sjf", Order.shortest(), Overtaking.none(), new BestFit(), Estimates.LIMITS);

    /** The same with one reservation. */
    public static final Rule SJF_EASY =
            new Rule("sjf-easy", Order.shortest(), new Backfill(), new BestFit(), Estimates.LIMITS);

    /** What may be chosen live. */
    private static final List<Rule> LIVE = List.of(SING, FCFS, EASY, CAMPUS, FAIRSHARE);

    public static Rule campus(Duration patience, Duration lending) {
        return new Rule(
                "campus", Order.arrival(), new SmallestFirst(patience, lending), new BestFit(), Estimates.LEARNED);
    }

    public static Rule named(String name) {
        return known(name).orElseThrow(() -> new IllegalArgumentException(unknown(name)));
    }

    static Optional<Rule> known(String name) {
        return LIVE.stream().filter(rule -> rule.name().equals(name)).findFirst();
    }

    public static String unknown(String name) {
        return "There is no rule %s; the rules are %s.".formatted(name, String.join(", ", names()));
    }

    /** Of the rules that may be chosen live. */
    public static List<String> names() {
        return LIVE.stream().map(Rule::name).toList();
    }
}

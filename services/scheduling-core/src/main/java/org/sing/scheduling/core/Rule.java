package org.sing.scheduling.core;

import java.util.List;

/** A scheduling rule, put together from its three seams. */
public record Rule(String name, Order order, Overtaking overtaking, Placement placement) {
    /** First come, first served with thresholded overtaking. */
    public static final Rule SING = new Rule("sing", Order.arrival(), Overtaking.withinBudget(), new BestFit());

    public static final Rule FCFS = new Rule("fcfs", Order.arrival(), Overtaking.none(), new BestFit());

    public static Rule named(String name) {
        return List.of(SING, FCFS).stream()
                .filter(rule -> rule.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such rule: " + name));
    }
}

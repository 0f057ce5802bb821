package org.sing.scheduling.core;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * @param rule of the groups that have none of their own in {@code rules}
 * @param startWithin how long an agent has to start a placement
 * @param settle how long a renewal must contradict the books before scheduling acts on it: the agent's own report may
 *     still be under way on another topic
 * @param stopWithin after how long a stop that had no effect is sent again
 * @param reportWithin how long an agent that no longer runs something may take to report its end, before scheduling
 *     calls it over: an end that the agent's journal still owes is worth more than any guess
 * @param halfLife after which what was used counts half under {@code fairshare}
 * @param smallJobs the nodes that are kept for them
 */
public record Settings(
        Rule rule,
        Map<String, Rule> rules,
        Duration startWithin,
        Duration settle,
        Duration stopWithin,
        Duration reportWithin,
        Duration halfLife,
        SmallJobs smallJobs) {
    public static final Settings DEFAULT = new Settings(
            Rule.SING,
            Map.of(),
            Duration.ofSeconds(60),
            Duration.ofSeconds(10),
            Duration.ofSeconds(60),
            Duration.ofSeconds(30),
            Duration.ofDays(7),
            SmallJobs.NONE);

    public Settings with(Rule rule) {
        return new Settings(rule, rules, startWithin, settle, stopWithin, reportWithin, halfLife, smallJobs);
    }

    public Settings with(String group, Rule rule) {
        var changed = new HashMap<>(rules);
        changed.put(group, rule);
        return new Settings(this.rule, changed, startWithin, settle, stopWithin, reportWithin, halfLife, smallJobs);
    }

    public Settings with(SmallJobs kept) {
        return new Settings(rule, rules, startWithin, settle, stopWithin, reportWithin, halfLife, kept);
    }

    public Settings {
        rules = Map.copyOf(rules);
    }

    Rule rule(String group) {
        return rules.getOrDefault(group, rule);
    }
}

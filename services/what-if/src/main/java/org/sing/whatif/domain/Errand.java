package org.sing.whatif.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.sing.scheduling.core.Rule;
import org.sing.scheduling.core.Settings;
import org.sing.scheduling.core.SmallJobs;
import org.sing.scheduling.core.Snapshot;
import org.sing.schemas.SimulationQuestion;

/**
 * All that is needed to answer a question.
 *
 * @param rules of groups with one of their own
 * @param asker whose jobs are named in the answer; {@code all} names everybody's
 */
public record Errand(
        SimulationQuestion question,
        Snapshot snapshot,
        Instant now,
        String rule,
        Map<String, String> rules,
        Duration halfLife,
        SmallJobs smallJobs,
        String asker,
        boolean all,
        Bounds bounds) {

    /**
     * @param waitingJobs of the live queue, those that came first
     * @param jobStarts that are told one by one
     */
    public record Bounds(int waitingJobs, int traceJobs, long steps, int jobStarts) {}

    public static Errand of(
            SimulationQuestion question,
            Settings settings,
            Snapshot snapshot,
            Instant now,
            String asker,
            boolean all,
            Bounds bounds) {
        var rules = new java.util.TreeMap<String, String>();
        settings.rules().forEach((group, rule) -> rules.put(group, rule.name()));
        return new Errand(
                question,
                snapshot,
                now,
                settings.rule().name(),
                rules,
                settings.halfLife(),
                settings.smallJobs(),
                asker,
                all,
                bounds);
    }

    Settings settings() {
        var known = Settings.DEFAULT;
        var settings = new Settings(
                Rule.named(rule),
                Map.of(),
                known.startWithin(),
                known.settle(),
                known.stopWithin(),
                known.reportWithin(),
                halfLife,
                smallJobs);
        for (var each : rules.entrySet()) settings = settings.with(each.getKey(), Rule.named(each.getValue()));
        return settings;
    }
}

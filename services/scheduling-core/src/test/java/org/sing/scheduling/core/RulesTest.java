package org.sing.scheduling.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sing.scheduling.core.Scenario.campus;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Every group has a rule, and an administrator may choose another while it runs. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RulesTest {
    private static final Instant NOW = Instant.parse("2026-09-01T08:00:00Z");

    @Test
    void a_new_group_says_under_which_rule_it_is() {
        campus().node("a", 8).thenFacts("default is under sing after ");
    }

    @Test
    void the_rule_that_was_chosen_decides_from_the_next_decision_on() {
        campus().node("a", 8)
                .job("j1", 4)
                .job("j2", 8)
                .when(choose("fcfs", true))
                .thenFacts("default is under fcfs after sing", "c1 accepted")
                .job("j3", 1)
                .thenFacts("j3 waits: WAITING/head-of-queue")
                .when(choose("sing", true))
                .thenFacts("default is under sing after fcfs", "c1 accepted", "j3-1 on a past j2 8->7");
    }

    @Test
    void what_runs_goes_on_and_counts_under_the_new_rule() {
        campus().node("a", 8)
                .limit("ann", 2, 0, 0)
                .job("j1", 4)
                .job("j2", 4)
                .when(choose("campus", true))
                .job("j3", new Account("bob", ""), Scenario.request(1, 1))
                .thenFacts("j3 waits: WAITING/gpus")
                .finished("j1-1")
                .thenFacts("j1-1 released", "j3-1 on a")
                .job("j4", 1)
                .thenFacts("j4-1 on a")
                .job("j5", 1)
                .thenFacts("j5 waits: BLOCKED/user-running-jobs");
    }

    @Test
    void what_was_spent_of_a_jobs_budget_stays_spent_when_the_rule_comes_back() {
        campus().node("a", 8)
                .job("j1", 4)
                .job("j2", 8)
                .job("j3", 2)
                .thenFacts("j3-1 on a past j2 8->6")
                .when(choose("fcfs", true))
                .when(choose("sing", true))
                .job("j4", 1)
                .thenFacts("j4-1 on a past j2 6->5");
    }

    @Test
    void what_one_rule_counts_in_gpu_seconds_is_no_budget_of_gpus_under_another() {
        campus(Rule.CAMPUS)
                .node("a", 8)
                .job("j1", 4)
                .job("j2", 8)
                .when(choose("sing", true))
                .job("j3", 4)
                .thenFacts("j3-1 on a past j2 8->4");
    }

    @Test
    void the_same_rule_again_is_accepted_and_changes_nothing() {
        campus().node("a", 8).when(choose("sing", true)).thenFacts("c1 accepted");
    }

    @Test
    void only_administrators_choose_and_only_rules_that_exist() {
        campus().node("a", 8)
                .when(choose("fcfs", false))
                .thenFacts("c1 refused: forbidden, Only administrators choose the rule of a group.")
                .when(choose("best", true))
                .thenFacts(
                        "c1 refused: invalid-request, There is no rule best; the rules are sing, fcfs, easy, campus, fairshare.");
    }

    @Test
    void each_group_has_the_rule_that_is_configured_for_it() {
        var core = new Core(Settings.DEFAULT.with("debug", Rule.FCFS), Snapshot.EMPTY, 1);
        assertEquals(
                List.of("default sing", "debug fcfs"),
                Stream.of("default", "debug")
                        .flatMap(group -> said(core, node("node-of-" + group, group)))
                        .toList());
    }

    @Test
    void a_new_leader_keeps_what_was_chosen_and_follows_the_configuration_where_nothing_was() {
        var first = new Core(Settings.DEFAULT, Snapshot.EMPTY, 1);
        Stream.of("default", "debug").forEach(group -> first.apply(node("node-of-" + group, group), NOW));
        first.apply(new Event.RuleChosen("c1", "default", "fcfs", true), NOW);
        var next = new Core(Settings.DEFAULT.with(Rule.EASY), first.snapshot(), 2);
        assertEquals(
                List.of("debug easy"), said(next, new Event.LeadTaken(2)).toList(), "default stays what was chosen");
        assertEquals(List.of(), said(next, new Event.LeadTaken(3)).toList(), "it is said once");
    }

    private static Stream<String> said(Core core, Event event) {
        return core.apply(event, NOW).stream()
                .filter(Decision.RuleChanged.class::isInstance)
                .map(Decision.RuleChanged.class::cast)
                .map(changed -> changed.group() + " " + changed.rule());
    }

    private static Event node(String name, String group) {
        return new Event.NodeRegistered(name, group, 1, List.of(), 8, 64, List.of());
    }

    private static Event choose(String rule, boolean allowed) {
        return new Event.RuleChosen("c1", "default", rule, allowed);
    }
}

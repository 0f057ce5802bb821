package org.sing.incident.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class OutageTest {
    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");

    @Test
    void two_lost_nodes_are_two_incidents() {
        assertEquals(List.of(), story(lost("a", 1, 0), lost("b", 1, 1)));
    }

    @Test
    void the_third_node_within_ten_minutes_makes_it_one_incident_above_theirs() {
        assertEquals(
                List.of("opened nodes-lost-cluster-1 x3 [job-a, job-b, job-c]"),
                story(lost("a", 1, 0), lost("b", 1, 5), lost("c", 1, 10)));
    }

    @Test
    void three_nodes_over_a_longer_time_are_three_incidents() {
        assertEquals(List.of(), story(lost("a", 1, 0), lost("b", 1, 5), lost("c", 1, 11)));
    }

    @Test
    void one_node_that_comes_and_goes_is_no_outage() {
        assertEquals(
                List.of(), story(lost("a", 1, 0), back("a", 2, 1), lost("a", 2, 2), back("a", 3, 3), lost("a", 3, 4)));
    }

    @Test
    void further_nodes_join_while_it_is_open_and_it_closes_when_all_are_back() {
        assertEquals(
                List.of(
                        "opened nodes-lost-cluster-1 x3 [job-a, job-b, job-c]",
                        "recurred nodes-lost-cluster-1 x4 [job-a, job-b, job-c, job-d]",
                        "resolved nodes-lost-cluster-1 x4 [job-a, job-b, job-c, job-d]"),
                story(
                        lost("a", 1, 0),
                        lost("b", 1, 1),
                        lost("c", 1, 2),
                        lost("d", 1, 30),
                        back("a", 2, 40),
                        back("b", 2, 40),
                        back("c", 2, 41),
                        back("d", 2, 42)));
    }

    @Test
    void it_stays_open_while_one_node_is_missing() {
        assertEquals(
                List.of("opened nodes-lost-cluster-1 x3 [job-a, job-b, job-c]"),
                story(lost("a", 1, 0), lost("b", 1, 1), lost("c", 1, 2), back("a", 2, 3), back("b", 2, 4)));
    }

    private static List<String> story(NodeSignal... signals) {
        var pasts = new TreeMap<String, NodePast>();
        var nodes = new TreeMap<String, Incident>();
        var latest = new TreeMap<String, Incident>();
        var above = Optional.<Incident>empty();
        var story = new ArrayList<String>();
        for (var signal : signals) {
            var past = pasts.getOrDefault(signal.node(), NodePast.unknown(signal.node()));
            pasts.put(signal.node(), past.after(signal));
            var change = NodeTrouble.on(signal, past, Optional.ofNullable(latest.get(signal.node())))
                    .orElseThrow();
            latest.put(signal.node(), change.incident());
            nodes.put(change.incident().id(), change.incident());
            var outage = Outage.after(change, nodes.values(), above);
            if (outage.isEmpty()) continue;
            above = Optional.of(outage.get().incident());
            story.add(words(outage.get()));
        }
        return story;
    }

    private static String words(NodeTrouble.Change change) {
        var it = change.incident();
        return change.getClass().getSimpleName().toLowerCase() + " " + it.id() + " x" + it.occurrences() + " "
                + it.affectedJobs();
    }

    private static NodeSignal lost(String node, long incarnation, int minute) {
        return new NodeSignal.Lost(node, incarnation, NOON.plusSeconds(60L * minute), List.of("job-" + node));
    }

    private static NodeSignal back(String node, long incarnation, int minute) {
        return new NodeSignal.Back(node, incarnation, false, NOON.plusSeconds(60L * minute));
    }
}

package org.sing.incident.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class NodeTroubleTest {
    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");

    @Test
    void a_lost_node_opens_one_incident_that_names_its_jobs() {
        assertEquals(List.of("opened node-lost-gpu-1-1 #1 x1 [a, b]"), story(lost(3, "b", "a"), lost(3, "b", "a")));
    }

    @Test
    void the_incident_closes_when_the_node_registers_again() {
        assertEquals(
                List.of("opened node-lost-gpu-1-1 #1 x1 [a]", "resolved node-lost-gpu-1-1 #2 x1 [a]"),
                story(lost(3, "a"), back(4), back(4)));
    }

    @Test
    void a_registration_from_before_the_loss_closes_nothing() {
        assertEquals(List.of("opened node-lost-gpu-1-1 #1 x1 [a]"), story(back(3), lost(3, "a"), back(3)));
    }

    @Test
    void a_node_that_is_back_already_opens_nothing() {
        assertEquals(List.of(), story(back(4), lost(3, "a")));
    }

    @Test
    void a_node_that_is_lost_again_later_gets_a_new_incident() {
        assertEquals(
                List.of(
                        "opened node-lost-gpu-1-1 #1 x1 [a]",
                        "resolved node-lost-gpu-1-1 #2 x1 [a]",
                        "opened node-lost-gpu-1-2 #1 x1 [b]"),
                story(lost(3, "a"), back(4), lost(4, "b")));
    }

    @Test
    void a_node_that_is_lost_again_while_its_incident_is_open_recurs() {
        assertEquals(
                List.of("opened node-lost-gpu-1-1 #1 x1 [a]", "recurred node-lost-gpu-1-1 #2 x2 [a, b]"),
                story(lost(3, "a"), lost(4, "b")));
    }

    @Test
    void a_job_that_turns_out_to_be_lost_with_the_node_joins_the_incident() {
        assertEquals(
                List.of("opened node-lost-gpu-1-1 #1 x1 [a]", "recurred node-lost-gpu-1-1 #2 x1 [a, b]"),
                story(lost(3, "a"), hit("a"), hit("b"), hit("b")));
    }

    private static List<String> story(NodeSignal... signals) {
        var past = NodePast.unknown("gpu-1");
        var latest = Optional.<Incident>empty();
        var story = new ArrayList<String>();
        for (var signal : signals) {
            var change = NodeTrouble.on(signal, past, latest);
            past = past.after(signal);
            if (change.isEmpty()) continue;
            latest = Optional.of(change.get().incident());
            story.add(words(change.get()));
        }
        return story;
    }

    private static String words(NodeTrouble.Change change) {
        var it = change.incident();
        return change.getClass().getSimpleName().toLowerCase() + " " + it.id() + " #" + it.sequence() + " x"
                + it.occurrences() + " " + it.affectedJobs();
    }

    private static NodeSignal lost(long incarnation, String... jobs) {
        return new NodeSignal.Lost("gpu-1", incarnation, NOON, List.of(jobs));
    }

    private static NodeSignal back(long incarnation) {
        return new NodeSignal.Back("gpu-1", incarnation, false, NOON);
    }

    private static NodeSignal hit(String job) {
        return new NodeSignal.Hit("gpu-1", job);
    }
}

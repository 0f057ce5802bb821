package org.sing.platform.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class WayStepTest {

    @Test
    void a_placement_says_where_and_why() throws IOException {
        assertEquals("placed on node-1 (2 GPU): best fit", text("""
                        {"type": "org.sing.scheduling.placed.v1", "data": {
                          "reason": "best fit", "shares": [{"node": "node-1", "gpus": ["a", "b"]}]}}""").orElseThrow());
    }

    @Test
    void what_only_services_need_is_left_out() throws IOException {
        assertEquals(Optional.empty(), text("""
                {"type": "org.sing.command.accepted.v1", "data": {}}"""));
    }

    @Test
    void why_a_job_waits_is_shown_once_however_often_its_start_is_estimated() throws IOException {
        var events = new ObjectMapper().readTree("""
                [{"event": {"type": "org.sing.scheduling.waiting.v1", "data": {"detail": "4 GPUs are free"}}},
                 {"event": {"type": "org.sing.scheduling.estimated.v1", "data": {}}},
                 {"event": {"type": "org.sing.scheduling.waiting.v1", "data": {"detail": "4 GPUs are free"}}},
                 {"event": {"type": "org.sing.scheduling.waiting.v1", "data": {"detail": "a limit is reached"}}},
                 {"event": {"type": "org.sing.scheduling.waiting.v1", "data": {"detail": "4 GPUs are free"}}}]""");
        assertEquals(
                List.of("waits: 4 GPUs are free", "waits: a limit is reached", "waits: 4 GPUs are free"),
                WayStep.all(events).stream().map(WayStep::text).toList());
    }

    private static Optional<String> text(String event) throws IOException {
        return WayStep.of(new ObjectMapper().readTree(event)).map(WayStep::text);
    }
}

package org.sing.platform.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LogTailTest {

    @Test
    void people_see_the_cause_and_no_stack_frames() {
        var log = """
                ----- started 2026-12-01T10:00:00Z
                12:00:01 INFO starting
                java.lang.IllegalStateException: no database
                \tat org.sing.Some.method(Some.java:1)
                \t... 12 more
                Caused by: java.net.ConnectException: Connection refused
                \tat java.base/java.net.Socket.connect(Socket.java:1)
                """;
        assertEquals(
                List.of(
                        "java.lang.IllegalStateException: no database",
                        "Caused by: java.net.ConnectException: Connection refused"),
                LogTail.meaningful(log, 2));
    }

    @Test
    void an_earlier_run_is_not_mixed_in() {
        var log = "----- started 1\nold\n----- started 2\nnew\n";
        assertEquals(List.of("new"), LogTail.meaningful(log, 5));
    }
}

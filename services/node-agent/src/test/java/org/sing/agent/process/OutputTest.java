package org.sing.agent.process;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class OutputTest extends ProcessBench {
    private static final int LIMIT = 64 << 10;
    private static final String NOTICE =
            "\n[sing] The output reached its limit of 65536 bytes; the rest was dropped.\n";

    @Override
    Allowance allowance() {
        return new Allowance(Allowance.PATH, Allowance.PROCESSES, LIMIT);
    }

    @Test
    void what_exceeds_the_limit_is_dropped_the_output_says_so_and_the_job_goes_on() throws IOException {
        run("a", "head -c 9000000 /dev/zero | tr '\\0' x", "echo more >&2", "touch still-here", "exit 3");
        assertEquals(OptionalInt.of(3), end("a").status());
        assertTrue(Files.exists(site("a").folder().resolve("work/still-here")));
        assertEquals("x".repeat(LIMIT) + NOTICE, stored("a"));
        assertEquals(LIMIT + NOTICE.length(), end("a").outputBytes());
    }

    @Test
    void the_disk_is_safe_while_no_agent_lives() throws IOException {
        run("a", "cat /dev/zero");
        watcher.close();
        await().atMost(PATIENCE).until(() -> site("a").outputBytes() == LIMIT);
        watch();
        watcher.adopt(site("a"), running("a"), 0);
        watcher.kill(site("a"), running("a"));
        end("a");
        assertTrue(stored("a").endsWith(NOTICE));
    }

    @Test
    void only_the_output_is_limited_and_not_what_the_job_writes_itself() throws IOException {
        run("a", "head -c 9000000 /dev/zero >checkpoint");
        assertEquals(OptionalInt.of(0), end("a").status());
        assertEquals(9_000_000, Files.size(site("a").folder().resolve("work/checkpoint")));
        assertEquals("", stored("a"));
    }

    @Test
    void a_job_may_open_its_output_anew() throws IOException {
        run("a", "echo one >/dev/stderr", "echo two >/dev/stdout", "echo three");
        assertEquals(OptionalInt.of(0), end("a").status());
        assertEquals("one\ntwo\nthree\n", stored("a"));
    }

    @Test
    void the_last_words_are_kept_when_a_child_still_holds_the_output() throws IOException {
        run("a", "sleep 1000 & head -c 60000 /dev/zero | tr '\\0' x", "echo last");
        end("a");
        assertTrue(stored("a").endsWith("xlast\n"));
    }

    @Test
    void a_job_cannot_touch_what_is_stored_of_it() throws IOException {
        org.junit.jupiter.api.Assumptions.assumeFalse(account.own(), "it runs as the agent's own user");
        var file = workplace.output(allocation("a"));
        run("a", "cat " + file + " && echo read; echo forged 2>/dev/null >" + file + "; : </dev/stdout && echo read");
        end("a");
        assertFalse(stored("a").contains("read\n"));
        assertFalse(stored("a").contains("forged\n"));
    }

    @Test
    void a_pump_is_not_taken_for_the_jobs_and_ends_with_it() throws IOException {
        run("a", "sleep 0.5");
        var pump = await().atMost(PATIENCE)
                .until(() -> workplace.pumping("a-1"), java.util.Optional::isPresent)
                .orElseThrow();
        assertTrue(ProcessTable.alive(Long.parseLong(pump[0]), Long.parseLong(pump[1])));
        end("a");
        assertGone(pump[0]);
    }
}

package org.sing.platform.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Optional;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ProcessIdentityTest {

    @Test
    void another_process_under_the_same_number_is_not_the_one_we_started() {
        var own = ProcessIdentity.own();
        var earlier = new ProcessIdentity(own.pid(), own.startTicks() - 1);
        assertTrue(own.alive());
        assertFalse(earlier.alive());
    }

    @Test
    void a_signal_for_an_earlier_process_never_reaches_its_successor() throws Exception {
        var process = new ProcessBuilder("sleep", "60").start();
        try {
            var now = ProcessIdentity.of(process.pid()).orElseThrow();
            new ProcessIdentity(now.pid(), now.startTicks() - 1).signal(Signal.KILL);
            assertTrue(now.alive());
            now.signal(Signal.KILL);
            assertTrue(process.waitFor() != 0);
        } finally {
            process.destroyForcibly();
        }
    }

    /** The shell's child ends at once and stays a zombie: exec replaces the shell by a program that never reaps it. */
    @Test
    void a_zombie_counts_as_dead() throws IOException {
        var parent = new ProcessBuilder("sh", "-c", "true & echo $!; exec sleep 60").start();
        try {
            var child = Long.parseLong(parent.inputReader().readLine().strip());
            Awaitility.await().until(() -> ProcessIdentity.of(child).isEmpty());
        } finally {
            parent.destroyForcibly();
        }
    }

    @Test
    void a_program_may_have_brackets_and_spaces_in_its_name() {
        var line = "42 (a (strange) name) S 1 41 40 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 987654 1 1";
        assertEquals(Optional.of(new ProcessIdentity.Stat('S', 40, 987654)), ProcessIdentity.parseStat(line));
    }

    @Test
    void an_identity_reads_back_equal_and_a_damaged_one_is_none() {
        var own = ProcessIdentity.own();
        assertEquals(Optional.of(own), ProcessIdentity.parse(own.toString()));
        assertEquals(Optional.empty(), ProcessIdentity.parse("12"));
        assertEquals(Optional.empty(), ProcessIdentity.parse("a-b"));
    }
}

package org.sing.platform.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sing.platform.Installation;
import org.sing.platform.StateFolder;
import org.sing.platform.part.Broker;
import org.sing.platform.part.Part;
import org.sing.platform.process.ProcessIdentity;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PreflightTest {

    @TempDir
    Path folder;

    @Test
    void a_port_in_use_is_named_with_the_part_that_wants_it_and_the_program_that_holds_it() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var state = new StateFolder(folder).create();
            var troubles = new Preflight(state).check(List.of(broker(state, taken.getLocalPort())));
            var message = troubles.getFirst().getMessage();
            assertTrue(
                    message.startsWith("Port " + taken.getLocalPort() + ", which the broker needs, is in use by "),
                    message);
            assertTrue(message.contains("(pid " + ProcessHandle.current().pid() + ")"), message);
            assertTrue(troubles.getFirst().wayOut().contains("--port-offset"));
        }
    }

    @Test
    void the_port_of_a_part_that_runs_already_is_its_own() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var state = new StateFolder(folder).create();
            state.started("broker", ProcessIdentity.own());
            assertEquals(List.of(), new Preflight(state).check(List.of(broker(state, taken.getLocalPort()))));
        }
    }

    @Test
    void short_memory_and_a_full_disk_are_said_in_one_sentence_each() {
        assertEquals(
                "Only 1.5 GiB of memory is available; the system needs 4 GiB to start.",
                Preflight.memory(1536).orElseThrow().getMessage());
        assertEquals(
                "Only 0.5 GB of disk space is left; the system needs 3 GB.",
                Preflight.disk(512).orElseThrow().getMessage());
        assertEquals(Optional.empty(), Preflight.memory(4096));
        assertEquals(Optional.empty(), Preflight.disk(3072));
    }

    @Test
    void a_state_folder_that_is_a_file_cannot_be_used() throws IOException {
        var file = Files.createFile(folder.resolve("state"));
        var troubles = new Preflight(new StateFolder(file.resolve("below"))).check(List.of());
        assertEquals(1, troubles.size());
        assertTrue(troubles.getFirst().getMessage().contains("cannot be written"));
    }

    private static Part broker(StateFolder state, int port) {
        return new Broker(state, Installation.compiled(Path.of("..")), port, port, false);
    }
}

package org.sing.snapshots;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class AccountNamesTest {
    @TempDir
    Path store;

    @Test
    void a_persons_name_is_found_by_the_next_who_looks_and_follows_a_change() throws IOException {
        var gateway = new AccountNames(store.resolve("accounts"));
        var agent = new AccountNames(store.resolve("accounts"));
        assertEquals(Optional.empty(), agent.of("8c1f"));
        gateway.remember("8c1f", "alice");
        gateway.remember("../../etc/passwd", "mallory");
        assertEquals(Optional.of("alice"), agent.of("8c1f"));
        assertEquals(Optional.of("mallory"), agent.of("../../etc/passwd"));
        gateway.remember("8c1f", "alice.b");
        assertEquals(Optional.of("alice.b"), agent.of("8c1f"));
    }

    @Test
    void jobs_cannot_read_who_is_who() throws IOException {
        new AccountNames(store.resolve("accounts")).remember("8c1f", "alice");
        assertEquals("rwxr-x---", mode(store.resolve("accounts")));
        assertEquals("rw-r-----", mode(store.resolve("accounts/8c1f")));
        try (var left = Files.list(store.resolve("accounts"))) {
            assertEquals(
                    List.of("8c1f"), left.map(it -> it.getFileName().toString()).toList());
        }
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }
}

package org.sing.platform.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class AccountTest {

    private static final Account STRANGER = new Account("stranger", 64_000, 64_000);

    @TempDir
    Path folder;

    @Test
    void a_folder_below_one_that_is_closed_cannot_be_reached() throws IOException {
        var open = Files.createDirectories(folder.resolve("home/checkout"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        assertTrue(STRANGER.reaches(open));
        Files.setPosixFilePermissions(folder.resolve("home"), PosixFilePermissions.fromString("rwx------"));
        assertFalse(STRANGER.reaches(open));
        assertFalse(STRANGER.reaches(open.resolve("not/there/yet")));
    }

    @Test
    void an_account_is_read_from_a_line_of_the_password_file() {
        assertEquals(
                Optional.of(new Account("daemon", 1, 1)),
                Account.parse("daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin"));
        assertEquals(Optional.empty(), Account.parse("# comment"));
    }
}

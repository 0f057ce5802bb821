package org.sing.snapshots;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Folders that only their owner may change and only the owner's group may read: agents, never jobs. */
final class Private {
    private Private() {}

    static Path folder(Path folder) throws IOException {
        if (Files.isDirectory(folder)) return folder;
        Files.createDirectories(folder);
        return Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-x---"));
    }

    static Path readable(Path file) throws IOException {
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    }
}

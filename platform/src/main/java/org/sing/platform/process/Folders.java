package org.sing.platform.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** Removes folders with all that is in them. */
public final class Folders {

    private Folders() {}

    public static void delete(Path folder) {
        if (Files.notExists(folder)) {
            return;
        }
        try (var all = Files.walk(folder)) {
            for (var each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package org.sing.snapshots;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.sing.snapshots.domain.Digests;

/**
 * Where things are in the folder of all snapshots:
 *
 * <pre>
 * incoming/            what is being written
 * blobs/ab/abcd...     contents under their digest, once for all people
 * people/P/claims/ab/abcd...   empty: P has sent these bytes
 * people/P/manifests/ID        a snapshot of P, as canonical text
 * lock                 held by who writes (shared) and who clears away (alone)
 * </pre>
 */
record Layout(Path root) {
    Path incoming() {
        return root.resolve("incoming");
    }

    Path blobs() {
        return root.resolve("blobs");
    }

    Path blob(String digest) {
        return within(blobs(), digest);
    }

    Path people() {
        return root.resolve("people");
    }

    Path claims(String person) {
        return people().resolve(folder(person)).resolve("claims");
    }

    Path claim(String person, String digest) {
        return within(claims(person), digest);
    }

    Path manifests(String person) {
        return people().resolve(folder(person)).resolve("manifests");
    }

    Path manifest(String person, String snapshot) {
        if (!Digests.isDigest(snapshot)) throw new IllegalArgumentException("not the id of a snapshot");
        return manifests(person).resolve(snapshot);
    }

    Path lock() {
        return root.resolve("lock");
    }

    /** One name per person whatever the id, and no two persons' the same: '~' is in no id that stands for itself. */
    static String folder(String person) {
        return person.matches("[A-Za-z0-9][A-Za-z0-9_-]{0,99}") ? person : "~" + Digests.of(person);
    }

    /** Names in a folder, sorted; none when there is no folder. */
    static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        }
    }

    /** Makes a new or a gone name survive a crash of the machine. */
    static void sync(Path folder) throws IOException {
        try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static Path within(Path folder, String digest) {
        if (!Digests.isDigest(digest)) throw new IllegalArgumentException("not a digest");
        return folder.resolve(digest.substring(0, 2)).resolve(digest);
    }
}

package org.sing.snapshots;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sing.snapshots.domain.Digests;
import org.sing.snapshots.domain.Entry;
import org.sing.snapshots.domain.Manifest;

/** A store, and people who use it. */
final class Campus {
    static final Instant NOW = Instant.parse("2026-12-01T12:00:00Z");

    final Path root;
    final SnapshotStore store;

    Campus(Path root) throws IOException {
        this.root = root;
        this.store = new SnapshotStore(root);
    }

    static Entry.File file(String path, String content) {
        return new Entry.File(path, Digests.of(content), content.getBytes(UTF_8).length, 0644);
    }

    SnapshotStore.Received send(String person, String content, Instant at) throws IOException {
        return store.receive(
                person, Digests.of(content), new ByteArrayInputStream(content.getBytes(UTF_8)), 1 << 20, at);
    }

    /** A snapshot of files with these contents, with all its blobs. */
    Manifest snapshot(String person, Instant at, String... contents) throws IOException {
        for (var content : contents) send(person, content, at);
        var manifest = manifest(contents);
        store.register(person, manifest, at);
        return manifest;
    }

    static Manifest manifest(String... contents) {
        return new Manifest(List.of(contents).stream()
                .map(content -> (Entry) file("f-" + content, content))
                .toList());
    }

    /** Every file below a folder with its text; links as "-> target". */
    static Map<String, String> contents(Path folder) throws IOException {
        var found = new TreeMap<String, String>();
        try (var files = Files.walk(folder)) {
            for (var file : files.toList()) {
                var name = folder.relativize(file).toString();
                if (Files.isSymbolicLink(file)) found.put(name, "-> " + Files.readSymbolicLink(file));
                else if (Files.isRegularFile(file)) found.put(name, Files.readString(file));
            }
        }
        return found;
    }

    List<String> blobs() throws IOException {
        return contents(root.resolve("blobs")).values().stream().sorted().toList();
    }
}

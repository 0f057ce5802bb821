package org.sing.snapshots;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.sing.snapshots.domain.Digests;
import org.sing.snapshots.domain.Entry;
import org.sing.snapshots.domain.Manifest;

/**
 * Snapshots and their blobs in a shared folder. Everything appears at once under its final name, after it is on the disk;
 * contents before the right to them, and both before the snapshot that needs them.
 */
public final class SnapshotStore {
    private final Layout layout;
    private final Gate gate;

    /** Jobs on the machine must not get at it: their way to a file is to have sent it. */
    public SnapshotStore(Path root) throws IOException {
        this.layout = new Layout(root);
        this.gate = new Gate(layout.lock());
        Private.folder(root);
        for (var folder : List.of(layout.incoming(), layout.blobs(), layout.people())) Files.createDirectories(folder);
    }

    /** What became of a manifest. */
    public sealed interface Registered {
        record Complete(boolean created) implements Registered {}

        /** @param digests that the person has not sent */
        record Missing(List<String> digests) implements Registered {}

        record WrongSize(Entry.File file, long bytes) implements Registered {}
    }

    /** What became of the bytes of a blob. */
    public sealed interface Received {
        record Kept() implements Received {}

        record OtherDigest(String digest) implements Received {}

        record TooLarge() implements Received {}
    }

    /** Takes the bytes and keeps them if they have this digest. Uses little memory, however many they are. */
    public Received receive(String person, String digest, InputStream bytes, long most, Instant now)
            throws IOException {
        var target = layout.blob(digest);
        var draft = layout.incoming().resolve(UUID.randomUUID().toString());
        try {
            var hash = Digests.begin();
            if (!Draft.write(draft, bytes, Draft.Room.of(most), hash)) return new Received.TooLarge();
            var found = Digests.end(hash);
            if (!found.equals(digest)) return new Received.OtherDigest(found);
            return gate.shared(() -> {
                keep(draft, target, now);
                claim(layout.claim(person, digest), now);
                return new Received.Kept();
            });
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** Makes a snapshot of the person's own blobs; the manifest has passed the rules. */
    public Registered register(String person, Manifest manifest, Instant now) throws IOException {
        return gate.shared(() -> {
            var missing = missing(person, manifest, now);
            if (!missing.isEmpty()) return new Registered.Missing(missing);
            for (var file : manifest.files().toList()) {
                var bytes = Files.size(layout.blob(file.sha256()));
                if (bytes != file.bytes()) return new Registered.WrongSize(file, bytes);
            }
            return new Registered.Complete(save(layout.manifest(person, manifest.id()), manifest.text(), now));
        });
    }

    /** Whether the person has this snapshot; it counts as used now. */
    public boolean use(String person, String snapshot, Instant now) throws IOException {
        return Digests.isDigest(snapshot) && gate.shared(() -> touch(layout.manifest(person, snapshot), now));
    }

    public Optional<Manifest> find(String person, String snapshot) throws IOException {
        return Digests.isDigest(snapshot) ? read(layout.manifest(person, snapshot)) : Optional.empty();
    }

    /** Clears away what nobody needs. */
    public Sweep sweep() {
        return sweep(Files::deleteIfExists);
    }

    Sweep sweep(Sweep.Removal removal) {
        return new Sweep(layout, gate, removal);
    }

    /** A manifest that is what its name says; damaged ones are an error, not a snapshot. */
    static Optional<Manifest> read(Path file) throws IOException {
        try {
            var text = Files.readString(file, StandardCharsets.UTF_8);
            if (!Digests.of(text).equals(file.getFileName().toString()))
                throw new Unusable("the snapshot " + file.getFileName() + " is damaged in the store");
            return Optional.of(Manifest.read(text));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    static boolean touch(Path file, Instant now) throws IOException {
        try {
            Files.setLastModifiedTime(file, FileTime.from(now));
            return true;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private List<String> missing(String person, Manifest manifest, Instant now) throws IOException {
        var missing = new ArrayList<String>();
        for (var digest : manifest.files().map(Entry.File::sha256).distinct().toList())
            if (!touch(layout.claim(person, digest), now) || !Files.exists(layout.blob(digest))) missing.add(digest);
        return missing;
    }

    /** In the place of one that is there: it may be damaged. Whoever is reading that one goes on with it. */
    private static void keep(Path draft, Path target, Instant now) throws IOException {
        makeFolder(target.getParent());
        Files.setLastModifiedTime(draft, FileTime.from(now));
        Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
        Layout.sync(target.getParent());
    }

    private static void claim(Path claim, Instant now) throws IOException {
        makeFolder(claim.getParent());
        try {
            Files.createFile(claim);
            Layout.sync(claim.getParent());
        } catch (FileAlreadyExistsException e) {
            // The person has sent it before.
        }
        touch(claim, now);
    }

    private boolean save(Path file, String text, Instant now) throws IOException {
        if (touch(file, now)) return false;
        var draft = layout.incoming().resolve(UUID.randomUUID().toString());
        Draft.write(
                draft,
                new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
                Draft.Room.of(Long.MAX_VALUE),
                Digests.begin());
        keep(draft, file, now);
        return true;
    }

    private static void makeFolder(Path folder) throws IOException {
        if (Files.isDirectory(folder)) return;
        Files.createDirectories(folder);
        Layout.sync(folder.getParent());
    }
}

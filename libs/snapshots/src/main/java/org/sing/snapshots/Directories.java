package org.sing.snapshots;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.sing.snapshots.domain.Digests;

/** A directory for each person, with a quota. */
public final class Directories {
    private final Path root;
    private final Quota quota;
    private final Map<String, Share> shares = new ConcurrentHashMap<>();

    /** Of a person, and of one file. */
    public record Quota(long files, long bytes, long fileBytes) {}

    /** What became of a file that somebody wrote. */
    public enum Written {
        KEPT,
        TOO_LARGE,
        OVER_QUOTA
    }

    public Directories(Path root, Quota quota) {
        this.root = root;
        this.quota = quota;
    }

    public Tree of(String person) {
        return new Tree(root.resolve("people").resolve(Layout.folder(person)));
    }

    public Quota quota() {
        return quota;
    }

    /**
     * A person's bytes may come side by side, but no more of them than would fit if each of the files were the only one;
     * one at a time gets its place.
     */
    public Written write(String person, String path, InputStream bytes, Instant now) throws IOException {
        Private.folder(root);
        var draft = Private.folder(root.resolve("incoming"))
                .resolve(UUID.randomUUID().toString());
        var share = share(person);
        try (var sending = share.sending(path, now)) {
            if (!Draft.write(draft, bytes, sending, Digests.begin()))
                return sending.tooLarge() ? Written.TOO_LARGE : Written.OVER_QUOTA;
            synchronized (share) {
                if (!share.takes(path, Files.size(draft), now)) return Written.OVER_QUOTA;
                var before = of(person).find(path);
                of(person).put(path, draft);
                share.changed(before, of(person).find(path));
                return Written.KEPT;
            }
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** A file or an empty folder; false when there was nothing. */
    public boolean delete(String person, String path) throws IOException {
        var share = share(person);
        synchronized (share) {
            var before = of(person).find(path);
            if (!of(person).delete(path)) return false;
            share.changed(before, Optional.empty());
            return true;
        }
    }

    private Share share(String person) {
        return shares.computeIfAbsent(person, any -> new Share(of(person), quota));
    }

    /** Removes what nobody finished writing. */
    public void forget(Instant now) throws IOException {
        Draft.forget(root.resolve("incoming"), now);
    }
}

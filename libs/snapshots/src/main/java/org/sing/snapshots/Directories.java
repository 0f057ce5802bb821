package org.sing.snapshots;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.sing.snapshots.domain.Digests;

/** A directory for each person, with a quota. */
public final class Directories {
    private final Path root;
    private final Quota quota;
    private final Map<String, AtomicLong> sent = new ConcurrentHashMap<>();

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
    public Written write(String person, String path, InputStream bytes) throws IOException {
        Private.folder(root);
        var draft = Private.folder(root.resolve("incoming"))
                .resolve(UUID.randomUUID().toString());
        var all = sent.computeIfAbsent(person, any -> new AtomicLong());
        try (var sending = new Sending(all, left(person, path), quota.fileBytes())) {
            if (!Draft.write(draft, bytes, sending, Digests.begin()))
                return sending.tooLarge() ? Written.TOO_LARGE : Written.OVER_QUOTA;
            synchronized (all) {
                if (Files.size(draft) > left(person, path)) return Written.OVER_QUOTA;
                of(person).put(path, draft);
                return Written.KEPT;
            }
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** How large a file may be in this place; less than nothing when there may be none. */
    private long left(String person, String path) throws IOException {
        var tree = of(person);
        var used = tree.usage();
        var replaced = tree.find(path).filter(it -> !it.folder());
        if (replaced.isEmpty() && used.files() >= quota.files()) return -1;
        return quota.bytes() - used.bytes() + replaced.map(Tree.Item::bytes).orElse(0L);
    }

    /** Removes what nobody finished writing. */
    public void forget(Instant now) throws IOException {
        Draft.forget(root.resolve("incoming"), now);
    }
}

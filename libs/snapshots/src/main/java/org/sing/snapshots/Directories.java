package org.sing.snapshots;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.sing.snapshots.domain.Digests;

/** A directory for each person, with a quota. */
public final class Directories {
    private final Path root;
    private final Quota quota;
    private final Map<String, Object> turns = new ConcurrentHashMap<>();

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

    /** One write of a person at a time is counted against the quota; their bytes may come side by side. */
    public Written write(String person, String path, InputStream bytes) throws IOException {
        Private.folder(root);
        var draft = Private.folder(root.resolve("incoming"))
                .resolve(UUID.randomUUID().toString());
        try {
            var most = Math.min(quota.fileBytes(), quota.bytes());
            if (!Draft.write(draft, bytes, most, Digests.begin())) return Written.TOO_LARGE;
            synchronized (turns.computeIfAbsent(person, any -> new Object())) {
                var tree = of(person);
                var used = tree.usage();
                var replaced = bytesAt(tree, path);
                if (used.bytes() - replaced + Files.size(draft) > quota.bytes() || used.files() >= quota.files())
                    return Written.OVER_QUOTA;
                tree.put(path, draft);
                return Written.KEPT;
            }
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** Removes what nobody finished writing. */
    public void forget(Instant now) throws IOException {
        Draft.forget(root.resolve("incoming"), now);
    }

    private static long bytesAt(Tree tree, String path) throws IOException {
        var opened = tree.open(path);
        if (opened.isEmpty()) return 0;
        try (var file = opened.get().bytes()) {
            return file.size();
        }
    }
}

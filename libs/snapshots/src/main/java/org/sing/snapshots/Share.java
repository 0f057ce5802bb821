package org.sing.snapshots;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.sing.snapshots.Directories.Quota;

/**
 * What of the quota a person has used. To count takes a walk through everything, so a count holds for some seconds; what
 * comes and goes here meanwhile is added to it, what another gateway writes is not.
 */
final class Share {
    private static final Duration HOLDS = Duration.ofSeconds(10);

    private final Tree tree;
    private final Quota quota;
    private final AtomicLong sending = new AtomicLong();
    private Tree.Usage used = new Tree.Usage(0, 0);
    private Instant countedAt = Instant.MIN;

    Share(Tree tree, Quota quota) {
        this.tree = tree;
        this.quota = quota;
    }

    /** A file that is on its way to this place. */
    synchronized Sending sending(String path, Instant now) throws IOException {
        return new Sending(sending, left(path, now), quota.fileBytes());
    }

    synchronized boolean takes(String path, long bytes, Instant now) throws IOException {
        return bytes <= left(path, now);
    }

    synchronized void changed(Optional<Tree.Item> before, Optional<Tree.Item> after) {
        if (before.isPresent() && !before.get().folder()) used = used.minus(before.get());
        if (after.isPresent()) used = used.plus(after.get());
    }

    /** How large a file may be in this place; less than nothing when there may be none. */
    private long left(String path, Instant now) throws IOException {
        count(now);
        var replaced = tree.find(path).filter(it -> !it.folder());
        if (replaced.isEmpty() && used.files() >= quota.files()) return -1;
        return quota.bytes() - used.bytes() + replaced.map(Tree.Item::bytes).orElse(0L);
    }

    private void count(Instant now) throws IOException {
        if (now.isBefore(countedAt.plus(HOLDS))) return;
        used = tree.usage();
        countedAt = now;
    }
}

package org.sing.snapshots;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import org.sing.snapshots.domain.Digests;
import org.sing.snapshots.domain.Entry;
import org.sing.snapshots.domain.Limits;
import org.sing.snapshots.domain.Rules;

/**
 * Lays a snapshot out in a folder, as copies that have nothing in common with the store or with other jobs' copies. The
 * folder is empty and, until this is over, out of the job's reach.
 */
public final class Staging {
    private static final Limits ANY_SIZE = new Limits(Integer.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);
    private static final int CHUNK = 256 * 1024;
    private static final int OWNER = 0600;

    private final Layout layout;
    private final Progress progress;
    private final Gift gift;

    /** What is done to each new file, link and folder, such as giving it to the job's user. */
    public interface Gift {
        void to(Path path) throws IOException;
    }

    /** Hears before each piece that it goes on, and says whether it may. */
    public interface Progress {
        boolean mayGoOn();
    }

    public Staging(Path root, Progress progress, Gift gift) {
        this.layout = new Layout(root);
        this.progress = progress;
        this.gift = gift;
    }

    /**
     * Only the person's own snapshots are looked for.
     *
     * @param dated the time of change that all copies bear; long enough ago that nothing the job writes can bear it, too
     */
    public void lay(String person, String snapshot, Path into, Instant dated) throws IOException {
        if (!Digests.isDigest(snapshot)) throw new Unusable("the job names a snapshot that has no such id");
        var manifest = SnapshotStore.read(layout.manifest(person, snapshot))
                .orElseThrow(() -> new Unusable("the snapshot " + snapshot + " is not in the store"));
        // Whoever could write into the store must not gain the disk of a node by it.
        var problems = Rules.check(manifest.entries(), ANY_SIZE);
        if (!problems.isEmpty()) throw new Unusable(problems.getFirst().detail());
        if (Files.getFileStore(into).getUsableSpace() < manifest.bytes())
            throw new Unusable("the node's disk has no room for the snapshot's " + manifest.bytes() + " bytes");
        for (var file : manifest.files().toList()) copy(file, into, FileTime.from(dated));
        for (var entry : manifest.entries())
            if (entry instanceof Entry.Link link) {
                var path = into.resolve(link.path());
                folders(into, path.getParent());
                gift.to(Files.createSymbolicLink(path, Path.of(link.target())));
            }
    }

    /**
     * Removes what the job left as it was given to it: its owner has that in the snapshot. By now the folder is the job's,
     * so every step is one that no link can turn aside.
     *
     * @param dated as they were laid out: whoever writes into a file gives it another time, however soon, and however many
     *     bytes
     */
    public void takeBack(String person, String snapshot, Path from, Instant dated) throws IOException {
        var manifest = SnapshotStore.read(layout.manifest(person, snapshot));
        if (manifest.isEmpty()) return;
        var tree = new Tree(from);
        for (var entry : manifest.get().entries()) {
            tree.deleteIf(entry.path(), seen -> switch (entry) {
                case Entry.File file ->
                    seen.isRegularFile()
                            && seen.size() == file.bytes()
                            && seen.lastModifiedTime().toInstant().equals(dated);
                case Entry.Link link -> seen.isSymbolicLink();
            });
        }
    }

    private void goOn() throws Unusable {
        if (!progress.mayGoOn()) throw new Unusable("the snapshot is not needed any more");
    }

    private void copy(Entry.File file, Path into, FileTime dated) throws IOException {
        goOn();
        var target = into.resolve(file.path());
        folders(into, target.getParent());
        var digest = Digests.begin();
        try (var from = FileChannel.open(
                        layout.blob(file.sha256()), Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
                var to = FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            var chunk = ByteBuffer.allocate((int) Math.clamp(file.bytes(), 1, CHUNK));
            while (from.read(chunk) >= 0) {
                goOn();
                digest.update(chunk.flip());
                for (chunk.rewind(); chunk.hasRemaining(); ) to.write(chunk);
                chunk.clear();
            }
        } catch (NoSuchFileException e) {
            throw new Unusable("the contents of '" + file.path() + "' are not in the store");
        }
        if (!Digests.end(digest).equals(file.sha256()))
            throw new Unusable("the contents of '" + file.path() + "' are damaged in the store");
        Files.setLastModifiedTime(target, dated);
        Files.setPosixFilePermissions(target, permissions(file.mode() | OWNER));
        gift.to(target);
    }

    private void folders(Path root, Path folder) throws IOException {
        if (folder.equals(root) || Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) return;
        folders(root, folder.getParent());
        gift.to(Files.createDirectory(folder));
    }

    private static Set<PosixFilePermission> permissions(int mode) {
        var permissions = EnumSet.noneOf(PosixFilePermission.class);
        for (var permission : PosixFilePermission.values())
            if ((mode & (0400 >> permission.ordinal())) != 0) permissions.add(permission);
        return permissions;
    }
}

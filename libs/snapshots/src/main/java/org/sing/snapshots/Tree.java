package org.sing.snapshots;

import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Files below a folder, each reached from open folder to open folder and never through a link, so that nothing outside is
 * read, written or deleted, even while somebody changes the tree. Paths have passed {@link org.sing.snapshots.domain.Paths}.
 */
public final class Tree {
    private final Path root;

    public Tree(Path root) {
        this.root = root;
    }

    public record Item(String path, boolean folder, long bytes, Instant modifiedAt) {}

    /** A file that is open for reading; whoever gets it closes it. */
    public record Opened(Item item, SeekableByteChannel bytes) {}

    /** How much there is in all. */
    public record Usage(long files, long bytes) {
        Usage plus(Item file) {
            return new Usage(files + 1, bytes + file.bytes());
        }

        Usage minus(Item file) {
            return new Usage(files - 1, bytes - file.bytes());
        }
    }

    private interface Work<T> {
        T in(SecureDirectoryStream<Path> folder) throws IOException;
    }

    /** What is there, if it is a file or a folder. */
    public Optional<Item> find(String path) throws IOException {
        return inFolderOf(path, folder -> item(folder, Path.of(path).getFileName(), path));
    }

    /** The file; empty when there is none, or something that is no file and no folder. */
    public Optional<Opened> open(String path) throws IOException {
        return inFolderOf(path, folder -> {
            var item = item(folder, Path.of(path).getFileName(), path);
            if (item.isEmpty() || item.get().folder()) return Optional.<Opened>empty();
            var options = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
            return Optional.of(
                    new Opened(item.get(), folder.newByteChannel(Path.of(path).getFileName(), options)));
        });
    }

    /** What is in a folder, by name; the path of the root is empty. Empty when there is no such folder. */
    public Optional<List<Item>> list(String path) throws IOException {
        var prefix = path.isEmpty() ? "" : path + "/";
        try {
            return Optional.of(walk(steps(path), folder -> {
                var items = new ArrayList<Item>();
                for (var name : folder)
                    item(folder, name.getFileName(), prefix + name.getFileName())
                            .ifPresent(items::add);
                items.sort(Comparator.comparing(Item::path));
                return List.copyOf(items);
            }));
        } catch (NoSuchFileException | NotDirectoryException e) {
            return path.isEmpty() ? Optional.of(List.of()) : Optional.empty();
        }
    }

    /** Everything below, folders included, in the order of their paths; at most so many. */
    public List<Item> all(int most) throws IOException {
        var found = new ArrayList<Item>();
        var folders = new ArrayList<>(List.of(""));
        for (var i = 0; i < folders.size() && found.size() < most; i++)
            for (var item : list(folders.get(i)).orElse(List.of())) {
                found.add(item);
                if (item.folder()) folders.add(item.path());
            }
        return found.stream()
                .sorted(Comparator.comparing(Item::path))
                .limit(most)
                .toList();
    }

    /** Puts a finished draft of the same file system into its place; folders on the way are made. */
    public void put(String path, Path draft) throws IOException {
        Private.folder(root);
        folders(Path.of(path).getParent());
        try (var drafts = secure(draft.getParent())) {
            var name = Path.of(path).getFileName();
            walk(steps(parent(path)), folder -> {
                if (item(folder, name, path).filter(Item::folder).isPresent())
                    throw new FileAlreadyExistsException(path);
                drafts.move(draft.getFileName(), folder, name);
                return null;
            });
        }
        Layout.sync(root.resolve(path).getParent());
    }

    /** A file or an empty folder; false when there was nothing. */
    public boolean delete(String path) throws IOException {
        return inFolderOf(path, folder -> {
                    var name = Path.of(path).getFileName();
                    var item = item(folder, name, path);
                    if (item.isEmpty()) return Optional.empty();
                    if (item.get().folder()) folder.deleteDirectory(name);
                    else folder.deleteFile(name);
                    return Optional.of(true);
                })
                .isPresent();
    }

    /** A file or a link, if it is as it was expected. */
    boolean deleteIf(String path, Predicate<BasicFileAttributes> expected) throws IOException {
        return inFolderOf(path, folder -> {
                    var name = Path.of(path).getFileName();
                    var seen = attributes(folder, name).filter(it -> !it.isDirectory());
                    if (seen.filter(expected).isEmpty()) return Optional.empty();
                    folder.deleteFile(name);
                    return Optional.of(true);
                })
                .isPresent();
    }

    public Usage usage() throws IOException {
        var sum = new long[2];
        if (Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS))
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (attributes.isRegularFile()) {
                        sum[0]++;
                        sum[1] += attributes.size();
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException gone) {
                    return FileVisitResult.CONTINUE;
                }
            });
        return new Usage(sum[0], sum[1]);
    }

    private <T> Optional<T> inFolderOf(String path, Work<Optional<T>> work) throws IOException {
        try {
            return walk(steps(parent(path)), work);
        } catch (NoSuchFileException | NotDirectoryException e) {
            return Optional.empty();
        }
    }

    private static String parent(String path) {
        return path.substring(0, Math.max(0, path.lastIndexOf('/')));
    }

    private static List<String> steps(String path) {
        return path.isEmpty() ? List.of() : List.of(path.split("/"));
    }

    private <T> T walk(List<String> steps, Work<T> work) throws IOException {
        try (var folder = secure(root)) {
            return walk(folder, steps, work);
        }
    }

    private static <T> T walk(SecureDirectoryStream<Path> from, List<String> steps, Work<T> work) throws IOException {
        if (steps.isEmpty()) return work.in(from);
        var name = Path.of(steps.getFirst());
        // A link is not a folder; asked first, because the error of opening one differs between file systems.
        if (!item(from, name, "").filter(Item::folder).isPresent()) throw new NotDirectoryException(steps.getFirst());
        try (var next = from.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS)) {
            return walk(next, steps.subList(1, steps.size()), work);
        }
    }

    /** Java makes no folder from an open one. What is made is entered from the open one, or not at all. */
    private void folders(Path folder) throws IOException {
        if (folder == null) return;
        folders(folder.getParent());
        if (list(folder.toString()).isEmpty()) Files.createDirectory(root.resolve(folder));
    }

    private static SecureDirectoryStream<Path> secure(Path folder) throws IOException {
        var stream = Files.newDirectoryStream(folder);
        if (stream instanceof SecureDirectoryStream<Path> secure) return secure;
        stream.close();
        throw new IOException("the file system of " + folder + " cannot open files from a folder");
    }

    private static Optional<Item> item(SecureDirectoryStream<Path> folder, Path name, String path) throws IOException {
        return attributes(folder, name)
                .filter(seen -> seen.isRegularFile() || seen.isDirectory())
                .map(seen -> new Item(
                        path,
                        seen.isDirectory(),
                        seen.isDirectory() ? 0 : seen.size(),
                        seen.lastModifiedTime().toInstant()));
    }

    private static Optional<BasicFileAttributes> attributes(SecureDirectoryStream<Path> folder, Path name)
            throws IOException {
        try {
            return Optional.of(
                    folder.getFileAttributeView(name, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                            .readAttributes());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }
}

package org.sing.agent.journal;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.function.Consumer;
import org.sing.agent.domain.Entry;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one agent knows, on disk. The newest segment is enough to know all; older ones stay for a while as the history of
 * who ran where. An agent that cannot write stops at once: what it cannot remember it must not do.
 */
public final class Journal implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
    private static final int OLD_SEGMENTS = 32;
    private static final long COMPACT_BYTES = 4 << 20;

    /** More than this was never in one unsynced group, so it is no torn tail. */
    private static final long TORN_BYTES = 4 << 20;

    private final Path folder;
    private final ByteArrayOutputStream buffer = new ByteArrayOutputStream();
    private FileChannel channel;
    private int segment;
    private long size;
    private long compactedSize;

    private Journal(Path folder) {
        this.folder = folder;
    }

    /** Opens the journal and replays it. */
    public static Journal open(Path folder, Consumer<Entry> replay) {
        try {
            Files.createDirectories(folder);
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
            var journal = new Journal(folder);
            journal.replay(replay);
            return journal;
        } catch (IOException e) {
            throw new UncheckedIOException("the journal cannot be read: " + folder, e);
        }
    }

    /** Takes note; on disk after the next {@link #sync}. */
    public void append(List<Entry> entries) {
        entries.forEach(entry -> buffer.writeBytes(Codec.line(entry)));
    }

    /** @param durable whether to wait for the disk; a note that only shortens a lease may wait for the next sync */
    public void sync(boolean durable) {
        if (buffer.size() == 0) return;
        try {
            write(channel, buffer.toByteArray());
            size += buffer.size();
            buffer.reset();
            if (durable) channel.force(false);
        } catch (IOException e) {
            throw new UncheckedIOException("the journal cannot be written: " + folder, e);
        }
    }

    public boolean wantsCompaction() {
        return size - compactedSize > Math.max(COMPACT_BYTES, compactedSize);
    }

    /** Goes on in a new segment that begins with {@code entries}, which say all that is known. */
    public void compact(List<Entry> entries) {
        sync(true);
        try {
            var whole = new ByteArrayOutputStream();
            entries.forEach(entry -> whole.writeBytes(Codec.line(entry)));
            var draft = folder.resolve("draft");
            try (var out = FileChannel.open(draft, CREATE, WRITE, TRUNCATE_EXISTING)) {
                write(out, whole.toByteArray());
                out.force(true);
            }
            Files.move(draft, path(segment + 1), StandardCopyOption.ATOMIC_MOVE);
            syncFolder();
            channel.close();
            Files.deleteIfExists(path(segment + 1 - OLD_SEGMENTS));
            use(segment + 1);
            compactedSize = size;
        } catch (IOException e) {
            throw new UncheckedIOException("the journal cannot be compacted: " + folder, e);
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void replay(Consumer<Entry> replay) throws IOException {
        try (var files = Files.list(folder)) {
            segment = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".log"))
                    .mapToInt(name -> Integer.parseInt(name.substring(0, name.length() - 4)))
                    .max()
                    .orElse(1);
        }
        var file = path(segment);
        var whole = Files.exists(file) ? Segment.read(file, replay) : 0;
        use(segment);
        if (whole < size) cutTail(whole);
        syncFolder();
    }

    private void cutTail(long whole) throws IOException {
        if (size - whole > TORN_BYTES)
            throw new IOException("damaged after byte " + whole + " of " + path(segment) + "; restore or remove it");
        LOG.warn("dropped a torn tail of the journal journal={} bytes={}", folder, size - whole);
        channel.truncate(whole);
        channel.force(true);
        size = whole;
    }

    private void use(int number) throws IOException {
        segment = number;
        channel = FileChannel.open(path(number), CREATE, WRITE, APPEND);
        size = channel.size();
    }

    private Path path(int number) {
        return folder.resolve(String.format("%08d.log", number));
    }

    private void syncFolder() throws IOException {
        try (var directory = FileChannel.open(folder, READ)) {
            directory.force(true);
        }
    }

    private static void write(FileChannel to, byte[] bytes) throws IOException {
        var rest = ByteBuffer.wrap(bytes);
        while (rest.hasRemaining()) to.write(rest);
    }
}

package org.sing.snapshots;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** Bytes on their way to the disk, under a name that nobody reads. */
final class Draft {
    private static final int CHUNK = 64 * 1024;
    private static final Duration ABANDONED = Duration.ofDays(1);

    private Draft() {}

    /** Whether so many more bytes may come. */
    interface Room {
        boolean takes(long bytes);

        static Room of(long most) {
            var left = new AtomicLong(most);
            return bytes -> left.addAndGet(-bytes) >= 0;
        }
    }

    /** True when all of them are on the disk, false when there were more than may be. */
    static boolean write(Path draft, InputStream bytes, Room room, MessageDigest digest) throws IOException {
        try (var file = FileChannel.open(draft, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            var chunk = new byte[CHUNK];
            for (var read = bytes.read(chunk); read >= 0; read = bytes.read(chunk)) {
                if (!room.takes(read)) return false;
                digest.update(chunk, 0, read);
                for (var rest = ByteBuffer.wrap(chunk, 0, read); rest.hasRemaining(); ) file.write(rest);
            }
            file.force(true);
            return true;
        }
    }

    /** Removes what nobody finished. */
    static void forget(Path incoming, Instant now) throws IOException {
        for (var name : Layout.names(incoming)) {
            var draft = incoming.resolve(name);
            if (isOlder(draft, now.minus(ABANDONED))) Files.deleteIfExists(draft);
        }
    }

    static boolean isOlder(Path file, Instant cutoff) throws IOException {
        try {
            return Files.getLastModifiedTime(file).toInstant().isBefore(cutoff);
        } catch (NoSuchFileException e) {
            return false;
        }
    }
}

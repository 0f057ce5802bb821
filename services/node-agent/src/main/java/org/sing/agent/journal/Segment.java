package org.sing.agent.journal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.sing.agent.domain.Entry;

/** Reads one file of a journal. */
final class Segment {
    private Segment() {}

    /** Replays whole lines up to the first that is not; the number of bytes in these. */
    static long read(Path file, Consumer<Entry> replay) throws IOException {
        var bytes = Files.readAllBytes(file);
        var from = 0;
        while (true) {
            var end = newline(bytes, from);
            if (end < 0) return from;
            var entry = Codec.entry(new String(bytes, from, end - from, StandardCharsets.UTF_8));
            if (entry.isEmpty()) return from;
            replay.accept(entry.get());
            from = end + 1;
        }
    }

    private static int newline(byte[] bytes, int from) {
        for (var i = from; i < bytes.length; i++) if (bytes[i] == '\n') return i;
        return -1;
    }
}

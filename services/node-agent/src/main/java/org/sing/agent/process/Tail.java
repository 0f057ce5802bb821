package org.sing.agent.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Predicate;
import org.sing.schemas.ExecutionOutput;

/** Publishes the growing output of one job, at most 64 KB a second; where there is more, the middle is left out. */
final class Tail {
    static final int RATE = 64 << 10;
    private static final int PIECE = 32 << 10;

    /** Further behind than this, it skips to the newest piece. */
    private static final int BACKLOG = 2 * RATE;

    private final Site site;
    private final Predicate<ExecutionOutput> sink;
    private long offset;
    private double allowance = RATE;
    private long refilledMillis;

    Tail(Site site, long offset, long millis, Predicate<ExecutionOutput> sink) {
        this.site = site;
        this.offset = offset;
        this.refilledMillis = millis;
        this.sink = sink;
    }

    /** True when there was something new. */
    boolean poll(long millis) throws IOException {
        allowance = Math.min(RATE, allowance + (millis - refilledMillis) * RATE / 1000.0);
        refilledMillis = millis;
        var size = site.outputBytes();
        var any = size > offset;
        while (size > offset && allowance >= Math.min(PIECE, size - offset)) {
            var next = size - offset > BACKLOG ? aligned(size - PIECE) : 0;
            if (!publish(Math.min(PIECE, size - offset), next, false)) break;
        }
        return any;
    }

    /** The rest, when no process is left that could write. */
    void finish() throws IOException {
        var size = site.outputBytes();
        if (size - offset > PIECE) publish(PIECE / 2, aligned(size - PIECE / 2), false);
        publish(size - offset, size, true);
    }

    private boolean publish(long length, long next, boolean last) throws IOException {
        var bytes = read(offset, (int) length);
        var whole = last ? bytes.length : wholeCharacters(bytes);
        var end = Math.max(next, offset + whole);
        if (end == offset && !last) return false;
        var text = new String(bytes, 0, whole, StandardCharsets.UTF_8);
        var of = site.allocation();
        if (!sink.test(new ExecutionOutput(of.job(), of.attempt(), of.rank(), offset, end, text, last))) return false;
        offset = end;
        allowance -= whole;
        return true;
    }

    private byte[] read(long from, int length) throws IOException {
        if (length == 0) return new byte[0];
        try (var file = FileChannel.open(site.output(), Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            var buffer = ByteBuffer.allocate(length);
            while (buffer.hasRemaining() && file.read(buffer, from + buffer.position()) > 0) {}
            return Arrays.copyOf(buffer.array(), buffer.position());
        }
    }

    /** The first offset from here on that begins a character. */
    private long aligned(long from) throws IOException {
        var bytes = read(from, 4);
        var skip = 0;
        while (skip < bytes.length && (bytes[skip] & 0xC0) == 0x80) skip++;
        return from + skip;
    }

    /** Leaves out a last character of which some bytes are still to come. */
    static int wholeCharacters(byte[] bytes) {
        for (var back = 1; back <= Math.min(3, bytes.length); back++) {
            var b = bytes[bytes.length - back] & 0xFF;
            if (b < 0x80) return bytes.length;
            if (b >= 0xC0) {
                var needed = b >= 0xF0 ? 4 : b >= 0xE0 ? 3 : 2;
                return needed > back ? bytes.length - back : bytes.length;
            }
        }
        return bytes.length;
    }
}

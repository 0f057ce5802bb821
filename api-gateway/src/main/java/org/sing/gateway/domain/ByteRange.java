package org.sing.gateway.domain;

import java.util.Optional;
import java.util.regex.Pattern;

/** Which bytes of a file somebody wants, both ends included, as RFC 9110 reads the header. */
public record ByteRange(long first, long last) {
    private static final Pattern ONE = Pattern.compile("bytes=([0-9]{1,18})?-([0-9]{1,18})?");

    public sealed interface Asked {
        /** No range, several, or one that is not understood: all bytes are the right answer. */
        record All() implements Asked {}

        record Part(ByteRange range) implements Asked {}

        record Nothing() implements Asked {}
    }

    public long length() {
        return last - first + 1;
    }

    public static Asked of(Optional<String> header, long size) {
        var match = ONE.matcher(header.orElse(""));
        if (!match.matches() || match.group(1) == null && match.group(2) == null) return new Asked.All();
        if (match.group(1) == null) {
            var wanted = Math.min(size, Long.parseLong(match.group(2)));
            return wanted == 0 ? new Asked.Nothing() : new Asked.Part(new ByteRange(size - wanted, size - 1));
        }
        var first = Long.parseLong(match.group(1));
        var last = match.group(2) == null ? size - 1 : Math.min(size - 1, Long.parseLong(match.group(2)));
        if (match.group(2) != null && Long.parseLong(match.group(2)) < first) return new Asked.All();
        return first >= size ? new Asked.Nothing() : new Asked.Part(new ByteRange(first, last));
    }
}

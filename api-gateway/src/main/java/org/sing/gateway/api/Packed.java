package org.sing.gateway.api;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Bodies that may come packed. What comes out of them counts, and no more of it is unpacked than may be sent. */
final class Packed {
    private Packed() {}

    /**
     * @param encoding the Content-Encoding; none, {@code identity} and {@code gzip} are taken
     * @param most bytes
     * @param what for the refusal: "A manifest"
     */
    static byte[] read(InputStream body, Optional<String> encoding, int most, String what) throws IOException {
        var sent = Transfer.body(body);
        var bytes = gzip(encoding) ? unpacked(sent, most) : sent.readNBytes(most + 1);
        if (bytes.length > most)
            throw Refusal.of(Code.BODY_TOO_LARGE, "%s has at most %,d bytes.".formatted(what, most));
        return bytes;
    }

    /** What is packed in another way would else be read as if it were text. */
    static boolean gzip(Optional<String> encoding) {
        var named = encoding.map(String::strip).orElse("");
        if (named.equalsIgnoreCase("gzip")) return true;
        if (named.isEmpty() || named.equalsIgnoreCase("identity")) return false;
        throw Refusal.of(Code.UNSUPPORTED_MEDIA_TYPE, "Send the body as it is or with gzip, not with " + named + ".");
    }

    private static byte[] unpacked(InputStream packed, int most) throws IOException {
        try {
            return new GZIPInputStream(packed).readNBytes(most + 1);
        } catch (ZipException | EOFException e) {
            throw Refusal.of(Code.MALFORMED_BODY, "The body is not what gzip makes.");
        }
    }
}

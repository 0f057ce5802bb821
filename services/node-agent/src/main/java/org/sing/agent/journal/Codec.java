package org.sing.agent.journal;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.sing.agent.domain.Entry;
import org.sing.schemas.Json;

/** One entry per line: checksum, name, JSON. Readable with any pager, and by an auditor. */
final class Codec {
    private static final int CHECKSUM_LENGTH = 8;
    private static final Map<String, Class<? extends Entry>> BY_NAME = new LinkedHashMap<>();
    private static final Map<Class<?>, String> NAMES = new LinkedHashMap<>();

    static {
        for (var type : Entry.class.getPermittedSubclasses()) {
            var name = type.getSimpleName().toLowerCase();
            BY_NAME.put(name, type.asSubclass(Entry.class));
            NAMES.put(type, name);
        }
    }

    private Codec() {}

    static byte[] line(Entry entry) {
        var body = NAMES.get(entry.getClass()) + " " + Json.string(entry);
        return (checksum(body) + " " + body + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** The entry of a line without its newline; empty when the line is not whole. */
    static Optional<Entry> entry(String line) {
        if (line.length() <= CHECKSUM_LENGTH || line.charAt(CHECKSUM_LENGTH) != ' ') return Optional.empty();
        var body = line.substring(CHECKSUM_LENGTH + 1);
        if (!line.startsWith(checksum(body))) return Optional.empty();
        var space = body.indexOf(' ');
        var type = BY_NAME.get(body.substring(0, space));
        if (type == null)
            throw new IllegalStateException("the journal was written by a newer agent: " + body.substring(0, space));
        return Optional.of(Json.read(body.substring(space + 1), type));
    }

    private static String checksum(String body) {
        var crc = new CRC32C();
        crc.update(body.getBytes(StandardCharsets.UTF_8));
        return String.format("%08x", crc.getValue());
    }
}

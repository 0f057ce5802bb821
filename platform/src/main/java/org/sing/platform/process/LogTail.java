package org.sing.platform.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The last words of a part, for people: without stack frames and without an earlier run's lines. */
public final class LogTail {

    static final String START_MARK = "----- started ";

    private static final int READ_BYTES = 64 << 10;
    private static final Pattern STACK_FRAME =
            Pattern.compile("^\\s+(at |\\.\\.\\. \\d+ (more|common)|Suppressed:).*|^\\s*\\^?\\s*$");

    private LogTail() {}

    public static List<String> meaningful(Path log, int lines) {
        return meaningful(read(log), lines);
    }

    static List<String> meaningful(String text, int lines) {
        var started = text.lastIndexOf(START_MARK);
        var kept = text.substring(Math.max(started, 0))
                .lines()
                .filter(line -> !line.startsWith(START_MARK))
                .filter(line -> !STACK_FRAME.matcher(line).matches())
                .map(line -> line.length() > 300 ? line.substring(0, 300) + " ..." : line)
                .toList();
        return kept.subList(Math.max(0, kept.size() - lines), kept.size());
    }

    private static String read(Path log) {
        try (var channel = Files.newByteChannel(log)) {
            var from = Math.max(0, channel.size() - READ_BYTES);
            channel.position(from);
            var bytes = java.nio.channels.Channels.newInputStream(channel).readAllBytes();
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException absent) {
            return "";
        }
    }
}

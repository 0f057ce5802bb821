package org.sing.traces;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Reads a trace in whichever form it is, compressed or not. */
public final class TraceFile {
    private TraceFile() {}

    public static Trace read(Path file) {
        try (var lines = open(file)) {
            var name = file.getFileName().toString();
            lines.mark(1 << 16);
            var first = firstLine(lines);
            lines.reset();
            if (first.startsWith(";") || name.contains(".swf")) return SwfForm.read(name, lines);
            if (first.contains("|")) return SacctForm.read(name, lines);
            if (first.contains(",")) return ColumnForm.read(name, lines);
            throw new BadTrace("row 1: neither SWF, nor sacct --parsable2, nor columns with a heading: '%s'"
                    .formatted(shown(first)));
        } catch (IOException e) {
            throw new BadTrace(file + " cannot be read: " + e.getMessage());
        }
    }

    public static BufferedReader open(Path file) throws IOException {
        if (!Files.isRegularFile(file))
            throw new BadTrace(Files.exists(file) ? file + " is no file" : "there is no file " + file);
        InputStream bytes = new BufferedInputStream(Files.newInputStream(file));
        bytes.mark(2);
        var zipped = bytes.read() == 0x1f && bytes.read() == 0x8b;
        bytes.reset();
        return new BufferedReader(
                new InputStreamReader(zipped ? new GZIPInputStream(bytes) : bytes, StandardCharsets.UTF_8), 1 << 17);
    }

    private static String shown(String line) {
        return line.codePoints()
                .limit(60)
                .map(c -> Character.isISOControl(c) ? '?' : c)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private static String firstLine(BufferedReader lines) throws IOException {
        for (var line = lines.readLine(); line != null; line = lines.readLine()) if (!line.isBlank()) return line;
        throw new BadTrace("the trace is empty");
    }
}

package org.sing.tcloud;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** The command line as one file that Python runs: a line that names the interpreter, then a zip. Equal sources, equal bytes. */
public final class ZipApplication {
    static final List<String> FILES = List.of(
            "__main__.py",
            "tcloud/__init__.py",
            "tcloud/api.py",
            "tcloud/cluster.py",
            "tcloud/command.py",
            "tcloud/files.py",
            "tcloud/http.py",
            "tcloud/ignore.py",
            "tcloud/jobs.py",
            "tcloud/life.py",
            "tcloud/login.py",
            "tcloud/output.py",
            "tcloud/progress.py",
            "tcloud/project.py",
            "tcloud/settings.py",
            "tcloud/show.py",
            "tcloud/submission.py",
            "tcloud/trouble.py",
            "tcloud/whatif.py");
    private static final String INTERPRETER = "#!/usr/bin/env python3\n";
    /** The first moment that a zip can name. */
    private static final LocalDateTime ALWAYS = LocalDateTime.of(1980, 1, 1, 0, 0);

    private ZipApplication() {}

    public static byte[] bytes() {
        var out = new ByteArrayOutputStream();
        out.writeBytes(INTERPRETER.getBytes(StandardCharsets.US_ASCII));
        try (var zip = new ZipOutputStream(out)) {
            for (var name : FILES) add(zip, name);
        } catch (IOException e) {
            throw new UncheckedIOException("packing what is on the class path", e);
        }
        return out.toByteArray();
    }

    /** Stored and not compressed, because two versions of a compressor need not agree. */
    private static void add(ZipOutputStream zip, String name) throws IOException {
        var content = content(name);
        var sum = new CRC32();
        sum.update(content);
        var entry = new ZipEntry(name);
        entry.setTimeLocal(ALWAYS);
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(content.length);
        entry.setCrc(sum.getValue());
        zip.putNextEntry(entry);
        zip.write(content);
        zip.closeEntry();
    }

    private static byte[] content(String name) throws IOException {
        try (var file = ZipApplication.class.getResourceAsStream("python/" + name)) {
            return file.readAllBytes();
        }
    }
}

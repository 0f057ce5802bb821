package org.sing.platform.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** Starts processes that write to log files. */
public final class Processes {

    private static final long LOG_KEPT_BYTES = 8 << 20;

    private Processes() {}

    /** Starts a process that outlives this one; its output is appended to the log. */
    public static ProcessIdentity start(Launch launch, Path log) throws IOException {
        rotate(log);
        append(log, LogTail.START_MARK + Instant.now() + "\n");
        var process = launch.builder()
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        return ProcessIdentity.of(process.pid())
                .orElseThrow(() -> new IOException(launch.command().getFirst() + " ended at once"));
    }

    /** Runs a process to its end and fails with its last output if it did not succeed. */
    public static void run(Launch launch, Path log, Duration atMost) throws IOException {
        run(launch, "", log, atMost);
    }

    public static void run(Launch launch, String input, Path log, Duration atMost) throws IOException {
        append(log, LogTail.START_MARK + Instant.now() + "\n");
        var process = launch.builder()
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        try {
            try (var stdin = process.getOutputStream()) {
                stdin.write(input.getBytes(StandardCharsets.UTF_8));
            }
            if (!process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IOException(
                        launch.command().getFirst() + " was still at work after " + atMost.toSeconds() + " s");
            }
            if (process.exitValue() != 0) {
                throw new IOException(Path.of(launch.command().getFirst()).getFileName() + " ended with status "
                        + process.exitValue());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            process.destroyForcibly();
        }
    }

    private static void rotate(Path log) throws IOException {
        if (Files.exists(log) && Files.size(log) > LOG_KEPT_BYTES) {
            Files.move(log, log.resolveSibling(log.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static void append(Path log, String line) throws IOException {
        Files.writeString(log, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}

package org.sing.agent.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process of its own that ends the jobs of a node when its lease has run out and no agent came back, or one hangs. The
 * agent only writes down until when the lease runs; the guard sleeps until then, so it costs nothing while all is well.
 */
final class LeaseGuard {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseGuard.class);

    private final Path script;
    private final Path leases;
    private final Path groups;
    private Process process;

    /** @param groups where each group's name begins with its node's and an at sign */
    LeaseGuard(Path state, Path groups) throws IOException {
        this.script = new Script("guard.sh").install(state);
        this.leases = Files.createDirectories(state.resolve("leases"));
        this.groups = groups;
    }

    /** @param untilMillis since boot */
    void lease(String node, long untilMillis) throws IOException {
        write(leases.resolve(Workplace.plain(node)), Math.ceilDiv(untilMillis, 1000));
        if (process == null || !process.isAlive()) process = start();
    }

    /** Nothing is left to guard. */
    void stop() {
        if (process == null) return;
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    /** In place and in one piece, so that the guard never reads half a number. */
    private static void write(Path file, long seconds) throws IOException {
        var line = "%-20d%n".formatted(seconds).getBytes(StandardCharsets.US_ASCII);
        try (var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(line), 0);
        }
    }

    private Process start() throws IOException {
        var command = List.of("/usr/bin/setsid", "/bin/sh", script.toString(), leases.toString(), groups.toString());
        var builder = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().put("PATH", "/usr/bin:/bin");
        LOG.debug("a guard watches the leases groups={}", groups);
        return builder.start();
    }
}

package org.sing.platform.supervise;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The guards that agents leave with the control groups of their jobs: they end whatever lives there when a lease has run out,
 * also what hides from everybody else. Here all leases end at once.
 */
final class Guards {
    private static final String SCRIPT = "guard.sh";
    private static final String OVER = "0\n";

    private final Path nodes;

    Guards(Path nodes) {
        this.nodes = nodes;
    }

    void endLeases() throws IOException, InterruptedException {
        if (!Files.isDirectory(nodes)) return;
        for (var agent : list(nodes)) if (Files.exists(agent.resolve(SCRIPT))) endLeases(agent);
    }

    private static void endLeases(Path agent) throws IOException, InterruptedException {
        var script = agent.resolve(SCRIPT).toString();
        var leases = agent.resolve("leases");
        asleep(agent.resolve("leases.guard"), script).ifPresent(Guards::end);
        for (var lease : list(leases)) Files.writeString(lease, OVER);
        var groups = Files.readString(agent.resolve("cgroups")).strip();
        // With no lease left it does its work at once and ends.
        new ProcessBuilder("/bin/sh", script, leases.toString(), groups)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    private static Optional<ProcessHandle> asleep(Path file, String script) throws IOException {
        if (!Files.exists(file)) return Optional.empty();
        var pid = Long.parseLong(Files.readString(file).strip());
        var cmdline = Path.of("/proc", Long.toString(pid), "cmdline");
        return Files.isReadable(cmdline) && Files.readString(cmdline).contains(script)
                ? ProcessHandle.of(pid)
                : Optional.empty();
    }

    private static void end(ProcessHandle guard) {
        var asleep = guard.descendants().toList();
        guard.destroyForcibly();
        asleep.forEach(ProcessHandle::destroyForcibly);
    }

    private static List<Path> list(Path folder) throws IOException {
        try (var all = Files.list(folder)) {
            return all.toList();
        }
    }
}

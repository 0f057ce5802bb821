package org.sing.platform.supervise;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.sing.platform.StateFolder;
import org.sing.platform.process.ProcessIdentity;
import org.sing.platform.process.Signal;

/**
 * Ends the jobs that agents of this system left running. To the agents it looks like a machine that was switched off: the
 * attempts are lost through no fault of the jobs, which start again after the next start of the system.
 */
public final class JobSweep {

    private static final Duration TO_SAVE_WORK = Duration.ofSeconds(5);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

    private final String nodes;

    public JobSweep(StateFolder state) {
        this.nodes = state.root().resolve("nodes") + "/";
    }

    /** How many processes of jobs there were. */
    public int run() throws InterruptedException {
        var jobs = jobs();
        // First what would write down how a job ended, then the jobs themselves.
        shims(jobs).forEach(shim -> shim.signal(Signal.KILL));
        jobs.forEach(job -> job.signal(Signal.CONT));
        jobs.forEach(job -> job.signal(Signal.TERM));
        var until = System.nanoTime() + TO_SAVE_WORK.toNanos();
        while (System.nanoTime() < until && jobs.stream().anyMatch(ProcessIdentity::alive)) {
            Thread.sleep(LOOK_AGAIN);
        }
        jobs().forEach(job -> job.signal(Signal.KILL)); // looked for again: a job may have forked meanwhile
        try {
            new Guards(Path.of(nodes)).endLeases();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return jobs.size();
    }

    private List<ProcessIdentity> jobs() {
        return ProcessHandle.allProcesses()
                .filter(process -> read(process.pid(), "environ").contains("TACC_WORKDIR=" + nodes))
                .map(process -> ProcessIdentity.of(process.pid()))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Only a leader that itself belongs to the nodes: a job that made no session of its own may be in anybody's. */
    private Set<ProcessIdentity> shims(List<ProcessIdentity> jobs) {
        return jobs.stream()
                .map(ProcessIdentity::session)
                .flatMap(Optional::stream)
                .filter(leader -> read(leader.pid(), "cmdline").contains(nodes))
                .filter(leader -> !jobs.contains(leader))
                .collect(Collectors.toSet());
    }

    private static String read(long pid, String file) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), file), StandardCharsets.ISO_8859_1);
        } catch (IOException notOurs) {
            return "";
        }
    }
}

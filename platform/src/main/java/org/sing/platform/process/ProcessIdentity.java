package org.sing.platform.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A process told from a later one that was given the same number: by the kernel tick at which it began. */
public record ProcessIdentity(long pid, long startTicks) {

    private static final Path PROC = Path.of("/proc");

    public static Optional<ProcessIdentity> of(long pid) {
        return stat(pid).filter(Stat::running).map(stat -> new ProcessIdentity(pid, stat.startTicks()));
    }

    public static ProcessIdentity own() {
        return of(ProcessHandle.current().pid()).orElseThrow();
    }

    public static Optional<ProcessIdentity> parse(String text) {
        var parts = text.strip().split("-");
        try {
            return parts.length == 2
                    ? Optional.of(new ProcessIdentity(Long.parseLong(parts[0]), Long.parseLong(parts[1])))
                    : Optional.empty();
        } catch (NumberFormatException damaged) {
            return Optional.empty();
        }
    }

    /** False also for a zombie: an adopted process whose parent is gone may never be reaped. */
    public boolean alive() {
        return stat(pid)
                .filter(Stat::running)
                .filter(stat -> stat.startTicks() == startTicks)
                .isPresent();
    }

    /** The leader of this process's session, if that still lives. */
    public Optional<ProcessIdentity> session() {
        return stat(pid).flatMap(stat -> of(stat.session()));
    }

    /** Signals only the process that was meant, never its successor under the same number. */
    public void signal(Signal signal) {
        if (!alive()) {
            return;
        }
        try {
            new ProcessBuilder("/bin/sh", "-c", "kill -" + signal + " " + pid)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new IllegalStateException("Cannot signal process " + pid, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        return pid + "-" + startTicks;
    }

    static Optional<Stat> parseStat(String line) {
        // The second field is the program's name in brackets and may hold spaces and brackets itself.
        var fields = line.substring(line.lastIndexOf(')') + 1).strip().split(" ");
        return fields.length < 20
                ? Optional.empty()
                : Optional.of(new Stat(fields[0].charAt(0), Long.parseLong(fields[3]), Long.parseLong(fields[19])));
    }

    private static Optional<Stat> stat(long pid) {
        try {
            return parseStat(Files.readString(PROC.resolve(pid + "/stat")));
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    record Stat(char state, long session, long startTicks) {
        boolean running() {
            return state != 'Z' && state != 'X';
        }
    }
}

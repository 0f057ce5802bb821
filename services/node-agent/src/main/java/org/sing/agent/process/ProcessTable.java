package org.sing.agent.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The kernel's list of processes, as far as jobs are concerned. */
final class ProcessTable {
    /** A number can come back only after all others were used; this is far less time than that takes. */
    private static final long TRUST_MILLIS = 5_000;

    private static final Path PROC = Path.of("/proc");
    private static final String ALLOCATION = "SING_ALLOCATION_ID=";
    private static final String NODE = "SING_NODE=";
    private static final Set<String> SHELLS = Set.of("sh", "bash", "dash", "ksh", "zsh", "tcsh", "csh", "fish");

    private Map<Long, String> owners = new HashMap<>();
    private long scannedNanos;

    /** How the kernel describes a process. {@code session} is the process id of the shim for a job's processes. */
    record Stat(char state, long session, long ticks) {
        boolean dead() {
            return state == 'Z' || state == 'X';
        }
    }

    static Optional<Stat> stat(long pid) {
        try {
            var text = Files.readString(PROC.resolve(pid + "/stat"), StandardCharsets.ISO_8859_1);
            // The command may contain blanks and brackets; what follows its last bracket does not.
            var fields = text.substring(text.lastIndexOf(')') + 2).split(" ");
            return Optional.of(new Stat(fields[0].charAt(0), Long.parseLong(fields[3]), Long.parseLong(fields[19])));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    static boolean isChild(long pid, long parent) {
        return ProcessHandle.of(pid)
                .flatMap(ProcessHandle::parent)
                .filter(found -> found.pid() == parent)
                .isPresent();
    }

    static boolean isShell(long pid) {
        try {
            // Its command may be named after a script.
            var program = Files.readSymbolicLink(PROC.resolve(pid + "/exe")).getFileName();
            return program != null && SHELLS.contains(program.toString());
        } catch (IOException e) {
            return false;
        }
    }

    /** Whether exactly this process still runs. */
    static boolean alive(long pid, long ticks) {
        return stat(pid).filter(stat -> stat.ticks() == ticks && !stat.dead()).isPresent();
    }

    /** The living processes of the wanted {@link #owner}s. */
    Map<String, List<Long>> of(Set<String> wanted) {
        var now = System.nanoTime();
        if (now - scannedNanos > TRUST_MILLIS * 1_000_000) owners = new HashMap<>();
        scannedNanos = now;
        var found = new HashMap<String, List<Long>>();
        var present = new HashSet<Long>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(PROC, "[0-9]*")) {
            for (var entry : entries) {
                var pid = Long.parseLong(entry.getFileName().toString());
                present.add(pid);
                var owner = owners.computeIfAbsent(pid, ProcessTable::read);
                if (wanted.contains(owner)
                        && stat(pid).filter(stat -> !stat.dead()).isPresent())
                    found.computeIfAbsent(owner, any -> new ArrayList<>()).add(pid);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        owners.keySet().retainAll(present);
        return found;
    }

    /** Of a process that cleared its environment but stayed in the session of its shim. */
    static String owner(long session) {
        return "session " + session;
    }

    static String owner(String node, String allocation) {
        return node + " " + allocation;
    }

    private static String read(long pid) {
        try {
            var node = "";
            var allocation = "";
            for (var variable : Files.readString(PROC.resolve(pid + "/environ"), StandardCharsets.ISO_8859_1)
                    .split("\0")) {
                if (variable.startsWith(NODE)) node = variable.substring(NODE.length());
                if (variable.startsWith(ALLOCATION)) allocation = variable.substring(ALLOCATION.length());
            }
            if (!allocation.isEmpty()) return owner(node, allocation);
            return stat(pid).map(stat -> owner(stat.session())).orElse("");
        } catch (IOException e) {
            return "";
        }
    }
}

package org.sing.platform.check;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.sing.platform.StateFolder;
import org.sing.platform.Trouble;
import org.sing.platform.part.Part;

/** What would make a start fail, found before anything is started. */
public final class Preflight {

    private static final long MIB = 1L << 20;
    private static final long NEEDED_MEMORY_MIB = 4 * 1024;
    private static final long NEEDED_DISK_MIB = 3 * 1024;
    private static final Pattern AVAILABLE = Pattern.compile("MemAvailable:\\s+(\\d+) kB");

    private final StateFolder state;

    public Preflight(StateFolder state) {
        this.state = state;
    }

    public static void requireWritable(StateFolder state) {
        new Preflight(state).writable().ifPresent(trouble -> {
            throw trouble;
        });
    }

    public List<Trouble> check(Collection<Part> parts) {
        var troubles = new ArrayList<Trouble>();
        writable().ifPresent(troubles::add);
        if (troubles.isEmpty()) {
            disk(usableDiskMib()).ifPresent(troubles::add);
        }
        var toStart = parts.stream()
                .filter(part -> state.running(part.name()).isEmpty())
                .toList();
        if (toStart.size() == parts.size()) {
            memory(availableMemoryMib()).ifPresent(troubles::add);
        }
        toStart.forEach(part -> part.ports().stream()
                .filter(port -> !free(port))
                .map(port -> taken(port, part.name(), PortHolder.of(port)))
                .forEach(troubles::add));
        return troubles;
    }

    static Trouble taken(int port, String part, Optional<String> holder) {
        return new Trouble(
                "Port %d, which the %s needs, is in use%s."
                        .formatted(port, part, holder.map(name -> " by " + name).orElse("")),
                "Stop that program, or shift all ports: ./sing up --port-offset 1000");
    }

    static Optional<Trouble> memory(long availableMib) {
        return availableMib >= NEEDED_MEMORY_MIB
                ? Optional.empty()
                : Optional.of(new Trouble(
                        "Only %.1f GiB of memory is available; the system needs 4 GiB to start."
                                .formatted(availableMib / 1024.0),
                        "Close other programs, or run on a larger machine. To try all the same: --force"));
    }

    static Optional<Trouble> disk(long usableMib) {
        return usableMib >= NEEDED_DISK_MIB
                ? Optional.empty()
                : Optional.of(new Trouble(
                        "Only %.1f GB of disk space is left; the system needs 3 GB.".formatted(usableMib / 1024.0),
                        "Make room, or keep the state on another disk: SING_STATE=/path ./sing up"));
    }

    private Optional<Trouble> writable() {
        var folder = existing(state.root());
        return Files.isDirectory(folder) && Files.isWritable(folder)
                ? Optional.empty()
                : Optional.of(new Trouble(
                        "The state folder %s cannot be written by this user.".formatted(state.root()),
                        "Name another folder: SING_STATE=$HOME/.sing ./sing up"));
    }

    private long usableDiskMib() {
        try {
            return Files.getFileStore(existing(state.root())).getUsableSpace() / MIB;
        } catch (IOException unknown) {
            return Long.MAX_VALUE;
        }
    }

    private static Path existing(Path folder) {
        var each = folder;
        while (Files.notExists(each)) {
            each = each.getParent();
        }
        return each;
    }

    private static long availableMemoryMib() {
        try {
            var matcher = AVAILABLE.matcher(Files.readString(Path.of("/proc/meminfo")));
            return matcher.find() ? Long.parseLong(matcher.group(1)) / 1024 : Long.MAX_VALUE;
        } catch (IOException unknown) {
            return Long.MAX_VALUE;
        }
    }

    private static boolean free(int port) {
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true); // connections of an earlier run that wait for their end do not count
            socket.bind(new InetSocketAddress("127.0.0.1", port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}

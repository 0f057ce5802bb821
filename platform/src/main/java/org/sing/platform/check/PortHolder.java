package org.sing.platform.check;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** Finds the process that listens on a port, as far as this user may see it. */
final class PortHolder {

    private static final String LISTENING = "0A";

    private PortHolder() {}

    /** Such as {@code java (pid 4711)}. */
    static Optional<String> of(int port) {
        return Stream.of("/proc/net/tcp", "/proc/net/tcp6")
                .map(Path::of)
                .map(table -> inode(table, port))
                .flatMapToLong(OptionalLong::stream)
                .mapToObj(PortHolder::owner)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static OptionalLong inode(Path table, int port) {
        try (var lines = Files.lines(table)) {
            return lines.skip(1)
                    .flatMapToLong(line -> inode(line, port).stream())
                    .findFirst();
        } catch (IOException unreadable) {
            return OptionalLong.empty();
        }
    }

    static OptionalLong inode(String line, int port) {
        var fields = line.strip().split("\\s+");
        var local = fields[1].substring(fields[1].indexOf(':') + 1);
        return Integer.parseInt(local, 16) == port && fields[3].equals(LISTENING)
                ? OptionalLong.of(Long.parseLong(fields[9]))
                : OptionalLong.empty();
    }

    private static Optional<String> owner(long inode) {
        var socket = "socket:[" + inode + "]";
        return ProcessHandle.allProcesses()
                .filter(process -> holds(process.pid(), socket))
                .findFirst()
                .map(process -> name(process.pid()) + " (pid " + process.pid() + ")");
    }

    private static boolean holds(long pid, String socket) {
        try (var descriptors = Files.list(Path.of("/proc", Long.toString(pid), "fd"))) {
            return descriptors.anyMatch(each -> socket.equals(target(each)));
        } catch (IOException notOurs) {
            return false;
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException gone) {
            return "";
        }
    }

    private static String name(long pid) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), "comm"))
                    .strip();
        } catch (IOException gone) {
            return "a program";
        }
    }
}

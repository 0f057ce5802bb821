package org.sing.e2e;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** What the machine itself says about processes and logs of a system. */
final class Machine {
    /** These say that the machine is slow, which a test must bear. */
    private static final Set<String> SLOW = Set.of(
            "BlockedThreadChecker",
            "has been blocked for",
            "not renewed in time",
            "org.apache.kafka.clients",
            "TimeoutException",
            "timeout while waiting");

    private Machine() {}

    /** Command lines of all processes that belong to a state folder. */
    static List<String> processes(Path state) throws IOException {
        try (var all = Files.list(Path.of("/proc"))) {
            return all.filter(folder -> folder.getFileName().toString().chars().allMatch(Character::isDigit))
                    .map(folder -> read(folder.resolve("cmdline")).replace('\0', ' '))
                    .filter(line -> line.contains(state.toString()))
                    .toList();
        }
    }

    /** Lines at WARN or worse of all parts, and threads that died. */
    static List<String> warnings(Path state) throws IOException {
        try (var logs = Files.list(state.resolve("logs"))) {
            return logs.filter(log -> log.toString().endsWith(".log"))
                    .flatMap(log ->
                            read(log).lines().filter(Machine::warns).map(line -> log.getFileName() + ": " + line))
                    .toList();
        }
    }

    private static boolean warns(String line) {
        return line.matches("Exception in thread.*|.*\\b(WARN|ERROR|FATAL)\\b.*")
                && SLOW.stream().noneMatch(line::contains);
    }

    private static String read(Path file) {
        try {
            return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        } catch (IOException gone) {
            return "";
        }
    }
}

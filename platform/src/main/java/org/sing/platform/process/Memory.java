package org.sing.platform.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Resident memory of a process and of its children, with what they share counted once. */
public final class Memory {

    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");
    private static final Pattern PRIVATE = Pattern.compile("RssAnon:\\s+(\\d+) kB");

    private Memory() {}

    public static long residentBytes(ProcessIdentity process) {
        var children = ProcessHandle.of(process.pid()).stream()
                .flatMap(ProcessHandle::descendants)
                .mapToLong(child -> read(child.pid(), PRIVATE))
                .sum();
        return read(process.pid(), RESIDENT) + children;
    }

    private static long read(long pid, Pattern pattern) {
        try {
            var matcher = pattern.matcher(Files.readString(Path.of("/proc", Long.toString(pid), "status")));
            return matcher.find() ? Long.parseLong(matcher.group(1)) * 1024 : 0;
        } catch (IOException gone) {
            return 0;
        }
    }
}

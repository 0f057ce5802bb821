package org.sing.agent.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Time since boot in the kernel's own count, which the shim writes down as well. */
public final class Uptime {
    /** Clock ticks per second in {@code /proc}; fixed for user space on Linux. */
    private static final int TICKS_PER_SECOND = 100;

    private final long baseMillis;
    private final long baseNanos;

    public Uptime() {
        try {
            baseMillis = millis(Files.readString(Path.of("/proc/uptime")).split(" ")[0]);
            baseNanos = System.nanoTime();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public long millis() {
        return baseMillis + (System.nanoTime() - baseNanos) / 1_000_000;
    }

    /** @param seconds such as {@code 1483.98} */
    static long millis(String seconds) {
        return (long) (Double.parseDouble(seconds) * 1000);
    }

    static long ofTicks(long ticks) {
        return ticks * 1000 / TICKS_PER_SECOND;
    }

    /** Unique to this boot of the machine. */
    public static String bootId() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package org.sing.e2e;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Does to processes what bad days do. */
final class Faults {
    private static final int MOST_ATTEMPTS = 1000;
    private final Running system;

    Faults(Running system) {
        this.system = system;
    }

    /** Die without a word, all in the same moment. */
    void kill(List<String> parts) {
        var doomed = parts.stream().map(this::process).toList();
        doomed.forEach(process -> signal("KILL", process));
    }

    /** Stands still for so long, then goes on as if nothing had happened. */
    void pause(String part, Duration duration) {
        pause(List.of(part), duration);
    }

    /** All of them at once. */
    void pause(List<String> parts, Duration duration) {
        var stopped = parts.stream().map(this::process).toList();
        stopped.forEach(process -> signal("STOP", process));
        after(duration, () -> stopped.forEach(process -> signal("CONT", process)));
    }

    /** Stops it again and again until it is caught in the moment that is looked for, then lets it stand for so long. */
    void pauseIn(String part, BooleanSupplier moment, Duration duration) {
        var process = process(part);
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            signal("STOP", process);
            if (moment.getAsBoolean()) {
                after(duration, () -> signal("CONT", process));
                return;
            }
            signal("CONT", process);
        }
        throw new IllegalStateException(part + " was never caught in the moment that was looked for");
    }

    static void pause(ProcessHandle process, Duration duration) {
        signal("STOP", process);
        after(duration, () -> signal("CONT", process));
    }

    static void kill(ProcessHandle process) {
        signal("KILL", process);
    }

    private ProcessHandle process(String part) {
        return system.process(part).orElseThrow(() -> new IllegalStateException(part + " has no process"));
    }

    private static void after(Duration duration, Runnable action) {
        Executor later = CompletableFuture.delayedExecutor(duration.toMillis(), TimeUnit.MILLISECONDS);
        CompletableFuture.runAsync(action, later).join();
    }

    private static void signal(String name, ProcessHandle process) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

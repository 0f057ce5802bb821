package org.sing.agent.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Sends signals; negative numbers are process groups. */
final class Signals {
    private static final String SEND =
            "signal=$1; shift; for target; do kill -s \"$signal\" -- \"$target\" 2>/dev/null; done; exit 0";

    private Signals() {}

    static void send(String signal, Collection<Long> targets) {
        if (targets.isEmpty()) return;
        var command = new ArrayList<>(List.of("/bin/sh", "-c", SEND, "sh", signal));
        targets.forEach(target -> command.add(String.valueOf(target)));
        try {
            new ProcessBuilder(command).start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

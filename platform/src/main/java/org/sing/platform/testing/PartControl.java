package org.sing.platform.testing;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.sing.platform.StateFolder;
import org.sing.platform.process.LogTail;
import org.sing.platform.process.ProcessIdentity;
import org.sing.platform.process.Signal;
import org.sing.platform.supervise.PartState;
import org.sing.platform.supervise.PartState.Phase;

/** Takes a part away from a test and brings it back. Every call returns when its effect has happened. */
public final class PartControl {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final StateFolder state;
    private final String part;

    PartControl(StateFolder state, String part) {
        this.state = state;
        this.part = part;
    }

    /** Freezes the part: connections stay open and nothing answers. */
    public void pause() {
        process().signal(Signal.STOP);
    }

    public void resume() {
        process().signal(Signal.CONT);
    }

    /** Kills the part at once (for the database, leaves its sessions to find out); it stays away until {@link #start}. */
    public void kill() {
        end(Signal.KILL);
    }

    /** Ends the part without a clean shutdown (PostgreSQL's immediate mode; for the broker an orderly one). */
    public void stopImmediate() {
        end(Signal.QUIT);
    }

    /** Brings the part back and waits until it serves. */
    public void start() {
        state.release(part);
        awaitReady();
    }

    /** Kills the part and brings it back. */
    public void restart() {
        kill();
        start();
    }

    void awaitReady() {
        await(
                "to become ready",
                () -> state.running(part).isPresent()
                        && PartState.read(state, part)
                                .filter(known -> known.phase() == Phase.READY)
                                .isPresent());
    }

    private void end(Signal signal) {
        state.hold(part);
        var process = process();
        process.signal(Signal.CONT);
        process.signal(signal);
        await(
                "to end",
                () -> !process.alive()
                        && PartState.read(state, part)
                                .filter(known -> known.phase() == Phase.STOPPED)
                                .isPresent());
    }

    private ProcessIdentity process() {
        return state.running(part).orElseThrow(() -> new IllegalStateException("The " + part + " is not running"));
    }

    private void await(String what, BooleanSupplier condition) {
        var until = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > until) {
                throw new IllegalStateException("Waited for the %s %s for %d s; its last words: %s"
                        .formatted(part, what, PATIENCE.toSeconds(), LogTail.meaningful(state.log(part), 5)));
            }
            try {
                Thread.sleep(Duration.ofMillis(50));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", e);
            }
        }
    }
}

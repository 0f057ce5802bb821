package org.sing.platform.supervise;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.sing.platform.StateFolder;
import org.sing.platform.part.Part;
import org.sing.platform.process.ProcessIdentity;
import org.sing.platform.process.Processes;
import org.sing.platform.process.Signal;
import org.sing.platform.supervise.PartState.Phase;

/** Keeps one part alive: starts or adopts it, waits until it is ready, and starts it again when it died. */
final class Keeper implements Runnable {

    private static final Duration LOOK_AGAIN = Duration.ofMillis(100);

    private final Part part;
    private final StateFolder state;
    private final BackOff backOff = new BackOff();
    private volatile boolean stopping;
    private Optional<Thread> preparing = Optional.empty();
    private int starts;

    Keeper(Part part, StateFolder state) {
        this.part = part;
        this.state = state;
    }

    Part part() {
        return part;
    }

    /** Cuts a preparation short, but never a start: that would leave a process that nobody knows. */
    synchronized void stopKeeping() {
        stopping = true;
        preparing.ifPresent(Thread::interrupt);
    }

    @Override
    public void run() {
        note(Phase.WAITING, Duration.ZERO, "");
        while (!stopping) {
            try {
                keepOnce();
            } catch (IOException | UncheckedIOException e) {
                fail(e.getMessage());
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void keepOnce() throws IOException, InterruptedException {
        var adopted = state.running(part.name());
        if (adopted.isEmpty() && !mayStart()) {
            Thread.sleep(LOOK_AGAIN);
            return;
        }
        var began = System.nanoTime();
        var process = adopted.isPresent() ? adopted : start();
        if (process.isEmpty()) {
            return;
        }
        if (awaitReady(process.get())) {
            note(Phase.READY, Duration.ofNanos(System.nanoTime() - began), "");
            log("ready", part.name());
            watch(process.get());
        }
        if (state.held(part.name())) {
            note(Phase.STOPPED, Duration.ZERO, "");
        } else if (!stopping) {
            fail("ended");
        }
    }

    private boolean mayStart() {
        return !state.held(part.name())
                && part.needs().stream()
                        .allMatch(need -> PartState.read(state, need)
                                .filter(known -> known.phase() == Phase.READY)
                                .isPresent());
    }

    private Optional<ProcessIdentity> start() throws IOException {
        note(Phase.PREPARING, Duration.ZERO, "");
        if (!prepare()) {
            return Optional.empty();
        }
        var process = Processes.start(part.launch(), state.log(part.name()));
        state.started(part.name(), process);
        starts++;
        note(Phase.STARTING, Duration.ZERO, "");
        return Optional.of(process);
    }

    private boolean prepare() throws IOException {
        synchronized (this) {
            if (stopping) {
                return false;
            }
            preparing = Optional.of(Thread.currentThread());
        }
        try {
            part.prepare();
        } finally {
            synchronized (this) {
                preparing = Optional.empty();
            }
        }
        return !stopping;
    }

    private boolean awaitReady(ProcessIdentity process) throws InterruptedException {
        var giveUp = System.nanoTime() + part.patience().toNanos();
        while (!stopping && process.alive()) {
            if (part.ready(process)) {
                return true;
            }
            if (System.nanoTime() > giveUp) {
                process.signal(Signal.KILL);
            }
            Thread.sleep(LOOK_AGAIN);
        }
        return false;
    }

    private void watch(ProcessIdentity process) throws InterruptedException {
        var ready = Instant.now();
        while (!stopping && process.alive()) {
            Thread.sleep(LOOK_AGAIN);
        }
        backOff.ranFor(Duration.between(ready, Instant.now()));
    }

    private void fail(String message) {
        log("not running: " + message, part.name());
        note(Phase.FAILED, Duration.ZERO, Optional.ofNullable(message).orElse("could not be started"));
        var until = System.nanoTime() + backOff.next().toNanos();
        try {
            while (!stopping && System.nanoTime() < until) {
                Thread.sleep(LOOK_AGAIN);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void note(Phase phase, Duration startedIn, String message) {
        new PartState(phase, Instant.now(), startedIn, starts, message).write(state, part.name());
    }

    static void log(String message, String part) {
        System.out.println(Instant.now() + " " + message + " part=" + part);
    }
}

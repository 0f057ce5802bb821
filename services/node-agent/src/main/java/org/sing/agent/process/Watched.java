package org.sing.agent.process;

import java.io.IOException;
import java.time.Clock;
import java.util.OptionalInt;
import org.sing.agent.domain.Exit;
import org.sing.agent.domain.Running;
import org.sing.agent.process.Containment.Contained;
import org.sing.schemas.EndCause;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One job under the eyes of the watcher. */
final class Watched {
    private static final Logger LOG = LoggerFactory.getLogger(Watched.class);
    private static final long PREPARATION_PATIENCE_MILLIS = 60_000;
    private static final long LAUNCH_PATIENCE_MILLIS = 10_000;
    private static final long DRAIN_PATIENCE_MILLIS = 10_000;
    private static final long BUSY_MILLIS = 50;
    private static final long QUIET_MILLIS = 200;
    private static final long ENDING_MILLIS = 3;
    private static final long QUIET_AFTER_MILLIS = 5_000;
    private static final long NO_SESSION = -1;

    private enum Stage {
        PREPARING,
        LAUNCHING,
        RUNNING,
        SWEEPING,
        DRAINING,
        OVER
    }

    private final Site site;
    private final Witness witness;
    private final Containment containment;
    private final Uptime uptime;
    private final Clock clock;
    private final Preparation preparation;
    private Stage stage = Stage.PREPARING;
    private long launchedMillis;
    private Running running;
    private Tail tail;
    private boolean hinted;
    /** When it last lived, as far as is known. */
    private long seenMillis;
    /** Whether this agent saw it live with its own eyes, and not the one before it. */
    private boolean met;

    private long activeMillis;
    private long sweptMillis;

    Watched(Site site, Witness witness, Containment containment, Uptime uptime, Clock clock) {
        this.site = site;
        this.witness = witness;
        this.containment = containment;
        this.uptime = uptime;
        this.clock = clock;
        this.preparation = new Preparation(uptime);
    }

    Site site() {
        return site;
    }

    Contained contained() {
        return new Contained(site, running == null ? NO_SESSION : running.pid());
    }

    Preparation preparation() {
        return preparation;
    }

    boolean preparing() {
        return stage == Stage.PREPARING;
    }

    /** All that it needs is there. */
    void launches() {
        stage = Stage.LAUNCHING;
        launchedMillis = uptime.millis();
    }

    boolean launching() {
        return stage == Stage.LAUNCHING;
    }

    boolean sweeping() {
        return stage == Stage.SWEEPING;
    }

    void hint() {
        hinted = true;
    }

    /** Found again: those who follow it have had the beginning of its output. */
    Watched adopted(Running process, long seen) {
        preparation.over().complete(null);
        running(process, seen, Math.max(0, site.outputBytes() - Tail.RATE));
        return this;
    }

    private void running(Running process, long seen, long outputOffset) {
        running = process;
        seenMillis = Math.max(seen, process.startedMillis());
        activeMillis = uptime.millis();
        stage = Stage.RUNNING;
        hinted = true;
        tail = new Tail(site, outputOffset, activeMillis, piece -> witness.output(site, piece));
    }

    long pauseMillis() {
        return switch (stage) {
            case PREPARING, OVER -> 10_000;
            case SWEEPING, DRAINING -> ENDING_MILLIS;
            case LAUNCHING -> QUIET_MILLIS;
            case RUNNING ->
                hinted ? ENDING_MILLIS : seenMillis - activeMillis < QUIET_AFTER_MILLIS ? BUSY_MILLIS : QUIET_MILLIS;
        };
    }

    /** @param everybody whether it is time to look at those as well of whom nothing was heard */
    void look(long now, boolean everybody) {
        if (stage == Stage.PREPARING && now - preparation.movedMillis() >= PREPARATION_PATIENCE_MILLIS)
            giveUp("the store did not answer for " + PREPARATION_PATIENCE_MILLIS / 1000 + " s");
        if (stage == Stage.LAUNCHING && (hinted || everybody)) lookForStart(now);
        if (stage == Stage.RUNNING) follow(now);
        if (stage == Stage.RUNNING && (hinted || everybody)) lookForEnd(now);
        if (stage == Stage.DRAINING) lookForOutput(now);
    }

    /** A process of it was just seen, if only one that its shim has left behind. */
    void lives(long now) {
        seenMillis = now;
        met = true;
    }

    /** No process is left of it. */
    void swept(long now) {
        if (running == null) failed("what it said of its start was not true");
        else {
            stage = Stage.DRAINING;
            sweptMillis = now;
        }
    }

    void finish() throws IOException {
        if (tail != null) tail.finish();
    }

    void failed(String detail) {
        stage = Stage.OVER;
        witness.notLaunched(site, EndCause.START_FAILED, detail);
    }

    /** Nothing of it will begin, although somebody may still be at work for it. */
    void giveUp(String detail) {
        preparation.callOff();
        failed(detail);
    }

    /** Either no process will ever begin, or it has begun and is found. */
    void resolve() {
        preparation.over().complete(null);
        launches();
        try {
            if (site.workplace().callOff(site.allocation().id())) {
                stage = Stage.OVER;
                witness.notLaunched(site, EndCause.START_REFUSED, "the agent was restarted before it began");
            } else hinted = true;
        } catch (IOException e) {
            failed("could not be called off: " + e.getMessage());
        }
    }

    private void lookForStart(long now) {
        hinted = false;
        var words = site.workplace().start(site.allocation().id());
        if (words.isPresent()) begun(Long.parseLong(words.get()[0]), Long.parseLong(words.get()[1]), now);
        else if (now - launchedMillis >= LAUNCH_PATIENCE_MILLIS) giveUp();
    }

    private void begun(long pid, long ticks, long now) {
        if (!site.workplace().credible(site.allocation().id(), pid, ticks)) {
            stage = Stage.SWEEPING;
            return;
        }
        var started = Uptime.ofTicks(ticks);
        var process = new Running(pid, ticks, started, clock.instant().minusMillis(Math.max(0, now - started)));
        running(process, now, 0);
        met = true;
        hinted = false;
        witness.launched(site, process);
    }

    private void giveUp() {
        try {
            if (site.workplace().callOff(site.allocation().id()))
                failed("no shell began within " + LAUNCH_PATIENCE_MILLIS / 1000 + " s");
        } catch (IOException e) {
            failed("could not be called off: " + e.getMessage());
        }
    }

    private void follow(long now) {
        try {
            if (tail.poll(now)) activeMillis = now;
        } catch (IOException e) {
            LOG.warn("output cannot be read allocation={}", site.allocation().id(), e);
        }
    }

    private void lookForEnd(long now) {
        var alive = ProcessTable.alive(running.pid(), running.ticks());
        if (alive) {
            // The exit record comes just before the end of the shim.
            hinted = site.workplace().exit(site.allocation().id()).isPresent();
            lives(now);
        } else stage = Stage.SWEEPING;
    }

    /** What it wrote is all in its file once the pump is over. */
    private void lookForOutput(long now) {
        var pump = site.workplace().pumping(site.allocation().id());
        var over = pump.filter(word -> !ProcessTable.alive(Long.parseLong(word[0]), Long.parseLong(word[1])))
                .isPresent();
        if (!over && now - sweptMillis < DRAIN_PATIENCE_MILLIS) return;
        if (!over)
            LOG.warn("output may be missing allocation={}", site.allocation().id());
        stage = Stage.OVER;
        try {
            site.workplace().closeOutput(site.allocation());
        } catch (IOException e) {
            LOG.warn("output cannot be closed allocation={}", site.allocation().id(), e);
        }
        witness.ended(site, exit());
    }

    private Exit exit() {
        var now = uptime.millis();
        var words = site.workplace().exit(site.allocation().id());
        var status = words.map(word -> OptionalInt.of((int) Math.min(255, Double.parseDouble(word[0]))))
                .orElse(OptionalInt.empty());
        // The job could have written this file: what the agent saw alive did not end before.
        var ended = words.map(word -> Math.clamp(Uptime.millis(word[1]), Math.min(seenMillis, now), now));
        // One that died while no agent lived ended when it was last known to live: nobody pays for the time until now.
        return new Exit(
                status,
                ended.orElse(met ? now : Math.min(seenMillis, now)),
                site.outputBytes(),
                containment.outOfMemory(site));
    }
}

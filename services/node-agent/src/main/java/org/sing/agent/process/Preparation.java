package org.sing.agent.process;

import java.util.concurrent.CompletableFuture;
import org.sing.snapshots.Staging.Progress;

/** How far it is with what a job needs before it begins. One thread makes it ready, another one looks after that. */
final class Preparation implements Progress {
    private final Uptime uptime;
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private volatile long movedMillis;
    private volatile boolean calledOff;

    Preparation(Uptime uptime) {
        this.uptime = uptime;
        this.movedMillis = uptime.millis();
    }

    @Override
    public boolean mayGoOn() {
        movedMillis = uptime.millis();
        return !calledOff;
    }

    /** When it last went on; a store that hangs lets it stand still. */
    long movedMillis() {
        return movedMillis;
    }

    void callOff() {
        calledOff = true;
    }

    /** Complete when nobody writes into the job's folder any more. */
    CompletableFuture<Void> over() {
        return over;
    }
}

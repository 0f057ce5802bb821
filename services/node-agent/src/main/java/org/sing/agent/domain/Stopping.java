package org.sing.agent.domain;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.sing.schemas.EndCause;
import org.sing.schemas.Envelopes.Cause;

/** Ends allocations: the reason on record, then TERM, then KILL until nothing is left. */
final class Stopping {
    private static final long KILL_AGAIN_MILLIS = 1_000;

    private final Ledger ledger;
    private final Consumer<Entry> record;
    private final Map<String, Long> signalled = new HashMap<>();

    Stopping(Ledger ledger, Consumer<Entry> record) {
        this.ledger = ledger;
        this.record = record;
    }

    /** The first reason stays; a later one can only shorten the grace. */
    void stop(Position at, Task task, EndCause why, String detail, long graceMillis, Cause cause, Now now) {
        var stop = new Stop(why, detail, graceMillis, now.millis(), cause);
        if (task.stop().isPresent()) {
            var earlier = task.stop().get();
            if (earlier.killAtMillis() <= stop.killAtMillis()) {
                if (at.sequence() > 0) record.accept(new Entry.Passed(at));
                return;
            }
            stop = new Stop(earlier.why(), earlier.detail(), graceMillis, now.millis(), earlier.cause());
        }
        record.accept(new Entry.Stopping(at, task.allocation().id(), stop));
    }

    void limit(Task task, Now now) {
        var allocation = task.allocation();
        var limit = allocation.timeLimitMillis();
        if (limit == 0 || task.stop().isPresent() || task.running().isEmpty()) return;
        if (now.millis() - task.running().get().startedMillis() < limit) return;
        var detail = "ran longer than its time limit of " + limit / 1000 + " s";
        stop(Entry.NOWHERE, task, EndCause.TIME_LIMIT, detail, allocation.killGraceMillis(), allocation.cause(), now);
    }

    /** The warning that is due; not to what is being ended. On record first: a second one might end what the first has begun. */
    Optional<Effect> warn(Task task, Now now) {
        var allocation = task.allocation();
        var limit = allocation.timeLimitMillis();
        if (limit == 0
                || task.warned()
                || task.stop().isPresent()
                || task.running().isEmpty()) return Optional.empty();
        var running = task.running().get();
        var due = allocation
                .warning()
                .filter(it -> now.millis() - running.startedMillis() >= limit - it.secondsBefore() * 1000);
        due.ifPresent(it -> record.accept(new Entry.Warned(allocation.id())));
        return due.map(it -> new Effect.Alert(allocation, running, it));
    }

    /** The signal that is due, for an allocation whose stop is on record. */
    Optional<Effect> signal(Task task, Now now) {
        if (task.running().isEmpty() || task.stop().isEmpty()) return Optional.empty();
        var id = task.allocation().id();
        var killAt = task.stop().get().killAtMillis();
        var last = signalled.get(id);
        if (now.millis() < killAt && last != null) return Optional.empty();
        if (last != null && last >= killAt && now.millis() - last < KILL_AGAIN_MILLIS) return Optional.empty();
        signalled.put(id, now.millis());
        var running = task.running().get();
        return Optional.of(
                now.millis() < killAt
                        ? new Effect.Terminate(task.allocation(), running)
                        : new Effect.Kill(task.allocation(), running));
    }

    void forget(String allocation) {
        signalled.remove(allocation);
    }
}

package org.sing.gateway.app;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.sing.schemas.FeedEntry;

/**
 * The newest part of the feed in memory, and those who wait for it: each replica has its own.
 *
 * <p>It is fed by the tail of the topic and, in the process of the writer, already by the commit. Entries that it has
 * seen are dropped; after a hole it starts anew, and readers that are behind read the table.
 */
@ApplicationScoped
public class Feed {
    private static final int KEPT = 8192;
    /** Streams wake at most this often, however busy the campus is. */
    private static final Duration STREAM_PULSE = Duration.ofMillis(25);

    private final Vertx vertx;
    private final FeedEntry[] ring = new FeedEntry[KEPT];
    private long first = 1;
    private long last;

    private final CopyOnWriteArrayList<Consumer<FeedEntry>> listeners = new CopyOnWriteArrayList<>();
    private final CopyOnWriteArrayList<Waiter> waiters = new CopyOnWriteArrayList<>();
    private final ConcurrentHashMap<UniEmitter<? super Void>, Boolean> pulses = new ConcurrentHashMap<>();
    private final AtomicBoolean pulsing = new AtomicBoolean();

    private record Waiter(long position, UniEmitter<? super Void> emitter) {}

    Feed(Vertx vertx) {
        this.vertx = vertx;
    }

    /** Entries up to {@code position} are in the table only: after a start, or when the tail was lost for a while. */
    public void startAt(long position) {
        synchronized (this) {
            if (position <= last) return;
            last = position;
            first = position + 1;
        }
        wake(position);
    }

    public synchronized long last() {
        return last;
    }

    /** Takes entries in the order of their positions. */
    public void offer(List<FeedEntry> entries) {
        var fresh = keep(entries);
        if (fresh.isEmpty()) return;
        for (var entry : fresh) listeners.forEach(listener -> listener.accept(entry));
        wake(fresh.getLast().position());
    }

    private void wake(long now) {
        for (var waiter : waiters) if (waiter.position <= now && waiters.remove(waiter)) waiter.emitter.complete(null);
        if (!pulses.isEmpty()) pulseSoon();
    }

    /** Called once with every new entry, on the thread that brings it: it must be quick. */
    void listen(Consumer<FeedEntry> listener) {
        listeners.add(listener);
    }

    /** Entries after {@code position}, at most {@code limit}; absent when they are not in memory any more. */
    public synchronized Optional<List<FeedEntry>> after(long position, int limit) {
        if (position + 1 < first) return Optional.empty();
        var until = Math.min(last, position + limit);
        var entries = new ArrayList<FeedEntry>();
        for (var p = position + 1; p <= until; p++) entries.add(ring[(int) (p % KEPT)]);
        return Optional.of(entries);
    }

    /** Completes when the feed has come to this position, or fails after the time. */
    public Uni<Void> reached(long position, Duration atMost) {
        return Uni.createFrom()
                .<Void>emitter(emitter -> {
                    var waiter = new Waiter(position, emitter);
                    waiters.add(waiter);
                    emitter.onTermination(() -> waiters.remove(waiter));
                    if (last() >= position && waiters.remove(waiter)) emitter.complete(null);
                })
                .ifNoItem()
                .after(atMost)
                .fail();
    }

    /** Completes soon after something followed {@code position}, or without that after the time. */
    public Uni<Void> moved(long position, Duration atMost) {
        return Uni.createFrom()
                .<Void>emitter(emitter -> {
                    pulses.put(emitter, true);
                    emitter.onTermination(() -> pulses.remove(emitter));
                    if (last() > position) pulseSoon(); // not at once: a busy feed would make readers spin
                })
                .ifNoItem()
                .after(atMost)
                .recoverWithItem((Void) null);
    }

    private void pulseSoon() {
        if (pulsing.compareAndSet(false, true)) vertx.setTimer(STREAM_PULSE.toMillis(), timer -> pulse());
    }

    private void pulse() {
        pulsing.set(false);
        pulses.keySet().forEach(emitter -> emitter.complete(null));
    }

    private synchronized List<FeedEntry> keep(List<FeedEntry> entries) {
        var fresh = new ArrayList<FeedEntry>(entries.size());
        for (var entry : entries) {
            if (entry.position() <= last) continue;
            if (entry.position() != last + 1) first = entry.position();
            last = entry.position();
            first = Math.max(first, last - KEPT + 1);
            ring[(int) (last % KEPT)] = entry;
            fresh.add(entry);
        }
        return fresh;
    }
}

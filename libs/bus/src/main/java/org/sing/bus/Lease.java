package org.sing.bus;

import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.jboss.logging.Logger;

/**
 * The leader row of this service, taken and renewed by the clock of the database.
 *
 * <p>A row that expires, not an advisory lock: a paused process would hold its lock for ever. A restarted replica takes
 * its own row at once. In memory the lease ends by the monotonic clock, counted from before the renewal was asked for,
 * hence never later than in the database.
 */
final class Lease implements Leadership, AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Lease.class);

    private static final String TAKE = """
            insert into bus_leader as held (name, owner, epoch, expires_at)
            values ($1, $2, 1, clock_timestamp() + cast($3 as float8) * interval '1 ms')
            on conflict (name) do update
            set owner = excluded.owner, epoch = held.epoch + 1,
                expires_at = clock_timestamp() + cast($3 as float8) * interval '1 ms'
            where held.expires_at < clock_timestamp() or ($4 and held.owner = excluded.owner)
            returning epoch
            """;
    private static final String RENEW = """
            update bus_leader set expires_at = clock_timestamp() + cast($4 as float8) * interval '1 ms'
            where name = $1 and owner = $2 and epoch = $3
            returning epoch
            """;
    private static final String RELEASE =
            "update bus_leader set expires_at = clock_timestamp() where name = $1 and owner = $2 and epoch = $3";

    private final Pool pool;
    private final String name;
    private final String owner;
    private final Duration length;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("bus-lease").factory());
    private final List<LongConsumer> onGained = new ArrayList<>();
    private final List<Runnable> onLost = new ArrayList<>();

    private volatile Held held = new Held(0, 0);
    private boolean firstAttempt = true;
    private Optional<Asked> taking = Optional.empty();
    private CompletableFuture<Long> gained = new CompletableFuture<>();

    private record Held(long epoch, long untilNanos) {
        boolean valid() {
            return epoch > 0 && System.nanoTime() - untilNanos < 0;
        }
    }

    private record Asked(long nanos, CompletableFuture<RowSet<Row>> answer) {}

    Lease(Pool pool, String name, String owner, Duration length) {
        this.pool = pool;
        this.name = name;
        this.owner = owner;
        this.length = length;
    }

    void start() {
        timer.scheduleWithFixedDelay(this::tick, 0, length.toMillis() / 4, TimeUnit.MILLISECONDS);
    }

    /** Tells of each new epoch; from then on this replica acts. */
    void onGained(LongConsumer listener) {
        onGained.add(listener);
    }

    void onLost(Runnable listener) {
        onLost.add(listener);
    }

    @Override
    public OptionalLong epoch() {
        var now = held;
        return now.valid() ? OptionalLong.of(now.epoch()) : OptionalLong.empty();
    }

    boolean isHeld() {
        return held.valid();
    }

    /** Completes with the epoch as soon as this replica leads. */
    synchronized CompletableFuture<Long> whenHeld() {
        var now = held;
        return now.valid() ? CompletableFuture.completedFuture(now.epoch()) : gained.copy();
    }

    void tick() {
        try {
            if (held.epoch() > 0) renew();
            else take();
        } catch (Exception | Error e) { // an escape would end the timer without a word
            LOG.debugf(e, "lease not reached name=%s", name);
            if (held.epoch() > 0 && !held.valid()) LOG.warnf("lease not renewed in time name=%s reason=%s", name, e);
        }
    }

    /**
     * Asks once and waits for that answer, over several ticks if need be: of two questions on their way the one that is
     * answered later would depose this replica itself.
     */
    private void take() throws Exception {
        if (taking.isEmpty())
            taking = Optional.of(ask(TAKE, Tuple.of(name, owner, (double) length.toMillis(), firstAttempt)));
        var asked = taking.get();
        var epoch = answerTo(asked);
        firstAttempt = false;
        if (epoch.isEmpty()) return;
        hold(epoch.get(), asked.nanos());
        LOG.infof("lease taken name=%s owner=%s epoch=%d", name, owner, epoch.get());
        onGained.forEach(listener -> listener.accept(epoch.get()));
    }

    private Optional<Long> answerTo(Asked asked) throws Exception {
        try {
            var epoch = answer(asked);
            taking = Optional.empty();
            return epoch;
        } catch (ExecutionException e) {
            taking = Optional.empty();
            throw e;
        }
    }

    private void renew() throws Exception {
        var asked = ask(RENEW, Tuple.of(name, owner, held.epoch(), (double) length.toMillis()));
        var epoch = answer(asked);
        if (epoch.isPresent()) hold(epoch.get(), asked.nanos());
        else lose();
    }

    private synchronized void hold(long epoch, long asked) {
        held = new Held(epoch, asked + length.toNanos());
        gained.complete(epoch);
        gained = new CompletableFuture<>();
    }

    private void lose() {
        LOG.warnf("lease lost name=%s owner=%s epoch=%d", name, owner, held.epoch());
        held = new Held(0, 0);
        onLost.forEach(Runnable::run);
    }

    private Asked ask(String sql, Tuple values) {
        var asked = System.nanoTime();
        // A future, because giving up waiting must not cancel a query that waits for a connection.
        var answer = pool.preparedQuery(sql).execute(values).subscribeAsCompletionStage();
        return new Asked(asked, answer);
    }

    private Optional<Long> answer(Asked asked) throws Exception {
        var rows = asked.answer().get(length.toMillis(), TimeUnit.MILLISECONDS);
        for (var row : rows) return Optional.of(row.getLong(0));
        return Optional.empty();
    }

    /** Lets the next replica take over without waiting for the expiry. */
    @Override
    public void close() {
        timer.shutdownNow();
        var last = held;
        held = new Held(0, 0);
        if (last.epoch() == 0) return;
        try {
            answer(ask(RELEASE, Tuple.of(name, owner, last.epoch())));
        } catch (Exception e) {
            LOG.debugf(e, "lease left to expire name=%s", name);
        }
    }
}

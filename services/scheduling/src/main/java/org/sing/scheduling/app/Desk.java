package org.sing.scheduling.app;

import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hibernate.reactive.mutiny.Mutiny;
import org.jboss.logging.Logger;
import org.sing.bus.Leadership;
import org.sing.bus.Outbox;
import org.sing.scheduling.core.Core;
import org.sing.scheduling.core.Decision;
import org.sing.scheduling.core.Event;
import org.sing.scheduling.core.Job;
import org.sing.scheduling.core.Snapshot;
import org.sing.scheduling.core.StartRange;
import org.sing.schemas.Envelopes.Cause;

/**
 * The one desk at which everything is decided: the core in memory, the books behind it. What is decided, what is written
 * and what is said commit together; after a rollback the core is read from the books again.
 */
@ApplicationScoped
public class Desk {
    private static final Logger LOG = Logger.getLogger(Desk.class);
    static final Cause TIME = Cause.by("/services/scheduling");

    private final Settings settings;
    private final Books books;
    private final Outbox outbox;
    private final Speech speech;
    private final Leadership leadership;
    private final InstantSource clock;
    private final Meters meters;
    private final Turns turns = new Turns();
    private final Map<String, Order> orders = new HashMap<>();
    private Optional<Core> core = Optional.empty();
    private boolean leadIsNew;
    private volatile long epoch;
    private volatile Instant due = Instant.MAX;

    Desk(
            Settings settings,
            Books books,
            Outbox outbox,
            Speech speech,
            Leadership leadership,
            InstantSource clock,
            MeterRegistry registry) {
        this.settings = settings;
        this.books = books;
        this.outbox = outbox;
        this.speech = speech;
        this.leadership = leadership;
        this.clock = clock;
        this.meters = new Meters(registry);
    }

    /** Waits for the turn, which {@link #keep} or {@link #forget} ends, and goes on where it was asked for. */
    public Uni<Void> turn() {
        var context = Vertx.currentContext();
        var turn = turns.begin();
        // Who ends his turn lets the next one go on, but a session must not change its thread (HR000069).
        return context == null ? turn : turn.emitOn(task -> context.runOnContext(ignored -> task.run()));
    }

    /**
     * What this replica knew is old: another one may have decided meanwhile. The epoch is that of the books, for the lease
     * in memory may just have run out and be renewed under the same one.
     */
    public Uni<Void> takeLead(Mutiny.Session session) {
        return books.epoch(session).call(this::turn).invoke(this::leadUnder).replaceWithVoid();
    }

    private void leadUnder(long leading) {
        epoch = leading;
        leadIsNew = true;
        forget();
    }

    /** Decides upon everything that happened, in its order, in the caller's transaction and turn. */
    public Uni<Void> decide(Mutiny.Session session, List<News> news) {
        return decide(session, news, Map.of());
    }

    /** What is known now; empty unless this replica leads. */
    public Uni<Optional<Snapshot>> look() {
        return turn().map(begun -> leads() ? core.map(Core::copy) : Optional.<Snapshot>empty())
                .eventually(turns::end);
    }

    /** Says when jobs should start, in the caller's transaction and turn. */
    Uni<Void> expect(Mutiny.Session session, Map<String, Optional<StartRange>> ranges) {
        return decide(session, List.of(), ranges);
    }

    private Uni<Void> decide(Mutiny.Session session, List<News> news, Map<String, Optional<StartRange>> ranges) {
        return current(session).chain(current -> {
            var now = now();
            var newOrders = new ArrayList<Order>();
            var decided = new ArrayList<Decided>();
            if (leadIsNew) take(current, News.of(new Event.LeadTaken(epoch), TIME), now, decided);
            for (var item : news) {
                item.order().filter(this::isNew).ifPresent(newOrders::add);
                take(current, item, now, decided);
            }
            for (var decision : current.explain()) decided.add(decided(decision, TIME));
            for (var decision : current.expect(ranges)) decided.add(decided(decision, TIME));
            var messages = decided.stream().map(each -> speech.say(each, now)).toList();
            var changes = current.changes();
            forgetOrders(changes);
            return books.write(session, epoch, changes, newOrders).chain(() -> outbox.append(session, messages));
        });
    }

    /** The transaction is durable. */
    public void keep() {
        leadIsNew = false;
        due = core.flatMap(Core::due).orElse(Instant.MAX);
        turns.end();
    }

    /** The transaction never happened. */
    public void forget() {
        core = Optional.empty();
        due = Instant.MIN;
        turns.end();
    }

    /** Whether time alone makes something happen, and this replica is the one to do it. */
    boolean isDue() {
        return leads() && !due.isAfter(now());
    }

    private boolean leads() {
        var lead = leadership.epoch();
        return lead.isPresent() && lead.getAsLong() == epoch;
    }

    private void take(Core current, News news, Instant now, List<Decided> decided) {
        for (var decision : meters.timed(now, () -> current.apply(news.event(), now)))
            decided.add(decided(decision, news.cause()));
    }

    private Decided decided(Decision decision, Cause cause) {
        var job = switch (decision) {
            case Decision.JobFact fact -> fact.job();
            case Decision.Start start -> start.job();
            case Decision.Stop stop -> stop.job();
            case Decision.Cordon cordon -> "";
            case Decision.CordonAcknowledged acknowledged -> "";
            case Decision.GroupFact group -> "";
            case Decision.ReservationFact reservation -> "";
        };
        return new Decided(decision, cause, Optional.ofNullable(orders.get(job)));
    }

    private boolean isNew(Order order) {
        return orders.putIfAbsent(order.job(), order) == null;
    }

    private void forgetOrders(Snapshot changes) {
        for (var job : changes.jobs()) if (job.state() == Job.State.DONE) orders.remove(job.id());
    }

    private Uni<Core> current(Mutiny.Session session) {
        if (core.isPresent()) return Uni.createFrom().item(core.get());
        return books.read(session).map(content -> {
            orders.clear();
            content.orders().forEach(order -> orders.put(order.job(), order));
            core = Optional.of(new Core(settings.core(), content.snapshot(), epoch));
            LOG.infof(
                    "books read epoch=%d jobs=%d allocations=%d nodes=%d",
                    epoch,
                    content.snapshot().jobs().size(),
                    content.snapshot().allocations().size(),
                    content.snapshot().nodes().size());
            return core.get();
        });
    }

    /** As exact as the books keep it, so that what is read again is equal. */
    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}

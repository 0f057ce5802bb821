package org.sing.bus;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.hibernate.StaleStateException;
import org.hibernate.reactive.mutiny.Mutiny;
import org.jboss.logging.Logger;
import org.sing.bus.BatchTransaction.Applied;
import org.sing.bus.BatchTransaction.Refused;
import org.sing.bus.Heard.Key;
import org.sing.bus.Heard.Message;
import org.sing.bus.Heard.Partition;
import org.sing.bus.InboxStore.LeadLost;
import org.sing.bus.InboxStore.Superseded;

/**
 * Hears the bus: what was polled since the last transaction is one transaction, tried until it is applied.
 *
 * <p>What time heals is tried again in place, for ever. Anything else comes from a message: the batch is taken record by
 * record, and the one that fails alone becomes a dead letter and parks its key.
 */
@ApplicationScoped
class Inbox implements ParkedKeys, Replay {
    private static final Logger LOG = Logger.getLogger(Inbox.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final int LARGEST_BATCH = 500;

    private final Signatures signatures;
    private final Database database;
    private final BatchTransaction batches;
    private final InboxStore store;
    private final Positions positions;
    private final Subscriber subscriber;
    private final Lead lead;
    private final Channel channel;
    private final Condition condition;
    private final BusMetrics metrics;
    private final Turns turns = new Turns();
    /** Grows with each replay: a batch that was polled before it is void. */
    private volatile int hearings;

    private final Polled polled = new Polled(LARGEST_BATCH);
    private volatile boolean checking;
    private volatile boolean applying;

    Inbox(
            Signatures signatures,
            Database database,
            BatchTransaction batches,
            InboxStore store,
            Positions positions,
            Subscriber subscriber,
            Lead lead,
            Channel channel,
            Condition condition,
            BusMetrics metrics) {
        this.signatures = signatures;
        this.database = database;
        this.batches = batches;
        this.store = store;
        this.positions = positions;
        this.subscriber = subscriber;
        this.lead = lead;
        this.channel = channel;
        this.condition = condition;
        this.metrics = metrics;
    }

    /** Begins without waiting for a first message: a new leader has work that no message announces. */
    void begin() {
        turns.take(() -> untilDone(lead::ready).invoke(condition::consuming).chain(this::sweep))
                .subscribe()
                .with(ok -> {}, failure -> LOG.errorf(failure, "parked keys not looked at"));
    }

    /** A replica that ended while it took a healed key message by message left the others behind. */
    private Uni<Void> sweep() {
        return untilDone(() -> database.run(store::parkedKeys))
                .chain(keys -> moveOn(keys.stream()
                        .filter(ParkedKey::waitsForGap)
                        .map(parked -> new Key(parked.topic(), parked.key()))
                        .toList()));
    }

    @Incoming(Channel.NAME)
    Uni<Void> consume(ConsumerRecords<String, byte[]> records) {
        var hearing = hearings;
        checking = true;
        return signatures
                .heard(records, check -> retrying(check, failure -> true))
                .onTermination()
                .invoke(() -> checking = false)
                .chain(poll -> take(hearing, poll));
    }

    private Uni<Void> take(int hearing, List<Heard> poll) {
        var first = polled.add(hearing, poll);
        var turn = turns.take(this::applyPolled);
        if (polled.isFull()) return turn;
        // One turn takes all that waits for it.
        if (first) turn.subscribe().with(done -> {}, failure -> LOG.errorf(failure, "polled records not applied"));
        return Uni.createFrom().voidItem();
    }

    /** A batch that failed here would leave a hole behind the position that the next one writes: it is tried until done. */
    private Uni<Void> applyPolled() {
        var batch = polled.take(hearings);
        if (batch.isEmpty()) return Uni.createFrom().voidItem();
        applying = true;
        return untilDone(() -> apply(batch)).onTermination().invoke(() -> applying = false);
    }

    boolean hasInHand() {
        return checking || applying || !polled.isEmpty();
    }

    @Override
    public Uni<Void> fromZero() {
        return turns.take(() -> untilDone(() -> database.run(store::forgetPositions))
                .chain(channel::startOver)
                .invoke(() -> {
                    positions.forgetAll();
                    hearings++;
                }));
    }

    private Uni<Void> apply(List<Heard> batch) {
        return attempt(batch, session -> batches.apply(session, batch, Integer.MAX_VALUE))
                .replaceWithVoid()
                .onFailure()
                .recoverWithUni(failure -> {
                    LOG.warnf(failure, "batch refused, taking it record by record size=%d", batch.size());
                    return oneByOne(batch);
                });
    }

    private Uni<Void> oneByOne(List<Heard> batch) {
        return each(batch, this::alone);
    }

    private Uni<Void> alone(Heard heard) {
        return attempt(List.of(heard), session -> batches.apply(session, List.of(heard), 1))
                .map(Applied::gaps)
                .onFailure(failure -> heard instanceof Message)
                .recoverWithUni(failure -> refuse(session -> batches.refuse(session, (Message) heard, failure))
                        .replaceWith(List.of()))
                .chain(this::moveOn);
    }

    /** Applies what the keys still have, message by message. */
    private Uni<Void> moveOn(List<Key> keys) {
        return each(keys, this::moveOn);
    }

    private Uni<Void> moveOn(Key key) {
        return attempt(List.of(), session -> batches.release(session, key))
                .chain(applied -> applied.fresh().isEmpty() || applied.gaps().isEmpty()
                        ? Uni.createFrom().voidItem()
                        : moveOn(key))
                .onFailure(Refused.class)
                .recoverWithUni(failure ->
                        refuse(session -> batches.refuseAgain(session, ((Refused) failure).message(), failure)));
    }

    private static <T> Uni<Void> each(List<T> items, Function<T, Uni<Void>> work) {
        return Multi.createFrom()
                .iterable(items)
                .onItem()
                .transformToUniAndConcatenate(work::apply)
                .onItem()
                .ignoreAsUni();
    }

    @Override
    public Uni<Boolean> release(String topic, String key) {
        return turns.take(() -> moveOn(new Key(topic, key)))
                .chain(() -> database.run(session -> store.lockKeys(session, List.of(new Key(topic, key)))))
                .map(List::isEmpty);
    }

    @Override
    public Uni<List<ParkedKey>> parked() {
        return database.run(store::parkedKeys);
    }

    /** Tries one transaction until it commits or fails by something that time does not heal. */
    private Uni<Applied> attempt(List<Heard> batch, Function<Mutiny.Session, Uni<Applied>> work) {
        // A subscriber that cannot begin is not the doing of a message: beginning is tried until it is done.
        var once = Uni.createFrom()
                .deferred(() -> untilDone(lead::ready)
                        .chain(epoch -> database.run(
                                session -> work.apply(session).call(() -> store.requireLead(session, epoch)))))
                .onFailure()
                .invoke(failure -> rolledBack(batch, failure));
        return retrying(once, Inbox::heals).invoke(this::committed);
    }

    private Uni<Void> refuse(Function<Mutiny.Session, Uni<Applied>> work) {
        return untilDone(() -> database.run(work)).invoke(this::committed).replaceWithVoid();
    }

    /** Tries again whatever happens: nothing of a subscriber is in it. */
    private <T> Uni<T> untilDone(Supplier<Uni<T>> work) {
        return retrying(Uni.createFrom().deferred(work::get), failure -> true);
    }

    private <T> Uni<T> retrying(Uni<T> work, Predicate<Throwable> heals) {
        return work.onFailure(heals)
                .invoke(this::waiting)
                .onFailure(heals)
                .retry()
                .withBackOff(FIRST_PAUSE, LONGEST_PAUSE)
                .indefinitely();
    }

    private void waiting(Throwable failure) {
        if (isStale(failure)) {
            LOG.infof("another replica was faster reason=%s", failure.getMessage());
            return;
        }
        condition.waiting(failure);
        if (TransientFailure.is(failure)) LOG.warnf("inbox waits reason=%s", failure);
        else LOG.errorf(failure, "inbox waits");
    }

    private static boolean heals(Throwable failure) {
        return isStale(failure) || TransientFailure.is(failure);
    }

    /** Another replica has the lead, or has applied this already; a subscriber says so with Hibernate's own exception. */
    private static boolean isStale(Throwable failure) {
        return failure instanceof Superseded
                || failure instanceof LeadLost
                || failure instanceof StaleStateException
                || failure instanceof Refused && isStale(failure.getCause());
    }

    private void rolledBack(List<Heard> batch, Throwable failure) {
        positions.forget(
                batch.stream().map(heard -> heard.place().partitionOfTopic()).toList());
        if (isStale(failure)) metrics.zombieRolledBack();
        try {
            subscriber.rolledBack();
        } catch (RuntimeException e) {
            LOG.errorf(e, "rolledBack failed");
        }
    }

    private void committed(Applied applied) {
        applied.claims()
                .forEach(claim ->
                        positions.advance(new Partition(claim.topic(), claim.partition()), claim.nextOffset()));
        condition.consuming();
        metrics.applied(applied);
        if (applied.fresh().isEmpty()) return;
        try {
            subscriber.committed();
        } catch (RuntimeException e) {
            LOG.errorf(e, "committed failed");
        }
    }
}

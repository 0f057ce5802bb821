package org.sing.bus;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jboss.logging.Logger;
import org.sing.bus.FaultPoints.Point;
import org.sing.bus.OutboxRows.OutboxRow;

/**
 * Publishes the outbox: reads what is unpublished, sends it in one transaction of the broker, marks it published.
 *
 * <p>Only the holder of the lease does, and each new producer fences those before it. Rows are read after the producer
 * was made, so that a fenced relay cannot have newer company. A crash between sending and marking sends again, which
 * the inboxes absorb. No database transaction is open while the broker works.
 */
final class Relay implements Runnable, AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Relay.class);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    private final OutboxRows rows;
    private final Supplier<FencedProducer> producers;
    private final BooleanSupplier leads;
    private final Bell bell;
    private final Names names;
    private final Settings settings;
    private final FaultPoints faults;
    private final Condition condition;
    private final BusMetrics metrics;
    private final Thread thread = Thread.ofPlatform().daemon().name("bus-relay").unstarted(this);

    private volatile boolean stopped;
    private FencedProducer producer;
    private int failures;

    Relay(
            OutboxRows rows,
            Supplier<FencedProducer> producers,
            BooleanSupplier leads,
            Bell bell,
            Names names,
            Settings settings,
            FaultPoints faults,
            Condition condition,
            BusMetrics metrics) {
        this.rows = rows;
        this.producers = producers;
        this.leads = leads;
        this.bell = bell;
        this.names = names;
        this.settings = settings;
        this.faults = faults;
        this.condition = condition;
        this.metrics = metrics;
    }

    void start() {
        thread.start();
    }

    void wake() {
        bell.ring();
    }

    boolean isAlive() {
        return thread.isAlive();
    }

    @Override
    public void run() {
        while (!stopped) {
            try {
                bell.await(failures == 0 ? settings.relayPoll() : pause());
                if (leads.getAsBoolean()) drain();
                else standBy();
            } catch (InterruptedException e) {
                stopped = true;
            } catch (Exception e) {
                failed(e);
            }
        }
        standBy();
    }

    private void drain() throws Exception {
        if (producer == null) producer = producers.get();
        while (!stopped && publishNext() == settings.relayBatch()) LOG.debug("more to publish");
        failures = 0;
        condition.publishing();
    }

    private int publishNext() throws Exception {
        var batch = rows.unpublished(settings.relayBatch());
        if (batch.isEmpty()) return 0;
        reach(Point.BEFORE_PUBLISH);
        var records =
                OutboxRows.withoutSuperseded(batch).stream().map(this::encode).toList();
        producer.publish(records, () -> reach(Point.BEFORE_BROKER_COMMIT));
        reach(Point.BEFORE_MARK);
        rows.mark(batch);
        metrics.published(records.size());
        return batch.size();
    }

    private ProducerRecord<String, byte[]> encode(OutboxRow row) {
        return Codec.encode(names.atBroker(row.topic()), row.key(), row.envelope(), row.traceparent());
    }

    private void failed(Exception failure) {
        failures++;
        standBy();
        if (FencedProducer.isFenced(failure)) {
            metrics.fenced();
            LOG.warnf("relay fenced by another service=%s leads=%s", names.service(), leads.getAsBoolean());
        } else {
            condition.notPublishing(failure);
            LOG.warnf(
                    "outbox not published, trying again service=%s failures=%d reason=%s",
                    names.service(), failures, failure);
        }
    }

    /** A producer is used again only by who still leads; after a failure it is made anew, which fences it cleanly. */
    private void standBy() {
        if (producer != null) producer.close();
        producer = null;
    }

    private Duration pause() {
        var pause = Duration.ofMillis(50L << Math.min(failures, 6));
        return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
    }

    private void reach(Point point) {
        faults.reach(point).await().indefinitely();
    }

    /** Ends after the transaction in hand, if it ends soon. */
    @Override
    public void close() {
        stopped = true;
        bell.ring();
        try {
            if (!thread.join(Duration.ofSeconds(2))) thread.interrupt();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

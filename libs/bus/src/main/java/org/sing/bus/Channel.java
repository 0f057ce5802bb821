package org.sing.bus;

import static java.util.stream.Collectors.toMap;

import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;
import io.smallrye.reactive.messaging.kafka.KafkaClientService;
import io.smallrye.reactive.messaging.kafka.KafkaConsumerRebalanceListener;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Default;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;
import org.sing.bus.Heard.Partition;
import org.sing.bus.InboxRows.PositionRow;

/**
 * The consumer behind the channel {@code bus-in}: what it subscribes to, and where it begins.
 *
 * <p>Seeking only saves reading: the inbox drops what lies below the stored position, and a polled batch is never given
 * up before it is applied or found below, so the records of a partition reach the inbox without a hole.
 */
@ApplicationScoped
@Default
@Identifier(Channel.NAME)
class Channel implements KafkaConsumerRebalanceListener {
    static final String NAME = "bus-in";
    private static final Logger LOG = Logger.getLogger(Channel.class);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Names names;
    private final Settings settings;
    private final Subscriber subscriber;
    private final KafkaClientService clients;
    private final Database database;
    private final InboxStore store;
    private final Positions positions;
    private volatile boolean open;

    Channel(
            Names names,
            Settings settings,
            Subscriber subscriber,
            KafkaClientService clients,
            Database database,
            InboxStore store,
            Positions positions) {
        this.names = names;
        this.settings = settings;
        this.subscriber = subscriber;
        this.clients = clients;
        this.database = database;
        this.store = store;
        this.positions = positions;
    }

    /** What the subscriber and the names decide about the channel; everything else is in the defaults of this library. */
    @Produces
    @Identifier(NAME)
    @Singleton
    Map<String, Object> configuration() {
        var configuration = new HashMap<String, Object>();
        configuration.put(
                "topics", subscriber.topics().stream().map(names::atBroker).collect(Collectors.joining(",")));
        configuration.put(ConsumerConfig.CLIENT_ID_CONFIG, names.service() + "-" + names.instance());
        if (settings.singleActive()) {
            // A group of its own: a standby knows its partitions already when it takes the lead.
            configuration.put(
                    ConsumerConfig.GROUP_ID_CONFIG, names.prefixed(names.service() + "-" + UUID.randomUUID()));
        } else {
            configuration.put(ConsumerConfig.GROUP_ID_CONFIG, names.prefixed(names.service()));
            // A static member: a replica that restarts gets its partitions back at once.
            configuration.put(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, names.instance());
        }
        return configuration;
    }

    @Override
    public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> assigned) {
        if (!open) {
            consumer.pause(assigned);
            return;
        }
        seek(consumer, assigned, () -> now(database.run(store::positions)));
    }

    @Override
    public void onPartitionsRevoked(Consumer<?, ?> consumer, Collection<TopicPartition> revoked) {
        positions.forget(revoked.stream().map(this::partition).toList());
    }

    /** Lets the consumer fetch, from the stored positions. */
    void open(List<PositionRow> rows) {
        open = true;
        onPollingThread(consumer -> {
            seek(consumer, consumer.assignment(), () -> rows);
            consumer.resume(consumer.assignment());
        });
    }

    /** Stops fetching; what was polled already waits in the inbox. */
    void close() {
        open = false;
        onPollingThread(consumer -> consumer.pause(consumer.assignment()));
    }

    /** Fetches from the beginning, and drops what was polled and is not in the inbox yet. */
    Uni<Void> startOver() {
        // Nothing is ever committed at the broker, so that its last committed position is the beginning.
        return clients.getConsumer(NAME).resetToLastCommittedPositions();
    }

    /**
     * How many records this service has yet to apply. With nothing in hand that is what the broker has beyond the
     * fetched; else the distance to the positions, which counts the markers of transactions too.
     */
    void measureLag(boolean inHand, LongConsumer lag) {
        onPollingThread(consumer -> lag.accept(consumer.assignment().stream()
                .mapToLong(partition -> lag(consumer, partition, inHand))
                .sum()));
    }

    private long lag(Consumer<Object, Object> consumer, TopicPartition partition, boolean inHand) {
        var beyond = consumer.currentLag(partition);
        if (beyond.isEmpty()) return 0;
        var fetched = consumer.position(partition);
        var applied = positions.believed(partition(partition)).orElse(fetched);
        return beyond.getAsLong() + (inHand ? Math.max(0, fetched - applied) : 0);
    }

    /** Where the partitions of a topic end now; those that hold nothing are left out. */
    Uni<Map<Partition, Long>> ends(String topic) {
        var connected = clients.<Object, Object>getConsumer(NAME);
        if (connected == null)
            return Uni.createFrom().failure(new IllegalStateException("the channel is not connected"));
        return connected.runOnPollingThread(consumer -> {
            var partitions = consumer.assignment().stream()
                    .filter(partition -> partition.topic().equals(names.atBroker(topic)))
                    .toList();
            if (partitions.isEmpty()) throw new IllegalStateException("not subscribed yet to " + topic);
            var begins = consumer.beginningOffsets(partitions, PATIENCE);
            return consumer.endOffsets(partitions, PATIENCE).entrySet().stream()
                    .filter(end -> end.getValue() > begins.get(end.getKey()))
                    .collect(toMap(end -> partition(end.getKey()), Map.Entry::getValue));
        });
    }

    /** Before the channel is connected there is nothing to act on: the assignment comes later, and knows what is open. */
    private void onPollingThread(java.util.function.Consumer<Consumer<Object, Object>> action) {
        var connected = clients.getConsumer(NAME);
        if (connected == null) return;
        connected
                .runOnPollingThread(action)
                .subscribe()
                .with(ok -> {}, failure -> LOG.warnf("consumer not reached reason=%s", failure));
    }

    private void seek(Consumer<?, ?> consumer, Collection<TopicPartition> assigned, Supplier<List<PositionRow>> rows) {
        try {
            seekTo(consumer, assigned, rows.get());
        } catch (RuntimeException e) {
            LOG.warnf("not at the stored positions, reading more than is needed reason=%s", e);
        }
    }

    private void seekTo(Consumer<?, ?> consumer, Collection<TopicPartition> assigned, List<PositionRow> rows) {
        var stored = rows.stream()
                .collect(toMap(row -> new Partition(row.topic(), row.partition()), PositionRow::nextOffset));
        var ends = consumer.endOffsets(assigned, PATIENCE);
        for (var partition : assigned) {
            var position = stored.get(partition(partition));
            if (position == null) continue;
            if (position <= ends.get(partition)) consumer.seek(partition, position);
            else hearAnew(consumer, partition);
        }
    }

    /** The broker has lost what was heard: what lies there now is new, though its offsets are old. */
    private void hearAnew(Consumer<?, ?> consumer, TopicPartition atBroker) {
        var partition = partition(atBroker);
        LOG.errorf(
                "partition ends before the position, hearing it anew topic=%s partition=%d",
                partition.topic(), partition.number());
        now(database.run(session -> store.forgetPosition(session, partition)));
        positions.forget(List.of(partition));
        consumer.seekToBeginning(List.of(atBroker));
    }

    private static <T> T now(Uni<T> work) {
        try {
            return work.subscribeAsCompletionStage().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private Partition partition(TopicPartition atBroker) {
        return new Partition(names.fromBroker(atBroker.topic()), atBroker.partition());
    }
}

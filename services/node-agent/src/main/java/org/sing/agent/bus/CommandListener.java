package org.sing.agent.bus;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.sing.schemas.Envelope;
import org.sing.schemas.Json;
import org.sing.schemas.Topics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the partitions that hold the keys of this process's nodes: commands from where the journal stands, node events from
 * now on. No consumer group: nobody else may decide what an agent reads.
 */
public final class CommandListener implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CommandListener.class);
    private static final Duration POLL = Duration.ofSeconds(1);

    /** What an agent listens for. */
    public interface Listener {
        /** Reading begins; commands of the node from {@code offset} on. */
        void open(String node, long offset);

        void command(String node, Envelope command, long offset);

        void event(String node, Envelope event);
    }

    private final Map<String, Object> kafka;
    private final String commands;
    private final String events;
    private final Map<String, Optional<Long>> offsets;
    private final Listener listener;
    private final Map<TopicPartition, Long> next = new HashMap<>();
    private final Thread thread = Thread.ofPlatform().name("command-listener").unstarted(this::run);
    private volatile KafkaConsumer<String, byte[]> consumer;
    private volatile boolean closed;

    /**
     * @param kafka where the broker is, and who we are
     * @param offsets of each node, where to go on; empty for a node that never read
     */
    public CommandListener(
            Map<String, Object> kafka, String prefix, Map<String, Optional<Long>> offsets, Listener listener) {
        this.kafka = Map.copyOf(kafka);
        this.commands = prefix + Topics.EXECUTION_COMMANDS;
        this.events = prefix + Topics.NODE_EVENTS;
        this.offsets = Map.copyOf(offsets);
        this.listener = listener;
    }

    public void start() {
        thread.start();
    }

    @Override
    public void close() {
        closed = true;
        var current = consumer;
        if (current != null) current.wakeup();
        try {
            thread.join(5_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!closed) {
            try (var opened = open()) {
                consumer = opened;
                if (next.isEmpty()) begin(opened);
                opened.assign(next.keySet());
                next.forEach(opened::seek);
                while (!closed) opened.poll(POLL).forEach(this::hear);
            } catch (WakeupException | InterruptException e) {
                return;
            } catch (RuntimeException e) {
                LOG.warn("reading commands failed, trying again reason={}", e.toString());
                pause();
            }
        }
    }

    private void begin(KafkaConsumer<String, byte[]> from) {
        var count = from.partitionsFor(commands).size();
        var byPartition = new HashMap<TopicPartition, Long>();
        var ofNode = new HashMap<String, TopicPartition>();
        for (var node : offsets.keySet()) ofNode.put(node, new TopicPartition(commands, partition(node, count)));
        var ends = from.endOffsets(ofNode.values());
        ofNode.forEach((node, partition) ->
                byPartition.merge(partition, offsets.get(node).orElse(ends.get(partition)), Math::min));
        var eventPartitions = offsets.keySet().stream()
                .map(node -> new TopicPartition(
                        events, partition(node, from.partitionsFor(events).size())))
                .distinct()
                .toList();
        byPartition.putAll(from.endOffsets(eventPartitions));
        next.putAll(byPartition);
        ofNode.forEach(
                (node, partition) -> listener.open(node, offsets.get(node).orElse(ends.get(partition))));
    }

    private void hear(ConsumerRecord<String, byte[]> record) {
        next.put(new TopicPartition(record.topic(), record.partition()), record.offset() + 1);
        if (record.key() == null || !offsets.containsKey(record.key())) return;
        var command = record.topic().equals(commands);
        envelope(record, command ? Topics.EXECUTION_COMMANDS : Topics.NODE_EVENTS)
                .ifPresent(envelope -> {
                    if (command) listener.command(record.key(), envelope, record.offset());
                    else listener.event(record.key(), envelope);
                });
    }

    private static Optional<Envelope> envelope(ConsumerRecord<String, byte[]> record, String topic) {
        try {
            var envelope = Json.read(record.value(), Envelope.class);
            if (envelope.topic().equals(topic) && envelope.key().equals(record.key())) return Optional.of(envelope);
            LOG.error("a record that belongs elsewhere topic={} offset={}", record.topic(), record.offset());
        } catch (RuntimeException e) {
            LOG.error("an unreadable record topic={} offset={}", record.topic(), record.offset());
        }
        return Optional.empty();
    }

    private KafkaConsumer<String, byte[]> open() {
        var settings = new HashMap<>(kafka);
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        settings.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        settings.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        settings.put(ConsumerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 1_000);
        settings.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, 10_000);
        return new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer());
    }

    /** Where producers put the key. */
    static int partition(String key, int partitions) {
        return BuiltInPartitioner.partitionForKey(key.getBytes(java.nio.charset.StandardCharsets.UTF_8), partitions);
    }

    private void pause() {
        try {
            Thread.sleep(1_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            closed = true;
        }
    }
}

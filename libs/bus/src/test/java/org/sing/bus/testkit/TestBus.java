package org.sing.bus.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.eclipse.microprofile.config.ConfigProvider;
import org.sing.schemas.Envelope;
import org.sing.schemas.Json;

/** The bus from outside: says what other services would say, and hears what the service under test says. */
public final class TestBus implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final String brokers;
    private final String prefix;
    private final KafkaProducer<String, byte[]> producer;

    private TestBus(String brokers, String prefix) {
        this.brokers = brokers;
        this.prefix = prefix;
        this.producer = new KafkaProducer<>(Map.of(
                ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                brokers,
                ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
                StringSerializer.class,
                ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
                ByteArraySerializer.class,
                ProducerConfig.ACKS_CONFIG,
                "all"));
    }

    /** The broker and the topics of the running test. */
    public static TestBus connect() {
        var config = ConfigProvider.getConfig();
        return new TestBus(
                config.getValue("kafka.bootstrap.servers", String.class),
                config.getOptionalValue("sing.bus.topic-prefix", String.class).orElse(""));
    }

    public void publish(Envelope... messages) {
        publish(List.of(messages));
    }

    /** Returns when the broker has them all. */
    public void publish(Collection<Envelope> messages) {
        var sent = messages.stream()
                .map(message -> record(message.topic(), message.key(), Json.bytes(message)))
                .map(producer::send)
                .toList();
        producer.flush();
        sent.forEach(TestBus::result);
    }

    /** Anything, also what is no message; the topic by its name without a prefix. */
    public void publishRaw(String topic, String key, byte[] value) {
        result(producer.send(record(topic, key, value)));
    }

    public void publishRaw(String topic, String key, byte[] value, Map<String, byte[]> headers) {
        var record = record(topic, key, value);
        headers.forEach((name, header) -> record.headers().add(name, header));
        result(producer.send(record));
    }

    private ProducerRecord<String, byte[]> record(String topic, String key, byte[] value) {
        return new ProducerRecord<>(prefix + topic, key.isEmpty() ? null : key, value);
    }

    private static <T> T result(java.util.concurrent.Future<T> sent) {
        try {
            return sent.get();
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** All committed messages of a topic, as they lie in its partitions. */
    public List<Envelope> on(String topic) {
        return records(topic).stream()
                .filter(record -> record.value() != null)
                .map(record -> Json.read(record.value(), Envelope.class))
                .toList();
    }

    public List<ConsumerRecord<String, byte[]>> records(String topic) {
        try (var consumer = consumer()) {
            var partitions = consumer.partitionsFor(prefix + topic).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var end = consumer.endOffsets(partitions);
            var found = new ArrayList<ConsumerRecord<String, byte[]>>();
            while (partitions.stream().anyMatch(partition -> consumer.position(partition) < end.get(partition)))
                consumer.poll(Duration.ofMillis(200)).forEach(found::add);
            return found;
        }
    }

    private KafkaConsumer<String, byte[]> consumer() {
        return new KafkaConsumer<>(Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                brokers,
                ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
                StringDeserializer.class,
                ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
                ByteArrayDeserializer.class,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                false));
    }

    /** The first message that matches, as soon as it is there. */
    public Envelope await(String topic, Predicate<Envelope> wanted) {
        return await("a message on " + topic)
                .atMost(PATIENCE)
                .until(() -> on(topic).stream().filter(wanted).findFirst().orElse(null), Objects::nonNull);
    }

    private static org.awaitility.core.ConditionFactory await(String what) {
        return org.awaitility.Awaitility.await(what);
    }

    @Override
    public void close() {
        producer.close(Duration.ofSeconds(2));
    }
}

package org.sing.agent.bus;

import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.sing.schemas.Envelope;
import org.sing.schemas.Json;

/** Sends records from a thread of its own, so that nobody waits for a broker that is away. */
final class Publisher implements AutoCloseable {
    private final KafkaProducer<String, byte[]> producer;
    private final String prefix;
    private final Signer signer;
    private final ExecutorService thread;

    Publisher(String name, Map<String, Object> settings, String prefix, Signer signer) {
        this.producer = new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
        this.prefix = prefix;
        this.signer = signer;
        this.thread = Executors.newSingleThreadExecutor(
                task -> Thread.ofPlatform().daemon().name(name).unstarted(task));
    }

    /** @param answered with whether the broker has it on all in-sync replicas */
    void send(String node, Envelope envelope, Consumer<Boolean> answered) {
        thread.execute(() -> sendNow(node, envelope, answered));
    }

    @Override
    public void close() {
        thread.shutdownNow();
        producer.close(java.time.Duration.ofSeconds(1));
    }

    private void sendNow(String node, Envelope envelope, Consumer<Boolean> answered) {
        var value = Json.bytes(envelope);
        var record = new ProducerRecord<>(prefix + envelope.topic(), envelope.key(), value);
        signer.sign(node, value).ifPresent(signature -> record.headers().add(Signer.HEADER, signature));
        try {
            producer.send(record, (metadata, failure) -> answered.accept(failure == null));
        } catch (RuntimeException e) {
            answered.accept(false);
        }
    }
}

package org.sing.bus;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.core.Vertx;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.sing.schemas.Envelope;

/** Sends with an idempotent producer of its own; an emitter would lose its buffer and overflow. */
@Singleton
final class KafkaCommandSender implements CommandSender {
    private final Broker broker;
    private final Names names;
    private Producer<String, byte[]> producer;

    KafkaCommandSender(Broker broker, Names names) {
        this.broker = broker;
        this.names = names;
    }

    @Override
    public Uni<Void> send(Envelope command) {
        var caller = Vertx.currentContext();
        var sent = Uni.createFrom()
                .<Void>emitter(emitter -> producer()
                        .send(Codec.encode(command, names.atBroker(command.topic())), (metadata, failure) -> {
                            if (failure == null) emitter.complete(null);
                            else emitter.fail(failure);
                        }))
                // Sending blocks while the broker is unknown or the buffer is full.
                .runSubscriptionOn(Infrastructure.getDefaultWorkerPool());
        return caller == null ? sent : sent.emitOn(task -> caller.runOnContext(ignored -> task.run()));
    }

    private synchronized Producer<String, byte[]> producer() {
        if (producer == null) producer = new KafkaProducer<>(configuration());
        return producer;
    }

    private Map<String, Object> configuration() {
        var configuration = new HashMap<>(broker.configuration());
        configuration.put(ProducerConfig.CLIENT_ID_CONFIG, names.service() + "-" + names.instance() + "-commands");
        configuration.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, StringSerializer.class.getName());
        configuration.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
        configuration.put(ProducerConfig.ACKS_CONFIG, "all");
        configuration.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        configuration.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        configuration.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 5_000);
        configuration.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 5_000);
        configuration.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 10_000);
        configuration.put(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 1_000);
        return configuration;
    }

    @PreDestroy
    synchronized void close() {
        if (producer != null) producer.close(Duration.ofSeconds(2));
    }
}

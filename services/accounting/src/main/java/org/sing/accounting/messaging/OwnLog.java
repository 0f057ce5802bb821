package org.sing.accounting.messaging;

import io.smallrye.common.annotation.Identifier;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.sing.schemas.Envelope;
import org.sing.schemas.Json;

/** Reads a topic from its beginning to what is its end now, beside the inbox and without a position. */
@Singleton
final class OwnLog {
    private static final Duration POLL = Duration.ofMillis(200);

    private final Map<String, Object> configuration = new HashMap<>();
    private final String prefix;

    OwnLog(
            @Identifier("default-kafka-broker") Map<String, Object> kafka,
            @ConfigProperty(name = "sing.bus.topic-prefix") Optional<String> prefix) {
        kafka.forEach((name, value) -> {
            if (ConsumerConfig.configNames().contains(name)) configuration.put(name, value);
        });
        configuration.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class.getName());
        configuration.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
        configuration.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        configuration.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        configuration.remove(ConsumerConfig.GROUP_ID_CONFIG);
        this.prefix = prefix.orElse("");
    }

    /** Hands over what is read piece by piece, so that the transaction around it is never idle for long. */
    Uni<Void> read(String topic, Function<List<Envelope>, Uni<Void>> fold) {
        return aside(() -> open(topic))
                .chain(reading -> rest(reading, fold)
                        .onTermination()
                        .call(() -> aside(() -> {
                            reading.consumer.close();
                            return reading;
                        })));
    }

    private record Reading(KafkaConsumer<String, byte[]> consumer, Map<TopicPartition, Long> ends) {
        boolean over() {
            return ends.entrySet().stream().allMatch(end -> consumer.position(end.getKey()) >= end.getValue());
        }
    }

    private Reading open(String topic) {
        var consumer = new KafkaConsumer<String, byte[]>(configuration);
        var partitions = consumer.partitionsFor(prefix + topic).stream()
                .map(it -> new TopicPartition(it.topic(), it.partition()))
                .toList();
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        return new Reading(consumer, consumer.endOffsets(partitions));
    }

    private Uni<Void> rest(Reading reading, Function<List<Envelope>, Uni<Void>> fold) {
        return Uni.createFrom()
                .deferred(() -> aside(() -> piece(reading)))
                .chain(piece -> fold.apply(piece).map(done -> piece))
                .repeat()
                .until(List::isEmpty)
                .onItem()
                .ignoreAsUni();
    }

    /** Empty only at the end. */
    private static List<Envelope> piece(Reading reading) {
        var piece = new ArrayList<Envelope>();
        while (piece.isEmpty() && !reading.over())
            for (var polled : reading.consumer.poll(POLL))
                if (polled.value() != null) piece.add(Json.read(polled.value(), Envelope.class));
        return piece;
    }

    /** The consumer blocks: not on the thread of the transaction, to which the result comes back. */
    private static <T> Uni<T> aside(Supplier<T> work) {
        var caller = Vertx.currentContext();
        var done = Uni.createFrom().item(work).runSubscriptionOn(Infrastructure.getDefaultWorkerPool());
        return caller == null ? done : done.emitOn(task -> caller.runOnContext(ignored -> task.run()));
    }
}

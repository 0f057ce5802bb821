package org.sing.e2e;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.sing.schemas.Envelope;
import org.sing.schemas.Json;

/** Reads whole topics, from their first record to the last that is committed now; as the gateway, who may read every event. */
final class TopicReader {
    private static final String KAFKA = "kafka.";
    private final Path configuration;

    /** @param configuration the folder with one properties file per part */
    TopicReader(Path configuration) {
        this.configuration = configuration;
    }

    List<Envelope> read(List<String> topics) {
        try (var consumer = new KafkaConsumer<>(settings(), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            var partitions = topics.stream()
                    .flatMap(topic -> consumer.partitionsFor(topic).stream())
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .collect(Collectors.toList());
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var ends = consumer.endOffsets(partitions);
            var found = new ArrayList<Envelope>();
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue()))
                for (var record : consumer.poll(Duration.ofMillis(200)))
                    found.add(Json.read(record.value(), Envelope.class));
            return found;
        }
    }

    private Map<String, Object> settings() {
        var gateway = new Properties();
        try (var reader = Files.newBufferedReader(configuration.resolve("gateway.properties"))) {
            gateway.load(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var settings = new HashMap<String, Object>();
        gateway.stringPropertyNames().stream()
                .filter(name -> name.startsWith(KAFKA))
                .forEach(name -> settings.put(name.substring(KAFKA.length()), gateway.getProperty(name)));
        settings.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        settings.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        settings.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "5000");
        return settings;
    }
}

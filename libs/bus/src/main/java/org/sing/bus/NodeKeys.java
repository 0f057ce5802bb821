package org.sing.bus;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.smallrye.common.annotation.Identifier;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jboss.logging.Logger;
import org.sing.schemas.Catalogue;
import org.sing.schemas.Envelope;
import org.sing.schemas.Json;
import org.sing.schemas.NodeEvent;
import org.sing.schemas.Topics;

/**
 * The keys that nodes were enrolled with, read from the node events and kept in memory. Old keys stay: what they signed is
 * read again by replays and by new services, and who may write at all is the broker's affair.
 */
@Singleton
class NodeKeys {
    private static final Logger LOG = Logger.getLogger(NodeKeys.class);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final String ENROLLED =
            Catalogue.of(new NodeEvent.Enrolled("", "")).name();

    private final Map<String, Object> configuration = new HashMap<>();
    private final String topic;
    private final Map<String, List<PublicKey>> keys = new ConcurrentHashMap<>();
    private KafkaConsumer<String, byte[]> consumer;

    NodeKeys(@Identifier("default-kafka-broker") Map<String, Object> kafka, Names names) {
        kafka.forEach((name, value) -> {
            if (ConsumerConfig.configNames().contains(name)) configuration.put(name, value);
        });
        configuration.put(ConsumerConfig.CLIENT_ID_CONFIG, names.service() + "-" + names.instance() + "-keys");
        configuration.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, "read_committed");
        configuration.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        configuration.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        configuration.remove(ConsumerConfig.GROUP_ID_CONFIG);
        topic = names.atBroker(Topics.NODE_EVENTS);
    }

    List<PublicKey> of(String node) {
        return keys.getOrDefault(node, List.of());
    }

    /** Knows every key that was published before this call. Blocks; fails when the broker does not answer. */
    synchronized void catchUp() {
        if (consumer == null) consumer = open();
        var ends = consumer.endOffsets(consumer.assignment());
        while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue()))
            consumer.poll(POLL).forEach(polled -> learn(polled.value()));
    }

    @PreDestroy
    synchronized void close() {
        if (consumer != null) consumer.close();
    }

    private KafkaConsumer<String, byte[]> open() {
        var opened = new KafkaConsumer<>(configuration, new StringDeserializer(), new ByteArrayDeserializer());
        try {
            opened.assign(opened.partitionsFor(topic).stream()
                    .map(it -> new TopicPartition(it.topic(), it.partition()))
                    .toList());
            return opened;
        } catch (RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    /** Most node events are of another type, and not worth reading. */
    private void learn(byte[] event) {
        if (event == null || !new String(event, UTF_8).contains(ENROLLED)) return;
        try {
            var envelope = Json.read(event, Envelope.class);
            if (Catalogue.open(envelope).orElse(null) instanceof NodeEvent.Enrolled enrolled)
                keys.merge(enrolled.node(), List.of(key(enrolled.publicKey())), NodeKeys::both);
        } catch (GeneralSecurityException | RuntimeException e) {
            LOG.warnf("an enrolment without a usable key reason=%s", e);
        }
    }

    private static List<PublicKey> both(List<PublicKey> earlier, List<PublicKey> newer) {
        return java.util.stream.Stream.concat(newer.stream(), earlier.stream())
                .distinct()
                .toList();
    }

    private static PublicKey key(String base64) throws GeneralSecurityException {
        return KeyFactory.getInstance("Ed25519")
                .generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(base64)));
    }
}

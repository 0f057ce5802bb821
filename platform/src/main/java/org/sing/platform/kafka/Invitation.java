package org.sing.platform.kafka;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.sing.platform.Logins;
import org.sing.schemas.Envelopes;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.Json;
import org.sing.schemas.NodeCommand;
import org.sing.schemas.Requester;
import org.sing.schemas.Topics;

/**
 * A join token for the first node, which starts before any operator could make one. Whoever runs the bus may write every
 * command; this is the only one that the launcher writes.
 */
record Invitation(String node, String tokenHash) {

    private static final Requester LAUNCHER = new Requester("launcher", List.of("operator"), List.of());
    private static final Duration LIFE = Duration.ofDays(1);
    private static final int SECONDS = 30;

    void send(Map<String, Object> broker, Instant now) {
        var command = new NodeCommand.IssueJoinToken(node, LAUNCHER, tokenHash, now.plus(LIFE));
        var envelope = Envelopes.of("/services/gateway")
                .message(
                        UUID.randomUUID().toString(),
                        Topics.NODE_COMMANDS,
                        node,
                        "nodes/" + node,
                        Cause.by(Logins.ADMIN),
                        now,
                        command);
        var settings = new HashMap<>(broker);
        settings.put("acks", "all");
        try (var producer = new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(Topics.NODE_COMMANDS, node, Json.bytes(envelope)))
                    .get(SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("The first node could not be invited", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}

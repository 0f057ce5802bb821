package org.sing.agent.bus;

import static org.apache.kafka.clients.producer.ProducerConfig.ACKS_CONFIG;
import static org.apache.kafka.clients.producer.ProducerConfig.BUFFER_MEMORY_CONFIG;
import static org.apache.kafka.clients.producer.ProducerConfig.CLIENT_ID_CONFIG;
import static org.apache.kafka.clients.producer.ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG;
import static org.apache.kafka.clients.producer.ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG;
import static org.apache.kafka.clients.producer.ProducerConfig.LINGER_MS_CONFIG;
import static org.apache.kafka.clients.producer.ProducerConfig.MAX_BLOCK_MS_CONFIG;
import static org.apache.kafka.clients.producer.ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG;
import static org.apache.kafka.clients.producer.ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.sing.agent.domain.Report;
import org.sing.schemas.Envelopes;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.ExecutionOutput;
import org.sing.schemas.NodeTelemetry;
import org.sing.schemas.Topics;

/**
 * What the agents of this process say on the bus. Facts are kept and repeated until the broker has them; telemetry is worth
 * nothing late, so it is given up soon and never waits behind facts.
 */
public final class ReportPublisher implements AutoCloseable {
    private static final long OUTPUT_ON_THE_WAY = 1 << 20;
    private static final int TELEMETRY_PATIENCE_MILLIS = 4_000;

    private final Publisher facts;
    private final Publisher telemetry;
    private final AtomicLong outputOnTheWay = new AtomicLong();

    /** @param kafka where the broker is, and who we are */
    public ReportPublisher(Map<String, Object> kafka, String prefix, String clientId, Signer signer) {
        var common = new HashMap<>(kafka);
        common.put(ACKS_CONFIG, "all");
        common.put(ENABLE_IDEMPOTENCE_CONFIG, true);
        common.put(RECONNECT_BACKOFF_MAX_MS_CONFIG, 1_000);
        common.put(BUFFER_MEMORY_CONFIG, 8L << 20);
        var kept = new HashMap<>(common);
        kept.put(CLIENT_ID_CONFIG, clientId + "-facts");
        kept.put(LINGER_MS_CONFIG, 2);
        kept.put(DELIVERY_TIMEOUT_MS_CONFIG, 30_000);
        kept.put(REQUEST_TIMEOUT_MS_CONFIG, 10_000);
        kept.put(MAX_BLOCK_MS_CONFIG, 5_000);
        this.facts = new Publisher("facts", kept, prefix, signer);
        var fleeting = new HashMap<>(common);
        fleeting.put(CLIENT_ID_CONFIG, clientId + "-telemetry");
        fleeting.put(LINGER_MS_CONFIG, 0);
        fleeting.put(DELIVERY_TIMEOUT_MS_CONFIG, TELEMETRY_PATIENCE_MILLIS);
        fleeting.put(REQUEST_TIMEOUT_MS_CONFIG, TELEMETRY_PATIENCE_MILLIS / 2);
        fleeting.put(MAX_BLOCK_MS_CONFIG, TELEMETRY_PATIENCE_MILLIS / 2);
        this.telemetry = new Publisher("telemetry", fleeting, prefix, signer);
    }

    public void report(String node, Report report, Consumer<Boolean> answered) {
        facts.send(node, report.event(), answered);
    }

    public void telemetry(String node, NodeTelemetry message, Instant now, Consumer<Boolean> answered) {
        var envelope = Envelopes.of("/nodes/" + node)
                .message(
                        UUID.randomUUID().toString(),
                        Topics.NODE_TELEMETRY,
                        node,
                        "nodes/" + node,
                        Cause.by("nodes/" + node),
                        now,
                        (Record) message);
        telemetry.send(node, envelope, answered);
    }

    /** False while so much is on its way that more could keep facts waiting. */
    public boolean output(String node, String allocation, ExecutionOutput piece, Instant now) {
        if (outputOnTheWay.get() > OUTPUT_ON_THE_WAY && !piece.last()) return false;
        var size = piece.text().length();
        var id = allocation + "/" + piece.rank() + "/" + piece.offset() + (piece.last() ? "/last" : "");
        var envelope = Envelopes.of("/nodes/" + node)
                .message(
                        id,
                        Topics.EXECUTION_OUTPUT,
                        piece.job(),
                        "jobs/" + piece.job(),
                        Cause.by("nodes/" + node),
                        now,
                        piece);
        outputOnTheWay.addAndGet(size);
        facts.send(node, envelope, delivered -> outputOnTheWay.addAndGet(-size));
        return true;
    }

    @Override
    public void close() {
        telemetry.close();
        facts.close();
    }
}

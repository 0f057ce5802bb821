package org.sing.bus;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * A producer that no predecessor with the same transactional id survives: whatever a paused one still holds is refused
 * by the broker. A lease alone is no fence, and a stale snapshot that lands last on a compacted topic would stay.
 */
final class FencedProducer implements AutoCloseable {
    private final Producer<String, byte[]> producer;

    /** Fences the predecessor before it returns. */
    FencedProducer(Map<String, Object> broker, String transactionalId) {
        producer = new KafkaProducer<>(configuration(broker, transactionalId));
        try {
            producer.initTransactions();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /** All or none; returns when the broker has them. */
    void publish(List<ProducerRecord<String, byte[]>> records, Runnable beforeCommit) {
        producer.beginTransaction();
        records.forEach(producer::send);
        beforeCommit.run();
        producer.commitTransaction();
    }

    static boolean isFenced(Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause())
            if (cause instanceof ProducerFencedException || cause instanceof InvalidProducerEpochException) return true;
        return false;
    }

    /** An open transaction is aborted by whoever comes next, or by its timeout. */
    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }

    private static Map<String, Object> configuration(Map<String, Object> broker, String transactionalId) {
        var configuration = new HashMap<>(broker);
        configuration.put(ProducerConfig.TRANSACTIONAL_ID_CONFIG, transactionalId);
        configuration.put(ProducerConfig.CLIENT_ID_CONFIG, transactionalId);
        configuration.put(ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG, StringSerializer.class.getName());
        configuration.put(ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG, ByteArraySerializer.class.getName());
        configuration.put(ProducerConfig.ACKS_CONFIG, "all");
        configuration.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        // Readers wait for open transactions: those of a relay that died must end soon.
        configuration.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, 10_000);
        configuration.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, 10_000);
        configuration.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 5_000);
        configuration.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 9_000);
        // The next transaction can meet the markers of the last one, which is answered by trying again.
        configuration.put(ProducerConfig.RETRY_BACKOFF_MS_CONFIG, 5);
        configuration.put(ProducerConfig.RETRY_BACKOFF_MAX_MS_CONFIG, 1_000);
        configuration.put(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 1_000);
        return configuration;
    }
}

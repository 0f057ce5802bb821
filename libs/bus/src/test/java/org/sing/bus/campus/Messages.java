package org.sing.bus.campus;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Map;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.Json;

/** Messages of types that the catalogue does not know, which every service must let pass. */
public final class Messages {
    private static final Cause CAMPUS = Cause.by("campus");

    private Messages() {}

    public static Envelope fact(String source, String topic, String key, String subject, long sequence, Cause cause) {
        return fact(source, topic, key, subject, sequence, cause, Map.of());
    }

    public static Envelope fact(String topic, String key, long sequence, Map<String, Object> data) {
        return fact("/services/elsewhere", topic, key, "jobs/" + key, sequence, CAMPUS, data);
    }

    public static Envelope fact(String topic, String key, long sequence) {
        return fact(topic, key, sequence, Map.of());
    }

    public static Envelope command(String topic, String key, String id, Map<String, Object> data) {
        return envelope(id, "/services/gateway", topic, key, "jobs/" + key, 0, CAMPUS, "asked", Json.tree(data));
    }

    public static Envelope snapshot(String source, String topic, String key, String subject, long folded, Cause cause) {
        var data = Json.tree(Map.of("folded", folded));
        return envelope(subject + ":state:" + folded, source, topic, key, subject, 0, cause, "state", data);
    }

    public static Envelope fact(
            String source,
            String topic,
            String key,
            String subject,
            long sequence,
            Cause cause,
            Map<String, Object> data) {
        return envelope(
                subject + ":" + sequence, source, topic, key, subject, sequence, cause, "happened", Json.tree(data));
    }

    private static Envelope envelope(
            String id,
            String source,
            String topic,
            String key,
            String subject,
            long sequence,
            Cause cause,
            String type,
            JsonNode data) {
        return new Envelope(
                "1.0",
                id,
                source,
                "org.sing.test." + type + ".v1",
                subject,
                Instant.now(),
                sequence,
                cause.correlationId(),
                cause.causationId(),
                cause.actor(),
                cause.traceparent(),
                topic,
                key,
                "application/json",
                data);
    }
}

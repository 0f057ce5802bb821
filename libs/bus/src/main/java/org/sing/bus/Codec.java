package org.sing.bus;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Objects;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.sing.bus.Heard.Place;
import org.sing.schemas.Catalogue;
import org.sing.schemas.Envelope;
import org.sing.schemas.Json;

/** Between records and envelopes. */
final class Codec {
    private static final byte[] CLOUD_EVENT = "application/cloudevents+json; charset=UTF-8".getBytes(UTF_8);

    private Codec() {}

    /** Never throws: a record that is no message of its topic is data too. */
    static Heard decode(ConsumerRecord<String, byte[]> consumed, String topic) {
        var key = Objects.requireNonNullElse(consumed.key(), "").replace('\0', '?');
        var place = new Place(topic, consumed.partition(), consumed.offset(), key);
        if (consumed.value() == null) return new Heard.Tombstone(place);
        try {
            var envelope = Json.read(consumed.value(), Envelope.class);
            check(envelope, place);
            return new Heard.Message(place, envelope);
        } catch (RuntimeException e) {
            return new Heard.Unreadable(place, consumed.value(), String.valueOf(e.getMessage()));
        }
    }

    /** A faulty producer can put a record on another topic (KAFKA-19012), so the envelope says where it belongs. */
    private static void check(Envelope envelope, Place place) {
        if (!envelope.topic().equals(place.topic()))
            throw new IllegalArgumentException("belongs on topic " + envelope.topic());
        if (!envelope.key().equals(place.key())) throw new IllegalArgumentException("belongs to key " + envelope.key());
        // PostgreSQL has no text with a zero in it.
        if ((envelope.id() + envelope.source() + envelope.subject()).indexOf('\0') >= 0)
            throw new IllegalArgumentException("a zero character in id, source or subject");
        Catalogue.byName(envelope.type())
                .filter(type -> !type.topics().contains(place.topic()))
                .ifPresent(type -> {
                    throw new IllegalArgumentException(type.name() + " may not stand on this topic");
                });
    }

    static ProducerRecord<String, byte[]> encode(Envelope envelope, String topic) {
        return encode(topic, envelope.key(), Json.bytes(envelope), envelope.traceparent());
    }

    static ProducerRecord<String, byte[]> encode(String topic, String key, byte[] envelope, String traceparent) {
        var encoded = new ProducerRecord<>(topic, key.isEmpty() ? null : key, envelope);
        encoded.headers().add("content-type", CLOUD_EVENT);
        if (!traceparent.isEmpty()) encoded.headers().add("traceparent", traceparent.getBytes(UTF_8));
        return encoded;
    }
}

package org.sing.schemas;

import java.time.Instant;

/** Writes envelopes: who says it, about what, because of what. */
public final class Envelopes {
    private final String source;

    private Envelopes(String source) {
        this.source = source;
    }

    /** @param source such as {@code /services/submission} or {@code /nodes/node-1} */
    public static Envelopes of(String source) {
        return new Envelopes(source);
    }

    /** Whose doing it is, and which message caused it. */
    public record Cause(String correlationId, String causationId, String actor, String traceparent) {
        public static Cause of(Envelope event) {
            return new Cause(
                    event.correlationId().isEmpty() ? event.id() : event.correlationId(),
                    event.id(),
                    event.actor(),
                    event.traceparent());
        }

        /** Nothing but time caused it. */
        public static Cause by(String actor) {
            return new Cause("", "", actor, "");
        }
    }

    /** A sequenced fact: its id follows from subject and sequence, so that the same fact is the same event for ever. */
    public Envelope fact(
            String topic, String key, String subject, long sequence, Cause cause, Instant at, Record data) {
        return envelope(subject + ":" + sequence, topic, key, subject, sequence, cause, at, data);
    }

    /**
     * A snapshot for a compacted topic. Its id carries the folded sequence, but it is itself not sequenced: a reader
     * compares the sequence in its data.
     */
    public Envelope snapshot(
            String topic, String key, String subject, long folded, Cause cause, Instant at, Record data) {
        return envelope(subject + ":state:" + folded, topic, key, subject, 0, cause, at, data);
    }

    /** A command or another message that is told apart by its id alone. */
    public Envelope message(String id, String topic, String key, String subject, Cause cause, Instant at, Record data) {
        return envelope(id, topic, key, subject, 0, cause, at, data);
    }

    private Envelope envelope(
            String id, String topic, String key, String subject, long sequence, Cause cause, Instant at, Record data) {
        return new Envelope(
                "1.0",
                id,
                source,
                Catalogue.of(data).name(),
                subject,
                at,
                sequence,
                cause.correlationId(),
                cause.causationId(),
                cause.actor(),
                cause.traceparent(),
                topic,
                key,
                "application/json",
                Json.tree(data));
    }
}

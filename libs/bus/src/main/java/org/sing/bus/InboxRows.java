package org.sing.bus;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.sing.bus.Admission.Reason;
import org.sing.bus.Heard.EventId;
import org.sing.bus.Heard.Key;
import org.sing.bus.Heard.Message;
import org.sing.bus.Heard.Place;
import org.sing.bus.Heard.Stream;
import org.sing.bus.Heard.Tombstone;
import org.sing.bus.Heard.Unreadable;
import org.sing.schemas.Envelope;
import org.sing.schemas.Json;

/** The rows of the inbox, as they stand in the documents that its statements take and give. */
final class InboxRows {
    private InboxRows() {}

    record PositionRow(String topic, int partition, long nextOffset) {}

    record Claim(String topic, int partition, long expected, long nextOffset) {}

    record MarkRow(String topic, String source, String subject, long sequence) {}

    record KeyRow(
            String topic,
            String key,
            String reason,
            String source,
            String subject,
            long sequence,
            String error,
            int attempts) {
        static KeyRow gap(Admission.Gap gap) {
            var stream = gap.missing();
            return new KeyRow(
                    gap.key().topic(),
                    gap.key().key(),
                    "gap",
                    stream.source(),
                    stream.subject(),
                    gap.sequence(),
                    "",
                    0);
        }

        static KeyRow failure(Message message, String error) {
            var place = message.place();
            var envelope = message.envelope();
            return new KeyRow(
                    place.topic(),
                    place.key(),
                    "failure",
                    envelope.source(),
                    envelope.subject(),
                    envelope.sequence(),
                    error,
                    1);
        }

        Key keyOfTopic() {
            return new Key(topic, key);
        }

        Admission.Parked parked(List<Message> stored) {
            return new Admission.Parked(
                    keyOfTopic(),
                    Reason.valueOf(reason.toUpperCase(Locale.ROOT)),
                    new Stream(topic, source, subject),
                    sequence,
                    stored);
        }
    }

    record ParkedRow(String topic, int partition, long atOffset, String key, JsonNode envelope) {
        static ParkedRow of(Message message) {
            var place = message.place();
            return new ParkedRow(
                    place.topic(), place.partition(), place.offset(), place.key(), Json.tree(message.envelope()));
        }

        Message message() {
            return new Message(new Place(topic, partition, atOffset, key), Json.convert(envelope, Envelope.class));
        }
    }

    record PlaceRow(String topic, int partition, long atOffset) {}

    record HeardRow(String topic, int partition, String key, String source, String id, String subject, long sequence) {
        static HeardRow of(Heard heard) {
            return switch (heard) {
                case Message message -> of(message.place(), message.eventId(), message.envelope());
                case Unreadable unreadable -> of(unreadable.place(), unreadable.eventId(), "", 0);
                case Tombstone tombstone -> of(tombstone.place(), new EventId("", ""), "", -1);
            };
        }

        private static HeardRow of(Place place, EventId id, Envelope envelope) {
            return of(place, id, envelope.subject(), envelope.sequence());
        }

        private static HeardRow of(Place place, EventId id, String subject, long sequence) {
            return new HeardRow(place.topic(), place.partition(), place.key(), id.source(), id.id(), subject, sequence);
        }
    }

    /** What is known about the messages of a batch. */
    record Known(List<PositionRow> positions, List<MarkRow> marks, List<EventId> ids, List<KeyRow> keys) {
        Known {
            positions = positions == null ? List.of() : positions;
            marks = marks == null ? List.of() : marks;
            ids = ids == null ? List.of() : ids;
            keys = keys == null ? List.of() : keys;
        }
    }

    record Written(List<Claim> positions, List<MarkRow> marks, Collection<EventId> ids) {}

    record Parking(List<ParkedRow> park, List<PlaceRow> forget, List<Key> freed, List<KeyRow> keys) {}
}

package org.sing.bus;

import org.sing.schemas.Envelope;

/** One record of a poll, decoded. */
sealed interface Heard {
    Place place();

    /** Where a record lies; the topic by its name without a prefix. */
    record Place(String topic, int partition, long offset, String key) {
        Key keyOfTopic() {
            return new Key(topic, key);
        }

        Partition partitionOfTopic() {
            return new Partition(topic, partition);
        }
    }

    record Partition(String topic, int number) {}

    /** The unit of order: records of one key wait for one another, those of other keys go on. */
    record Key(String topic, String key) {}

    /** The unit of sequences. */
    record Stream(String topic, String source, String subject) {}

    record Message(Place place, Envelope envelope) implements Heard {
        Stream stream() {
            return new Stream(place.topic(), envelope.source(), envelope.subject());
        }

        EventId eventId() {
            return new EventId(envelope.source(), envelope.id());
        }
    }

    record EventId(String source, String id) {}

    /** Not a message of this topic: it goes to the dead letters as it is. */
    record Unreadable(Place place, byte[] value, String error) implements Heard {
        /** Its place identifies it, so that hearing it again makes no second dead letter. */
        EventId eventId() {
            return new EventId("unreadable", place.topic() + ":" + place.partition() + ":" + place.offset());
        }
    }

    /** The end of a key on a compacted topic; says nothing to a subscriber. */
    record Tombstone(Place place) implements Heard {}
}

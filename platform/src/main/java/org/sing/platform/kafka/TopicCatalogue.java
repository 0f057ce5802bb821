package org.sing.platform.kafka;

import java.util.List;
import java.util.Map;
import org.sing.schemas.Topics;

/** The topics of the contract, as the broker is asked for them. */
public final class TopicCatalogue {

    private TopicCatalogue() {}

    public static List<Topic> topics() {
        return Topics.catalogue().stream()
                .map(topic -> new Topic(topic.name(), topic.partitions(), topic.config()))
                .toList();
    }

    /** A topic to be there before anybody speaks. */
    public record Topic(String name, int partitions, Map<String, String> configuration) {
        public Topic {
            configuration = Map.copyOf(configuration);
        }

        /** The same topic in a world of its own, with fewer partitions where it has many. */
        public Topic in(String prefix, int mostPartitions) {
            return new Topic(prefix + name, Math.min(partitions, mostPartitions), configuration);
        }
    }
}

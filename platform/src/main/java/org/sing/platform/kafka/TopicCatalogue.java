package org.sing.platform.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The topics of the system. */
public final class TopicCatalogue {

    private static final int PARTITIONS = 12;
    private static final String RETENTION = "retention.ms";
    private static final Map<String, String> KEPT = Map.of(RETENTION, "-1");
    private static final Map<String, String> COMPACTED = Map.of(
            "cleanup.policy",
            "compact",
            "delete.retention.ms",
            millis(Duration.ofDays(7)),
            "segment.ms",
            millis(Duration.ofDays(1)));
    private static final Map<String, String> A_DAY = Map.of(RETENTION, millis(Duration.ofDays(1)));
    private static final Map<String, String> A_MONTH = Map.of(RETENTION, millis(Duration.ofDays(30)));

    private TopicCatalogue() {}

    public static List<Topic> topics() {
        var topics = new ArrayList<Topic>();
        for (var area : List.of("job", "scheduling", "node", "accounting", "incident")) {
            topics.add(new Topic("sing." + area + ".commands", PARTITIONS, KEPT));
            topics.add(new Topic("sing." + area + ".events", PARTITIONS, KEPT));
            topics.add(new Topic("sing." + area + ".state", PARTITIONS, COMPACTED));
        }
        for (var area : List.of("execution", "environment")) {
            topics.add(new Topic("sing." + area + ".commands", PARTITIONS, KEPT));
            topics.add(new Topic("sing." + area + ".events", PARTITIONS, KEPT));
        }
        topics.add(new Topic("sing.execution.output", PARTITIONS, A_DAY));
        topics.add(new Topic("sing.node.telemetry", PARTITIONS, A_DAY));
        topics.add(new Topic("sing.catalog.state", PARTITIONS, COMPACTED));
        topics.add(new Topic("sing.audit", PARTITIONS, KEPT));
        topics.add(new Topic("sing.feed", 1, KEPT));
        for (var consumer : List.of("submission", "scheduling", "accounting", "node-monitor", "incident", "gateway")) {
            topics.add(new Topic("sing.dlq." + consumer, PARTITIONS, A_MONTH));
        }
        return List.copyOf(topics);
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
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

package org.sing.schemas;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every topic of the bus: what it is for, how many partitions it has, how long it keeps its records. */
public final class Topics {
    public static final String JOB_COMMANDS = "sing.job.commands";
    public static final String JOB_EVENTS = "sing.job.events";
    public static final String JOB_STATE = "sing.job.state";
    public static final String SCHEDULING_COMMANDS = "sing.scheduling.commands";
    public static final String SCHEDULING_EVENTS = "sing.scheduling.events";
    public static final String SCHEDULING_STATE = "sing.scheduling.state";
    public static final String EXECUTION_COMMANDS = "sing.execution.commands";
    public static final String EXECUTION_EVENTS = "sing.execution.events";
    public static final String EXECUTION_OUTPUT = "sing.execution.output";
    public static final String NODE_COMMANDS = "sing.node.commands";
    public static final String NODE_EVENTS = "sing.node.events";
    public static final String NODE_STATE = "sing.node.state";
    public static final String NODE_TELEMETRY = "sing.node.telemetry";
    public static final String ACCOUNTING_COMMANDS = "sing.accounting.commands";
    public static final String ACCOUNTING_EVENTS = "sing.accounting.events";
    public static final String ACCOUNTING_STATE = "sing.accounting.state";
    public static final String INCIDENT_COMMANDS = "sing.incident.commands";
    public static final String INCIDENT_EVENTS = "sing.incident.events";
    public static final String INCIDENT_STATE = "sing.incident.state";
    public static final String SIMULATION_COMMANDS = "sing.simulation.commands";
    public static final String SIMULATION_EVENTS = "sing.simulation.events";
    public static final String FEED = "sing.feed";
    public static final String DEAD_LETTER_PREFIX = "sing.dlq.";

    private static final int KEYED_PARTITIONS = 12;
    private static final String DAY = String.valueOf(24L * 3600 * 1000);
    private static final String WEEK = String.valueOf(7L * 24 * 3600 * 1000);
    private static final String MONTH = String.valueOf(30L * 24 * 3600 * 1000);

    /** The services that consume, hence own a dead-letter topic. */
    public static final List<String> CONSUMERS =
            List.of("submission", "scheduling", "accounting", "node-monitor", "incident", "gateway");

    /** Stands for the agent of any node among the writers and readers. */
    public static final String AGENT = "node-agent";

    private static final List<Topic> ALL = all();

    /**
     * @param strict its sequenced events are checked for gaps: a gap parks the key, it is never skipped
     * @param config broker settings that differ from the broker's defaults
     */
    public record Topic(String name, int partitions, boolean strict, Map<String, String> config) {}

    private Topics() {}

    public static List<Topic> catalogue() {
        return ALL;
    }

    /** Whether sequences on this topic (its name without a prefix) must have no gap. */
    public static boolean strict(String name) {
        return ALL.stream().anyMatch(topic -> topic.name().equals(name) && topic.strict());
    }

    /** Who may write to a topic (its name without a prefix): services by name, agents as {@link #AGENT}. */
    public static List<String> writers(String name) {
        return switch (name) {
            case JOB_COMMANDS, NODE_COMMANDS -> List.of("gateway", "incident");
            case SCHEDULING_COMMANDS, SIMULATION_COMMANDS, ACCOUNTING_COMMANDS, INCIDENT_COMMANDS, FEED ->
                List.of("gateway");
            case JOB_EVENTS, JOB_STATE -> List.of("submission");
            case SCHEDULING_EVENTS, SCHEDULING_STATE, SIMULATION_EVENTS, EXECUTION_COMMANDS -> List.of("scheduling");
            case EXECUTION_EVENTS, EXECUTION_OUTPUT -> List.of(AGENT);
            case NODE_TELEMETRY -> List.of(AGENT, "node-monitor");
            case NODE_EVENTS, NODE_STATE -> List.of("node-monitor");
            case ACCOUNTING_EVENTS, ACCOUNTING_STATE -> List.of("accounting");
            case INCIDENT_EVENTS, INCIDENT_STATE -> List.of("incident");
            default ->
                name.startsWith(DEAD_LETTER_PREFIX) ? List.of(name.substring(DEAD_LETTER_PREFIX.length())) : List.of();
        };
    }

    /** Who may read a topic; of dead letters and of what nobody follows yet only whoever runs the bus. */
    public static List<String> readers(String name) {
        return switch (name) {
            case JOB_COMMANDS -> List.of("submission");
            case JOB_EVENTS -> List.of("scheduling", "accounting", "incident", "gateway");
            case SCHEDULING_COMMANDS, SIMULATION_COMMANDS -> List.of("scheduling");
            case SCHEDULING_EVENTS -> List.of("submission", "accounting", "node-monitor", "incident", "gateway");
            case EXECUTION_COMMANDS -> List.of(AGENT);
            case EXECUTION_EVENTS -> List.of("submission", "scheduling", "accounting", "incident", "gateway");
            case NODE_COMMANDS -> List.of("node-monitor");
            case NODE_EVENTS -> // every service: the keys that agents sign with stand here
                List.of("submission", "scheduling", "accounting", "node-monitor", "incident", "gateway", AGENT);
            case NODE_TELEMETRY -> List.of("scheduling", "node-monitor");
            case ACCOUNTING_COMMANDS -> List.of("accounting");
            case ACCOUNTING_EVENTS -> List.of("accounting", "gateway");
            case ACCOUNTING_STATE -> List.of("scheduling", "accounting", "gateway");
            case INCIDENT_COMMANDS -> List.of("incident");
            case INCIDENT_EVENTS -> List.of("submission", "accounting", "gateway");
            case SIMULATION_EVENTS, EXECUTION_OUTPUT, NODE_STATE, INCIDENT_STATE, FEED -> List.of("gateway");
            default -> List.of();
        };
    }

    public static String deadLetters(String consumer) {
        return DEAD_LETTER_PREFIX + consumer;
    }

    private static List<Topic> all() {
        var topics = new LinkedHashMap<String, Topic>();
        for (var name : List.of(
                JOB_COMMANDS,
                SCHEDULING_COMMANDS,
                EXECUTION_COMMANDS,
                NODE_COMMANDS,
                ACCOUNTING_COMMANDS,
                INCIDENT_COMMANDS)) topics.put(name, new Topic(name, KEYED_PARTITIONS, false, forever()));
        for (var name : List.of(
                JOB_EVENTS, SCHEDULING_EVENTS, EXECUTION_EVENTS, NODE_EVENTS, ACCOUNTING_EVENTS, INCIDENT_EVENTS))
            topics.put(name, new Topic(name, KEYED_PARTITIONS, true, forever()));
        for (var name : List.of(JOB_STATE, SCHEDULING_STATE, NODE_STATE, ACCOUNTING_STATE, INCIDENT_STATE))
            topics.put(name, new Topic(name, KEYED_PARTITIONS, false, compacted()));
        for (var name : List.of(SIMULATION_COMMANDS, NODE_TELEMETRY, EXECUTION_OUTPUT))
            topics.put(name, new Topic(name, KEYED_PARTITIONS, false, Map.of("retention.ms", DAY)));
        // Not strict: who begins to read when the first events are gone must not wait for them.
        topics.put(
                SIMULATION_EVENTS,
                new Topic(SIMULATION_EVENTS, KEYED_PARTITIONS, false, Map.of("retention.ms", MONTH)));
        topics.put(FEED, new Topic(FEED, 1, false, forever()));
        for (var consumer : CONSUMERS) {
            var name = deadLetters(consumer);
            topics.put(name, new Topic(name, 1, false, Map.of("retention.ms", MONTH)));
        }
        return List.copyOf(topics.values());
    }

    private static Map<String, String> forever() {
        return Map.of("retention.ms", "-1");
    }

    /** Only closed segments are compacted, so one is closed each day. */
    private static Map<String, String> compacted() {
        return Map.of("cleanup.policy", "compact", "delete.retention.ms", WEEK, "segment.ms", DAY);
    }
}

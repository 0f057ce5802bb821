package org.sing.schemas;

import java.time.Instant;
import java.util.List;

/** Written by node agents (and the marker by node-monitor); key and subject are the node. Kept for a day. */
public sealed interface NodeTelemetry {
    String node();

    /** One GPU as the agent found it. {@code memoryBytes} 0 means unknown. */
    record Gpu(String id, int index, String model, long memoryBytes, boolean virtual) {}

    /**
     * A job process that lives on the node.
     *
     * @param elapsedMillis so far, by the agent's monotonic clock
     */
    record Live(String job, int attempt, String allocation, int rank, List<String> gpus, long elapsedMillis) {
        public Live {
            gpus = List.copyOf(gpus);
        }
    }

    /**
     * An agent started, or lost its lease, and asks for an incarnation before it executes anything.
     *
     * @param session random id of this request; the grant names it
     * @param incarnation the last one it held, 0 for none
     * @param bootId of the machine: another one proves that no old process lives
     * @param resourceGroup whose jobs it would like to run; the grant says whose it does
     */
    record Hello(
            String node,
            String session,
            long incarnation,
            String bootId,
            String agentVersion,
            List<Gpu> gpus,
            int cpus,
            long memoryBytes,
            List<Live> live,
            String resourceGroup)
            implements NodeTelemetry {
        public Hello {
            gpus = List.copyOf(gpus);
            resourceGroup = JobSpec.group(resourceGroup);
            live = List.copyOf(live);
        }
    }

    /**
     * "I am alive, and this is what runs here."
     *
     * @param renewal counts from 1 within an incarnation
     * @param lastCommand sequence of the last execution command that the agent applied
     */
    record Renewal(String node, long incarnation, String bootId, long renewal, long lastCommand, List<Live> live)
            implements NodeTelemetry {
        public Renewal {
            live = List.copyOf(live);
        }
    }

    /** Node-monitor reads its own marker back before it calls a node lost: its own lag never kills a live node. */
    record Marker(String node, long incarnation, String marker, Instant expiredAt) implements NodeTelemetry {}
}

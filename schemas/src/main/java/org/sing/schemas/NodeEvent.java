package org.sing.schemas;

import java.time.Instant;
import java.util.List;

/** The life of a node, decided by node-monitor; key and subject are the node. */
public sealed interface NodeEvent {
    String node();

    /** An agent may join under this name and signs with this key. */
    record Enrolled(String node, String publicKey) implements NodeEvent {}

    /**
     * A lease was granted.
     *
     * @param incarnation greater than every earlier one of this node
     * @param session of the hello that it answers
     * @param adopted allocations that the agent found alive and goes on with
     * @param rebooted the machine booted since the last incarnation: nothing older lives there
     * @param resourceGroup whose jobs it runs
     */
    record Registered(
            String node,
            long incarnation,
            String session,
            String bootId,
            boolean rebooted,
            List<NodeTelemetry.Gpu> gpus,
            int cpus,
            long memoryBytes,
            long leaseSeconds,
            List<NodeTelemetry.Live> adopted,
            String resourceGroup)
            implements NodeEvent {
        public Registered {
            gpus = List.copyOf(gpus);
            resourceGroup = JobSpec.group(resourceGroup);
            adopted = List.copyOf(adopted);
        }
    }

    /**
     * The lease ran out unanswered. Its GPUs are free from {@code safeAt} on, when the agent must have killed its jobs.
     *
     * @param live what ran at the last renewal, with the time that is billed
     */
    record Lost(String node, long incarnation, Instant lastRenewalAt, Instant safeAt, List<NodeTelemetry.Live> live)
            implements NodeEvent {
        public Lost {
            live = List.copyOf(live);
        }
    }

    /** Nothing new may be placed here; scheduling acknowledges with the same version. */
    record CordonRequested(String node, long version, String reason) implements NodeEvent {}

    /** The acknowledged cordon became a drain. Mode {@code wait}, {@code requeue} or {@code kill}. */
    record Draining(String node, long version, String mode, String reason, int inFlight) implements NodeEvent {}

    record Cordoned(String node, long version, String reason, int inFlight) implements NodeEvent {}

    record Drained(String node, long version) implements NodeEvent {}

    record Resumed(String node, long version, String reason) implements NodeEvent {}
}

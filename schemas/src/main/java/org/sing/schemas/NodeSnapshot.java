package org.sing.schemas;

import java.time.Instant;
import java.util.List;

/** A node as it stands, on the compacted state topic; {@code sequence} is the last node event that is folded in. */
public record NodeSnapshot(
        String node,
        long sequence,
        long incarnation,
        NodePhase phase,
        boolean connected,
        long cordonVersion,
        boolean cordoned,
        String reason,
        List<NodeTelemetry.Gpu> gpus,
        int cpus,
        long memoryBytes,
        Instant lastRenewalAt,
        String resourceGroup) {
    public NodeSnapshot {
        resourceGroup = JobSpec.group(resourceGroup);
        gpus = List.copyOf(gpus);
    }
}

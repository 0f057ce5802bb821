package org.sing.agent.domain;

import java.util.List;
import org.sing.schemas.NodeTelemetry.Gpu;

/**
 * What a node is and offers, for as long as the agent lives.
 *
 * @param resourceGroup whose jobs it would like to run
 */
public record Machine(
        String node,
        String bootId,
        String agentVersion,
        List<Gpu> gpus,
        int cpus,
        long memoryBytes,
        String resourceGroup) {
    public Machine {
        gpus = List.copyOf(gpus);
    }

    boolean has(String gpu) {
        return gpus.stream().anyMatch(own -> own.id().equals(gpu));
    }
}

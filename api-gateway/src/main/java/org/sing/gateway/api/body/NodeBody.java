package org.sing.gateway.api.body;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sing.gateway.store.ClusterReader;
import org.sing.schemas.NodePhase;
import org.sing.schemas.NodeSnapshot;

/** A node and its GPUs. */
public record NodeBody(
        String name,
        String resourceGroup,
        NodePhase state,
        boolean connected,
        boolean cordoned,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String reason,
        int gpusTotal,
        int gpusHeld,
        int cpus,
        long memoryBytes,
        Optional<Instant> lastRenewalAt,
        List<GpuBody> gpus) {

    /** @param state {@code held}, {@code free}, {@code cordoned} or {@code down} */
    public record GpuBody(
            String id,
            int index,
            String model,
            long memoryBytes,
            boolean virtual,
            String state,
            Optional<HolderBody> heldBy,
            Optional<Instant> heldSince) {}

    /** A job that the reader may see. */
    public record HolderBody(String job, long number, Optional<String> name) {}

    public static NodeBody of(NodeSnapshot node, Map<String, ClusterReader.Holder> holders) {
        var gpus = node.gpus().stream()
                .map(gpu -> {
                    var holder = Optional.ofNullable(holders.get(gpu.id()));
                    return new GpuBody(
                            gpu.id(),
                            gpu.index(),
                            gpu.model(),
                            gpu.memoryBytes(),
                            gpu.virtual(),
                            state(node, holder.isPresent()),
                            holder.flatMap(NodeBody::holder),
                            holder.map(ClusterReader.Holder::since));
                })
                .toList();
        return new NodeBody(
                node.node(),
                node.resourceGroup(),
                node.phase(),
                node.connected(),
                node.cordoned(),
                node.reason() == null ? "" : node.reason(),
                gpus.size(),
                (int) gpus.stream().filter(gpu -> gpu.heldSince().isPresent()).count(),
                node.cpus(),
                node.memoryBytes(),
                Optional.ofNullable(node.lastRenewalAt()),
                gpus);
    }

    private static String state(NodeSnapshot node, boolean held) {
        if (node.phase() == NodePhase.LOST) return "down";
        if (held) return "held";
        return node.cordoned() ? "cordoned" : "free";
    }

    private static Optional<HolderBody> holder(ClusterReader.Holder holder) {
        return holder.job().map(job -> new HolderBody(job, holder.number().orElse(0L), holder.name()));
    }
}

package org.sing.agent.process;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.sing.schemas.NodeTelemetry.Gpu;

/** How a job is told which GPUs are its own. */
public record Devices(List<Gpu> gpus) {
    public Devices {
        gpus = List.copyOf(gpus);
    }

    /** Their indices with commas between them: more programs read these than UUIDs. */
    String indices(List<String> ids) {
        return gpus.stream()
                .filter(gpu -> ids.contains(gpu.id()))
                .map(gpu -> String.valueOf(gpu.index()))
                .collect(Collectors.joining(","));
    }

    /** CUDA counts by speed unless it is told to count as {@code nvidia-smi} does. */
    Map<String, String> variables(List<String> ids) {
        var variables = new LinkedHashMap<String, String>();
        variables.put("CUDA_VISIBLE_DEVICES", indices(ids));
        if (gpus.stream().anyMatch(gpu -> !gpu.virtual())) variables.put("CUDA_DEVICE_ORDER", "PCI_BUS_ID");
        return variables;
    }
}

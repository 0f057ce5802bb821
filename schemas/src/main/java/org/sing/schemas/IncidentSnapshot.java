package org.sing.schemas;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** An incident as it stands, on the compacted state topic. States: open, acknowledged, mitigating, resolved. */
public record IncidentSnapshot(
        String incident,
        long sequence,
        String dedupKey,
        String kind,
        String severity,
        String state,
        String node,
        String title,
        int occurrences,
        List<String> affectedJobs,
        String recommendedAction,
        Instant openedAt,
        Optional<Instant> resolvedAt) {
    public IncidentSnapshot {
        affectedJobs = List.copyOf(affectedJobs);
        resolvedAt = resolvedAt == null ? Optional.empty() : resolvedAt;
    }
}

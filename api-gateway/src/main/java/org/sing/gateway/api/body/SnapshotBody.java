package org.sing.gateway.api.body;

import java.util.Optional;
import org.sing.snapshots.domain.Manifest;

/** A snapshot; with its manifest when it is asked for. */
public record SnapshotBody(String id, int files, long sizeBytes, Optional<ManifestBody> manifest) {
    public static SnapshotBody of(Manifest manifest) {
        return new SnapshotBody(
                manifest.id(), manifest.entries().size(), manifest.bytes(), Optional.of(ManifestBody.of(manifest)));
    }

    public SnapshotBody brief() {
        return new SnapshotBody(id, files, sizeBytes, Optional.empty());
    }
}

package org.sing.snapshots;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sing.snapshots.domain.Entry;
import org.sing.snapshots.domain.Manifest;

/**
 * Clears away what nobody needs: snapshots first, then rights to blobs that no snapshot needs, then blobs that nobody has
 * a right to. Stopped anywhere, it has removed nothing that something left refers to. It takes the gate for one person or
 * one drawer of blobs at a time, so that uploads go on in between.
 */
public final class Sweep {
    private final Layout layout;
    private final Gate gate;
    private final Removal removal;

    /** How a file goes; tests let it fail. */
    interface Removal {
        boolean of(Path file) throws IOException;
    }

    Sweep(Layout layout, Gate gate, Removal removal) {
        this.layout = layout;
        this.gate = gate;
        this.removal = removal;
    }

    /** How many were removed. */
    public record Swept(int snapshots, int claims, int blobs) {
        Swept plus(Swept other) {
            return new Swept(snapshots + other.snapshots, claims + other.claims, blobs + other.blobs);
        }
    }

    /**
     * @param used by unfinished jobs: snapshots by person. They count as used now, so that they outlive a view of the jobs
     *     that is being built anew.
     * @param keep for so long everything stays that was sent or used
     */
    public Swept run(Map<String, Set<String>> used, Instant now, Duration keep) throws IOException {
        var cutoff = now.minus(keep);
        var byFolder = used.entrySet().stream()
                .collect(Collectors.toMap(entry -> Layout.folder(entry.getKey()), Map.Entry::getValue));
        var swept = new Swept(0, 0, 0);
        for (var person : Layout.names(layout.people())) {
            var needed = byFolder.getOrDefault(person, Set.of());
            var folder = layout.people().resolve(person);
            swept = swept.plus(gate.alone(() -> person(folder, needed, now, cutoff)));
        }
        for (var drawer : Layout.names(layout.blobs()))
            swept = swept.plus(gate.alone(() -> new Swept(0, 0, blobs(drawer, cutoff))));
        Draft.forget(layout.incoming(), now);
        return swept;
    }

    private Swept person(Path folder, Set<String> used, Instant now, Instant cutoff) throws IOException {
        var manifests = folder.resolve("manifests");
        for (var snapshot : used) SnapshotStore.touch(manifests.resolve(snapshot), now);
        var snapshots = removeOld(manifests, cutoff, name -> true);
        var needed = new HashSet<String>();
        for (var name : Layout.names(manifests)) needs(manifests.resolve(name)).forEach(needed::add);
        var claims = 0;
        for (var drawer : Layout.names(folder.resolve("claims")))
            claims += removeOld(folder.resolve("claims").resolve(drawer), cutoff, name -> !needed.contains(name));
        return new Swept(snapshots, claims, 0);
    }

    private static Stream<String> needs(Path manifest) throws IOException {
        try {
            return SnapshotStore.read(manifest).stream()
                    .flatMap(Manifest::files)
                    .map(Entry.File::sha256);
        } catch (Unusable e) {
            return Stream.empty(); // no job can use it, so it needs nothing
        }
    }

    private int blobs(String drawer, Instant cutoff) throws IOException {
        var claimed = new HashSet<String>();
        for (var person : Layout.names(layout.people()))
            claimed.addAll(Layout.names(
                    layout.people().resolve(person).resolve("claims").resolve(drawer)));
        return removeOld(layout.blobs().resolve(drawer), cutoff, name -> !claimed.contains(name));
    }

    /** What is gone must be gone for good before anything that it needed goes. */
    private int removeOld(Path folder, Instant cutoff, Predicate<String> unneeded) throws IOException {
        var removed = 0;
        for (var name : Layout.names(folder))
            if (unneeded.test(name) && Draft.isOlder(folder.resolve(name), cutoff) && removal.of(folder.resolve(name)))
                removed++;
        if (removed > 0) Layout.sync(folder);
        return removed;
    }
}

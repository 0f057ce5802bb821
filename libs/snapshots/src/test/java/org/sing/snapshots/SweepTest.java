package org.sing.snapshots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sing.snapshots.Campus.NOW;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.Thread.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sing.snapshots.SnapshotStore.Registered;
import org.sing.snapshots.domain.Digests;
import org.sing.snapshots.domain.Manifest;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SweepTest {
    private static final Duration KEEP = Duration.ofDays(30);
    /** A thread that waits for another, or is over. */
    private static final Set<State> STILL = Set.of(State.WAITING, State.BLOCKED, State.TERMINATED);

    @TempDir
    Path folder;

    Campus campus;

    @BeforeEach
    void open() throws IOException {
        campus = new Campus(folder.resolve("snapshots"));
    }

    @Test
    void what_nobody_used_for_long_goes_and_what_somebody_did_stays() throws IOException {
        var old = campus.snapshot("ada", NOW, "shared", "only old");
        var young = campus.snapshot("bob", NOW.plus(Duration.ofDays(20)), "shared", "young");
        var swept = campus.store.sweep().run(Map.of(), NOW.plus(Duration.ofDays(31)), KEEP);
        assertEquals(new Sweep.Swept(1, 2, 1), swept);
        assertFalse(campus.store.use("ada", old.id(), NOW));
        assertTrue(campus.store.use("bob", young.id(), NOW));
        assertEquals(List.of("shared", "young"), campus.blobs());
    }

    @Test
    void an_unfinished_job_keeps_its_snapshot_however_old() throws IOException {
        var old = campus.snapshot("ada", NOW, "one");
        var later = NOW.plus(Duration.ofDays(400));
        assertEquals(new Sweep.Swept(0, 0, 0), campus.store.sweep().run(Map.of("ada", Set.of(old.id())), later, KEEP));
        // And for as long again, should the view of the jobs be lost for a while.
        assertEquals(
                new Sweep.Swept(0, 0, 0), campus.store.sweep().run(Map.of(), later.plus(Duration.ofDays(29)), KEEP));
        assertEquals(
                new Sweep.Swept(1, 1, 1), campus.store.sweep().run(Map.of(), later.plus(Duration.ofDays(31)), KEEP));
        assertEquals(List.of(), campus.blobs());
    }

    @Test
    void blobs_that_were_just_sent_wait_for_their_manifest() throws IOException {
        campus.send("ada", "one", NOW);
        campus.store.sweep().run(Map.of(), NOW.plus(Duration.ofDays(29)), KEEP);
        assertEquals(new Registered.Complete(true), campus.store.register("ada", Campus.manifest("one"), NOW));
    }

    @Test
    void a_right_that_is_named_again_is_young_again() throws IOException {
        campus.snapshot("ada", NOW, "one");
        var again = NOW.plus(Duration.ofDays(29));
        campus.store.register("ada", Campus.manifest("one"), again);
        campus.store.sweep().run(Map.of(), NOW.plus(Duration.ofDays(40)), KEEP);
        assertTrue(campus.store.use("ada", Campus.manifest("one").id(), NOW));
    }

    @Test
    void an_upload_that_was_given_up_goes_after_a_day() throws IOException {
        var draft = Files.writeString(folder.resolve("snapshots/incoming/x"), "half");
        Files.setLastModifiedTime(draft, FileTime.from(NOW));
        campus.store.sweep().run(Map.of(), NOW.plus(Duration.ofHours(23)), KEEP);
        assertTrue(Files.exists(draft));
        campus.store.sweep().run(Map.of(), NOW.plus(Duration.ofHours(25)), KEEP);
        assertFalse(Files.exists(draft));
    }

    /** Every removal is a place at which the machine may stop: what is left must hold together, and the next round goes on. */
    @Test
    void stopped_anywhere_it_leaves_no_snapshot_without_its_blobs() throws IOException {
        var random = new Random(4711);
        var removals = 0;
        for (var stop = 0; stop <= removals; stop++) {
            var last = stop;
            people(random);
            var done = new AtomicInteger();
            try {
                campus.store
                        .sweep(file -> {
                            if (done.getAndIncrement() == last) throw new IOException("the power is gone");
                            return Files.deleteIfExists(file);
                        })
                        .run(Map.of(), NOW, KEEP);
            } catch (IOException stopped) {
                removals = Math.max(removals, last + 1);
            }
            assertWhole();
        }
        assertTrue(removals > 5, "only " + removals + " removals were tried");
        campus.store.sweep().run(Map.of(), NOW.plus(Duration.ofDays(100)), KEEP);
        assertEquals(List.of(), campus.blobs());
    }

    /** Three people with snapshots of all ages, of contents that they have in common. */
    private void people(Random random) throws IOException {
        for (var person : List.of("ada", "bob", "eve"))
            for (var i = 0; i < 3; i++)
                campus.snapshot(
                        person,
                        NOW.minus(Duration.ofDays(random.nextInt(60))),
                        Stream.of("a", "b", "c", "d", "e", "f")
                                .filter(it -> random.nextBoolean())
                                .toArray(String[]::new));
    }

    /** It comes at the worst moment: the sweep has seen that nothing needs the blob, and is about to remove the right to it. */
    @Test
    void a_snapshot_that_meets_a_sweep_is_whole_or_is_asked_for_again() throws Exception {
        campus.snapshot("ada", NOW.minus(Duration.ofDays(40)), "x", "y");
        var registered = new AtomicReference<Registered>();
        var late = new Thread(() -> registered.set(register(Campus.manifest("x", "y"))));
        campus.store
                .sweep(file -> {
                    if (file.toString().contains("/claims/") && late.getState() == State.NEW) {
                        late.start();
                        while (!STILL.contains(late.getState())) Thread.onSpinWait();
                    }
                    return Files.deleteIfExists(file);
                })
                .run(Map.of(), NOW, KEEP);
        late.join();
        assertWhole();
        assertEquals(new Registered.Missing(List.of(Digests.of("x"), Digests.of("y"))), registered.get());
    }

    private Registered register(Manifest manifest) {
        try {
            return campus.store.register("ada", manifest, NOW);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void assertWhole() throws IOException {
        var layout = new Layout(folder.resolve("snapshots"));
        for (var person : Layout.names(layout.people()))
            for (var id : Layout.names(layout.manifests(person))) {
                var manifest = campus.store.find(person, id).orElseThrow();
                for (var file : manifest.files().toList()) {
                    assertTrue(Files.exists(layout.claim(person, file.sha256())), person + " " + file);
                    assertTrue(Files.exists(layout.blob(file.sha256())), person + " " + file);
                }
            }
    }
}

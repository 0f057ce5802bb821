package org.sing.snapshots;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sing.snapshots.Campus.NOW;
import static org.sing.snapshots.Campus.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sing.snapshots.domain.Digests;
import org.sing.snapshots.domain.Entry;
import org.sing.snapshots.domain.Limits;
import org.sing.snapshots.domain.Manifest;
import org.sing.snapshots.domain.Rules;

@DisplayNameGeneration(ReplaceUnderscores.class)
class StagingTest {
    private static final Limits LIMITS = new Limits(100, 1000, 1000);
    private static final List<String> STEPS = List.of("a", "b", "c", "d", "..", "..", "..", ".", "", "A");

    @TempDir
    Path folder;

    Campus campus;
    Path work;

    @BeforeEach
    void open() throws IOException {
        campus = new Campus(folder.resolve("snapshots"));
        work = Files.createDirectory(folder.resolve("work"));
    }

    @Test
    void a_job_finds_the_files_as_they_were() throws IOException {
        var run = new Entry.File("bin/run", Digests.of("#!/bin/sh"), 9, 0755);
        var secret = new Entry.File("secret", Digests.of("s"), 1, 0400);
        lay(registered(file("src/train.py", "train"), run, secret, new Entry.Link("latest", "src/train.py")), work);
        assertEquals(
                Map.of("src/train.py", "train", "bin/run", "#!/bin/sh", "secret", "s", "latest", "-> src/train.py"),
                Campus.contents(work));
        assertEquals("rwxr-xr-x", mode("bin/run"));
        assertEquals("rw-------", mode("secret"));
    }

    @Test
    void what_a_job_does_to_its_files_reaches_neither_the_store_nor_another_job() throws IOException {
        var manifest = registered(file("train.py", "train"));
        var other = Files.createDirectory(folder.resolve("other"));
        lay(manifest, work);
        lay(manifest, other);
        Files.writeString(work.resolve("train.py"), "worse");
        assertEquals("train", Files.readString(other.resolve("train.py")));
        assertTrue(campus.blobs().contains("train"));
        assertNotEquals(
                Files.getAttribute(work.resolve("train.py"), "unix:ino"),
                Files.getAttribute(other.resolve("train.py"), "unix:ino"));
    }

    /** A job may write so soon, and as many bytes, that neither the clock of the disk nor a size tells its file from a copy. */
    @Test
    void what_a_job_did_not_touch_is_taken_back_and_all_else_is_left() throws IOException {
        var manifest = registered(
                file("kept", "1"), file("same-size", "1"), file("longer", "1"), new Entry.Link("link", "kept"));
        lay(manifest, work);
        Files.writeString(work.resolve("same-size"), "2");
        Files.writeString(work.resolve("longer"), "22");
        Files.setLastModifiedTime(work.resolve("longer"), FileTime.from(NOW));
        Files.writeString(work.resolve("own"), "1");
        staging().takeBack("ada", manifest.id(), work, NOW);
        assertEquals(Map.of("same-size", "2", "longer", "22", "own", "1"), Campus.contents(work));
    }

    @Test
    void only_snapshots_of_the_jobs_owner_are_looked_for() throws IOException {
        var manifest = registered(file("train.py", "train"));
        var refused = assertThrows(Unusable.class, () -> staging().lay("bob", manifest.id(), work, NOW));
        assertEquals("the snapshot " + manifest.id() + " is not in the store", refused.getMessage());
        assertThrows(Unusable.class, () -> staging().lay("ada", "../../x", work, NOW));
    }

    @Test
    void damage_in_the_store_is_noticed_before_the_job_runs() throws IOException {
        var manifest = registered(file("train.py", "train"));
        var blob = new Layout(campus.root).blob(Digests.of("train"));
        Files.writeString(blob, "pwned");
        assertEquals(
                "the contents of 'train.py' are damaged in the store",
                assertThrows(Unusable.class, () -> lay(manifest, work)).getMessage());
        Files.delete(blob);
        var again = Files.createDirectory(folder.resolve("again"));
        assertEquals(
                "the contents of 'train.py' are not in the store",
                assertThrows(Unusable.class, () -> lay(manifest, again)).getMessage());
    }

    @Test
    void a_manifest_that_came_into_the_store_another_way_cannot_leave_the_folder() throws IOException {
        campus.send("ada", "x", NOW);
        var evil = new Manifest(List.of(file("../escaped", "x")));
        campus.store.register("ada", evil, NOW);
        assertThrows(Unusable.class, () -> lay(evil, work));
        assertEquals(Map.of(), Campus.contents(work));
        assertTrue(Files.notExists(folder.resolve("escaped")));
    }

    @Test
    void nothing_more_is_copied_for_a_job_that_is_called_off() throws IOException {
        var manifest = registered(file("a", "1"), file("b", "1"), file("c", "1"));
        var pieces = new AtomicInteger();
        var calledOff = new Staging(campus.root, () -> pieces.incrementAndGet() < 3, path -> {});
        assertThrows(Unusable.class, () -> calledOff.lay("ada", manifest.id(), work, NOW));
        assertEquals(Map.of("a", "1"), Campus.contents(work));
    }

    @Test
    void every_name_is_given_to_the_jobs_user() throws IOException {
        var given = new ArrayList<String>();
        var staging = new Staging(
                campus.root, () -> true, path -> given.add(work.relativize(path).toString()));
        var manifest = registered(file("a/b/c", "1"), new Entry.Link("d/e", "../a"));
        staging.lay("ada", manifest.id(), work, NOW);
        assertEquals(List.of("a", "a/b", "a/b/c", "d", "d/e"), given);
    }

    /** Whatever passes the rules stays inside, seen with the eyes of the file system. */
    @Test
    void no_manifest_that_passes_reaches_outside_the_tree() throws IOException {
        campus.send("ada", "x", NOW);
        Files.createDirectories(folder.resolve("a/b"));
        Files.writeString(folder.resolve("a/c"), "outside");
        var passed = 0;
        var random = new Random(4711);
        for (var seed = 0; seed < 10_000; seed++) {
            var manifest = new Manifest(entries(random));
            if (!Rules.check(manifest.entries(), LIMITS).isEmpty()) continue;
            passed++;
            campus.store.register("ada", manifest, NOW);
            var into = Files.createDirectory(folder.resolve("w" + seed));
            lay(manifest, into);
            assertInside(into, manifest, seed);
        }
        assertTrue(passed > 400, passed + " manifests passed, which says little");
        assertEquals("outside", Files.readString(folder.resolve("a/c")));
    }

    private static void assertInside(Path into, Manifest manifest, int seed) throws IOException {
        var root = into.toRealPath();
        for (var entry : manifest.entries()) {
            var path = into.resolve(entry.path());
            assertTrue(path.getParent().toRealPath().startsWith(root), "seed " + seed + " " + entry);
            if (!(entry instanceof Entry.Link)) continue;
            try {
                assertTrue(path.toRealPath().startsWith(root), "seed " + seed + " " + entry);
            } catch (IOException dangling) {
                // A link to nothing, or in a circle, leads nowhere.
            }
        }
    }

    private static List<Entry> entries(Random random) {
        return IntStream.rangeClosed(0, random.nextInt(4))
                .<Entry>mapToObj(i -> random.nextInt(3) == 0
                        ? file(path(random, 5), "x")
                        : new Entry.Link(path(random, 5), path(random, STEPS.size())))
                .toList();
    }

    /** @param kinds how many of the steps it may take; the first lead downwards */
    private static String path(Random random, int kinds) {
        return IntStream.rangeClosed(0, random.nextInt(4))
                .mapToObj(i -> STEPS.get(random.nextInt(kinds)))
                .collect(Collectors.joining("/"));
    }

    private Manifest registered(Entry... entries) throws IOException {
        for (var content : List.of("train", "#!/bin/sh", "s", "1")) campus.send("ada", content, NOW);
        var manifest = new Manifest(List.of(entries));
        assertEquals(new SnapshotStore.Registered.Complete(true), campus.store.register("ada", manifest, NOW));
        return manifest;
    }

    private Staging staging() {
        return new Staging(campus.root, () -> true, path -> {});
    }

    private void lay(Manifest manifest, Path into) throws IOException {
        staging().lay("ada", manifest.id(), into, NOW);
    }

    private String mode(String path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(work.resolve(path)));
    }
}

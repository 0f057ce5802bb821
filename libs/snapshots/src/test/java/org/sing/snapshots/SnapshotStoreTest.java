package org.sing.snapshots;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sing.snapshots.Campus.NOW;
import static org.sing.snapshots.Campus.manifest;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sing.snapshots.SnapshotStore.Received;
import org.sing.snapshots.SnapshotStore.Registered;
import org.sing.snapshots.domain.Digests;
import org.sing.snapshots.domain.Entry;
import org.sing.snapshots.domain.Manifest;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SnapshotStoreTest {
    @TempDir
    Path folder;

    Campus campus;

    @BeforeEach
    void open() throws IOException {
        campus = new Campus(folder.resolve("snapshots"));
    }

    @Test
    void a_snapshot_is_there_once_all_that_was_missing_has_come() throws IOException {
        var manifest = manifest("one", "two");
        assertEquals(
                new Registered.Missing(List.of(Digests.of("one"), Digests.of("two"))),
                campus.store.register("ada", manifest, NOW));
        campus.send("ada", "two", NOW);
        assertEquals(new Registered.Missing(List.of(Digests.of("one"))), campus.store.register("ada", manifest, NOW));
        assertFalse(campus.store.use("ada", manifest.id(), NOW));
        campus.send("ada", "one", NOW);
        assertEquals(new Registered.Complete(true), campus.store.register("ada", manifest, NOW));
        assertEquals(new Registered.Complete(false), campus.store.register("ada", manifest, NOW));
        assertTrue(campus.store.use("ada", manifest.id(), NOW));
        assertEquals(Optional.of(manifest), campus.store.find("ada", manifest.id()));
    }

    @Test
    void knowing_a_digest_gives_nobody_a_file() throws IOException {
        var manifest = campus.snapshot("ada", NOW, "secret");
        assertEquals(
                new Registered.Missing(List.of(Digests.of("secret"))), campus.store.register("bob", manifest, NOW));
        assertFalse(campus.store.use("bob", manifest.id(), NOW));
        assertEquals(Optional.empty(), campus.store.find("bob", manifest.id()));
    }

    @Test
    void what_two_people_send_is_on_the_disk_once() throws IOException {
        campus.snapshot("ada", NOW, "same");
        campus.snapshot("bob", NOW, "same");
        assertEquals(List.of("same"), campus.blobs());
        assertTrue(campus.store.use("bob", manifest("same").id(), NOW));
    }

    @Test
    void bytes_with_another_digest_are_not_kept() throws IOException {
        var received = campus.store.receive(
                "ada", Digests.of("one"), new ByteArrayInputStream("two".getBytes(UTF_8)), 100, NOW);
        assertEquals(new Received.OtherDigest(Digests.of("two")), received);
        assertEquals(Map.of(), Campus.contents(folder.resolve("snapshots")));
    }

    @Test
    void more_bytes_than_may_be_are_not_kept_and_just_so_many_are() throws IOException {
        var bytes = new ByteArrayInputStream("12345".getBytes(UTF_8));
        assertEquals(new Received.TooLarge(), campus.store.receive("ada", Digests.of("12345"), bytes, 4, NOW));
        assertEquals(Map.of(), Campus.contents(folder.resolve("snapshots")));
        bytes.reset();
        assertEquals(new Received.Kept(), campus.store.receive("ada", Digests.of("12345"), bytes, 5, NOW));
    }

    @Test
    void an_upload_that_breaks_leaves_nothing_and_can_be_repeated() throws IOException {
        var broken = new InputStream() {
            private boolean begun;

            @Override
            public int read() throws IOException {
                throw new IOException("the client is gone");
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                if (begun) return read();
                begun = true;
                into[offset] = 'x';
                return 1;
            }
        };
        assertThrows(IOException.class, () -> campus.store.receive("ada", Digests.of("xxxx"), broken, 100, NOW));
        assertEquals(Map.of(), Campus.contents(folder.resolve("snapshots")));
        assertEquals(new Received.Kept(), campus.send("ada", "xxxx", NOW));
        assertEquals(new Received.Kept(), campus.send("ada", "xxxx", NOW));
    }

    @Test
    void a_damaged_blob_is_healed_by_sending_it_again() throws IOException {
        campus.snapshot("ada", NOW, "good");
        var blob = new Layout(folder.resolve("snapshots")).blob(Digests.of("good"));
        Files.writeString(blob, "evil");
        campus.send("ada", "good", NOW);
        assertEquals(List.of("good"), campus.blobs());
    }

    @Test
    void a_manifest_that_lies_about_a_size_is_found_out() throws IOException {
        campus.send("ada", "one", NOW);
        var lie = new Entry.File("a", Digests.of("one"), 1L << 29, 0644);
        assertEquals(new Registered.WrongSize(lie, 3), campus.store.register("ada", new Manifest(List.of(lie)), NOW));
    }

    @Test
    void a_snapshot_that_was_changed_on_the_disk_is_none() throws IOException {
        var manifest = campus.snapshot("ada", NOW, "one");
        var stored = new Layout(folder.resolve("snapshots")).manifest("ada", manifest.id());
        Files.writeString(stored, manifest("other").text());
        assertThrows(Unusable.class, () -> campus.store.find("ada", manifest.id()));
    }

    @Test
    void people_cannot_name_themselves_into_the_folder_of_another() throws IOException {
        var manifest = campus.snapshot("ada", NOW, "one");
        for (var name : List.of("../people/ada", "ada/", "./ada", "", "..", "ADA", "~ada"))
            assertFalse(campus.store.use(name, manifest.id(), NOW), name);
        campus.snapshot("..", NOW, "two");
        assertEquals(List.of("ada", "~" + Digests.of("..")), Layout.names(folder.resolve("snapshots/people")));
    }

    @Test
    void an_id_that_is_no_digest_names_nothing() throws IOException {
        campus.snapshot("ada", NOW, "one");
        for (var id : List.of("", "..", "../../blobs", "A".repeat(64))) {
            assertFalse(campus.store.use("ada", id, NOW));
            assertEquals(Optional.empty(), campus.store.find("ada", id));
        }
    }

    @Test
    void jobs_on_the_same_machine_cannot_look_into_it() throws IOException {
        assertEquals(
                "rwxr-x---", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("snapshots"))));
    }
}

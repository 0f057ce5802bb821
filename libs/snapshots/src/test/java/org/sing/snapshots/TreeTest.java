package org.sing.snapshots;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sing.snapshots.Campus.NOW;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sing.snapshots.Directories.Quota;
import org.sing.snapshots.Directories.Written;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TreeTest {
    @TempDir
    Path folder;

    Directories directories;
    Path ada;

    @BeforeEach
    void open() throws IOException {
        directories = new Directories(folder.resolve("files"), new Quota(4, 20, 10));
        ada = folder.resolve("files/people/ada");
        Files.writeString(folder.resolve("secret"), "not yours");
    }

    @Test
    void what_was_written_is_listed_read_and_deleted() throws IOException {
        assertEquals(Written.KEPT, write("runs/1/log", "hello"));
        assertEquals(Written.KEPT, write("a", "x"));
        assertEquals(List.of("a", "runs"), names(""));
        assertEquals(List.of("runs/1"), names("runs"));
        assertEquals("hello", text("runs/1/log"));
        assertEquals(Written.KEPT, write("runs/1/log", "again"));
        assertEquals("again", text("runs/1/log"));
        assertEquals(List.of("a", "runs", "runs/1", "runs/1/log"), paths(tree().all(100)));
        assertEquals(List.of("a", "runs"), paths(tree().all(2)));
        assertThrows(DirectoryNotEmptyException.class, () -> tree().delete("runs"));
        assertTrue(tree().delete("runs/1/log"));
        assertTrue(tree().delete("runs/1"));
        assertFalse(tree().delete("runs/1"));
    }

    @Test
    void a_directory_that_nobody_wrote_to_is_empty() throws IOException {
        assertEquals(List.of(), names(""));
        assertTrue(tree().list("a").isEmpty());
        assertTrue(tree().open("a").isEmpty());
        assertFalse(tree().delete("a"));
        assertEquals(new Tree.Usage(0, 0), tree().usage());
    }

    @Test
    void the_quota_counts_what_is_there_and_not_what_is_replaced() throws IOException {
        assertEquals(Written.TOO_LARGE, write("a", "12345678901"));
        assertEquals(Written.KEPT, write("a", "1234567890"));
        assertEquals(Written.KEPT, write("b", "123456789"));
        assertEquals(Written.OVER_QUOTA, write("c", "12"));
        assertEquals(Written.KEPT, write("b", "1234567890"));
        assertEquals(Written.OVER_QUOTA, write("c", "1"));
        directories.delete("ada", "a");
        for (var name : List.of("c", "d", "e")) assertEquals(Written.KEPT, write(name, "1"));
        assertEquals(Written.OVER_QUOTA, write("f", ""));
        assertEquals(List.of(), Layout.names(folder.resolve("files/incoming")));
    }

    /** Another gateway of the campus writes into the same folder; it is not heard of, but seen at the next count. */
    @Test
    void what_comes_by_another_way_counts_when_it_is_counted_anew() throws IOException {
        write("a", "1234567890");
        Files.writeString(ada.resolve("b"), "1234567890");
        assertEquals(Written.KEPT, write("c", "1"));
        var later = NOW.plusSeconds(10);
        var bytes = new ByteArrayInputStream("1".getBytes(UTF_8));
        assertEquals(Written.OVER_QUOTA, directories.write("ada", "d", bytes, later));
    }

    @Test
    void what_is_on_its_way_counts_together() throws IOException {
        var third = new AtomicReference<Written>();
        var second = sent("1234567890", () -> third.set(write("c", "1")));
        var first = sent("1234567890", () -> assertEquals(Written.KEPT, directories.write("ada", "b", second, NOW)));
        assertEquals(Written.KEPT, directories.write("ada", "a", first, NOW));
        assertEquals(Written.OVER_QUOTA, third.get());
        directories.delete("ada", "a");
        assertEquals(Written.KEPT, write("c", "1"));
    }

    @Test
    void a_full_directory_lets_a_file_be_replaced() throws IOException {
        for (var name : List.of("a", "b", "c", "d")) write(name, "1");
        assertEquals(Written.OVER_QUOTA, write("e", "1"));
        assertEquals(Written.KEPT, write("d", "2"));
    }

    @Test
    void a_file_is_no_folder_and_a_folder_is_no_file() throws IOException {
        write("a/b", "x");
        assertThrows(FileAlreadyExistsException.class, () -> write("a", "x"));
        assertThrows(FileAlreadyExistsException.class, () -> write("a/b/c", "x"));
        assertEquals("x", text("a/b"));
        assertTrue(tree().open("a").isEmpty());
        assertTrue(tree().list("a/b").isEmpty());
    }

    @Test
    void a_link_leads_nowhere_whether_it_is_the_file_or_a_folder_on_the_way() throws IOException {
        write("mine", "x");
        Files.createSymbolicLink(ada.resolve("out"), folder);
        Files.createSymbolicLink(ada.resolve("file"), folder.resolve("secret"));
        assertTrue(tree().open("file").isEmpty());
        assertTrue(tree().open("out/secret").isEmpty());
        assertTrue(tree().list("out").isEmpty());
        assertFalse(tree().delete("out/secret"));
        assertThrows(IOException.class, () -> write("out/planted", "x"));
        assertThrows(IOException.class, () -> write("out/new/planted", "x"));
        assertEquals(List.of("mine"), names(""));
        assertEquals(new Tree.Usage(1, 1), tree().usage());
        assertEquals("not yours", Files.readString(folder.resolve("secret")));
        assertFalse(Files.exists(folder.resolve("planted")));
        assertFalse(Files.exists(folder.resolve("new")));
    }

    /** Somebody swaps a folder for a link, again and again, while others read and write through its name. */
    @Test
    void a_race_for_a_link_is_never_won() throws Exception {
        write("d/secret", "mine");
        var outside = Files.createDirectory(folder.resolve("outside"));
        Files.writeString(outside.resolve("secret"), "not yours");
        var over = new AtomicBoolean();
        try (var threads = Executors.newSingleThreadExecutor()) {
            var swapping = threads.submit(() -> {
                for (var i = 0; !over.get(); i++) {
                    var aside = folder.resolve("aside-" + i);
                    attempt(() -> Files.move(ada.resolve("d"), aside));
                    attempt(() -> Files.createSymbolicLink(ada.resolve("d"), outside));
                    attempt(() -> Files.deleteIfExists(ada.resolve("d")));
                    attempt(() -> Files.createDirectory(ada.resolve("d")));
                }
            });
            for (var i = 0; i < 100; i++) {
                assertFalse(readable("d/secret").contains("not yours"));
                attempt(() -> write("d/secret", "mine"));
                attempt(() -> tree().delete("d/secret"));
            }
            over.set(true);
            swapping.get();
        }
        assertEquals(Map.of("secret", "not yours"), Campus.contents(outside));
    }

    private interface Attempt {
        void run() throws IOException;
    }

    private static void attempt(Attempt attempt) {
        try {
            attempt.run();
        } catch (IOException lost) {
            // Losing the race is allowed.
        }
    }

    private String readable(String path) {
        try {
            return tree().open(path).isPresent() ? text(path) : "";
        } catch (IOException | java.util.NoSuchElementException lost) {
            return "";
        }
    }

    /** Bytes, and what happens when they have come but not their end. */
    private static InputStream sent(String text, Attempt before) {
        var end = new InputStream() {
            @Override
            public int read() throws IOException {
                before.run();
                return -1;
            }
        };
        return new SequenceInputStream(new ByteArrayInputStream(text.getBytes(UTF_8)), end);
    }

    private Tree tree() {
        return directories.of("ada");
    }

    private Written write(String path, String text) throws IOException {
        return directories.write("ada", path, new ByteArrayInputStream(text.getBytes(UTF_8)), NOW);
    }

    private String text(String path) throws IOException {
        try (var file = tree().open(path).orElseThrow().bytes()) {
            var bytes = java.nio.ByteBuffer.allocate(100);
            file.read(bytes);
            return new String(bytes.array(), 0, bytes.position(), UTF_8);
        }
    }

    private List<String> names(String path) throws IOException {
        return paths(tree().list(path).orElseThrow());
    }

    private static List<String> paths(List<Tree.Item> items) {
        return items.stream().map(Tree.Item::path).toList();
    }
}

package org.sing.agent.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.snapshots.SnapshotStore;
import org.sing.snapshots.domain.Digests;
import org.sing.snapshots.domain.Entry;
import org.sing.snapshots.domain.Manifest;

/** Jobs that bring their files. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SnapshotTest extends ProcessBench {
    private static final Instant NOW = Instant.parse("2026-12-01T12:00:00Z");
    private static final String OWNER = "user-1";

    @Test
    void a_job_runs_what_its_owner_sent() throws IOException {
        var snapshot =
                snapshot(OWNER, Map.of("bin/train", "#!/bin/sh\necho trained with $(cat conf)\n", "conf", "lr=1"));
        start("a", snapshot, "ls -l bin/train conf | cut -c1-10", "bin/train", "cat latest");
        end("a");
        assertEquals("-rwxr-xr-x\n-rwxr-xr-x\ntrained with lr=1\nlr=1", stored("a"));
    }

    @Test
    void a_job_may_change_its_files_and_no_other_job_sees_it() throws IOException {
        var snapshot = snapshot(OWNER, Map.of("conf", "as sent"));
        start("a", snapshot, "echo changed > conf", "rm latest", "mkdir out", "echo x > out/y", "cat conf");
        end("a");
        start("b", snapshot, "cat conf latest");
        end("b");
        assertEquals("changed\n", stored("a"));
        assertEquals("as sentas sent", stored("b"));
    }

    @Test
    void the_next_submission_does_not_touch_the_code_of_a_running_job() throws IOException {
        start("a", snapshot(OWNER, Map.of("conf", "first")), "while [ ! -e go ]; do sleep 0.05; done", "cat conf");
        running("a");
        start("b", snapshot(OWNER, Map.of("conf", "second")), "cat conf");
        end("b");
        Files.createFile(site("a").folder().resolve("work/go"));
        end("a");
        assertEquals("first", stored("a"));
        assertEquals("second", stored("b"));
    }

    @Test
    void the_snapshot_of_somebody_else_is_not_there() throws IOException {
        var snapshot = snapshot("somebody", Map.of("conf", "secret"));
        start("a", snapshot, "cat conf");
        assertEquals("could not be started: the snapshot " + snapshot + " is not in the store", failure("a"));
        assertTrue(launched.isEmpty());
    }

    @Test
    void a_damaged_snapshot_fails_the_start_and_leaves_no_half_of_it() throws IOException {
        var snapshot = snapshot(OWNER, Map.of("conf", "as sent", "zzz", "also"));
        var digest = Digests.of("also");
        Files.writeString(
                folder.resolve("store/uploads/snapshots/blobs/" + digest.substring(0, 2) + "/" + digest), "bad!");
        start("a", snapshot, "cat conf");
        assertEquals("could not be started: the contents of 'zzz' are damaged in the store", failure("a"));
        watcher.finish(site("a"));
        await().atMost(PATIENCE).until(() -> Files.notExists(site("a").folder()));
        assertTrue(launched.isEmpty());
    }

    /** A pipe that nobody writes to is as patient as a file server that is away. */
    @Test
    void a_store_that_hangs_keeps_no_other_job_up_and_a_job_that_waits_for_it_can_be_called_off() throws Exception {
        var pipe = hangs(snapshot(OWNER, Map.of("aaa", "copied", "conf", "as sent")), "as sent");
        await().atMost(PATIENCE).until(() -> Files.exists(site("a").folder().resolve("work/aaa")));
        run("b", "echo b");
        end("b");
        watcher.callOff(site("a"));
        assertEquals("was called off before its files were there", failure("a"));
        watcher.finish(site("a"));
        try (var answers = FileChannel.open(pipe, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            answers.write(ByteBuffer.wrap("as sent".getBytes(UTF_8)));
        }
        await().atMost(PATIENCE).until(() -> Files.notExists(site("a").folder()));
        assertEquals("was called off before its files were there", failure("a"));
        assertEquals(java.util.Set.of("b"), launched.keySet());
    }

    @Test
    void a_store_that_does_not_answer_at_all_fails_the_start_in_the_end() {
        var waiting = new Watched(site("a"), this, containment, uptime, Clock.systemUTC());
        waiting.look(uptime.millis() + 59_000, true);
        assertEquals(Map.of(), failed);
        waiting.look(uptime.millis() + 60_001, true);
        assertEquals(Map.of("a", "the store did not answer for 60 s"), failed);
        assertFalse(waiting.preparation().mayGoOn(), "when it answers again it is too late");
    }

    @Test
    void half_of_a_snapshot_that_an_agent_left_when_it_died_goes_away() throws IOException {
        var snapshot = snapshot(OWNER, Map.of("aaa", "copied", "conf", "as sent"));
        var pieces = new AtomicInteger();
        assertThrows(
                IllegalStateException.class,
                () -> workplace.prepare(start("a", bringing(snapshot), "true"), allocation("a"), true, () -> {
                    if (pieces.incrementAndGet() > 2) throw new IllegalStateException("dies");
                    return true;
                }));
        assertEquals(List.of("aaa"), names(site("a").folder().resolve("work")));
        workplace("node-1").clear("a-1");
        assertFalse(Files.exists(site("a").folder()));
    }

    @Test
    void a_job_does_not_see_by_which_name_its_files_came_and_cannot_reach_where_they_are_kept() throws IOException {
        Assumptions.assumeFalse(account.own(), "it runs as the agent's own user");
        var store = folder.resolve("store/uploads/snapshots");
        start(
                "a",
                snapshot(OWNER, Map.of("conf", "x")),
                "echo [$SING_SNAPSHOT]",
                "ls " + store + " 2>/dev/null || echo closed");
        end("a");
        assertEquals("[]\nclosed\n", stored("a"));
    }

    @Test
    void a_job_that_brings_nothing_begins_in_an_empty_folder() throws IOException {
        run("a", "ls -A");
        end("a");
        assertEquals("", stored("a"));
    }

    @Test
    void what_a_job_left_unchanged_goes_and_what_it_made_or_changed_stays() throws IOException {
        var secret = Files.writeString(folder.resolve("conf"), "lr=1");
        var snapshot = snapshot(OWNER, Map.of("conf", "lr=1", "sub/conf", "lr=1", "model", "old", "log", "abc"));
        start("a", snapshot, "echo new > model", "echo out > result", "rm -r sub", "ln -s ../../../.. sub");
        end("a");
        watcher.finish(site("a"));
        var work = site("a").folder().resolve("work");
        await().atMost(PATIENCE).until(() -> Files.notExists(work.resolve("log")));
        await().atMost(PATIENCE).untilAsserted(() -> assertEquals(List.of("model", "result", "sub"), names(work)));
        assertTrue(Files.exists(secret));
        assertFalse(Files.exists(folder.resolve("node-1/pumps/a-1.snapshot")));
    }

    private static List<String> names(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private String failure(String job) {
        return await().atMost(PATIENCE).until(() -> failed.get(job), java.util.Objects::nonNull);
    }

    private void start(String job, String snapshot, String... script) {
        launch(job, bringing(snapshot), script);
    }

    private static Map<String, String> bringing(String snapshot) {
        return Map.of("SING_SNAPSHOT", snapshot);
    }

    /** Starts job a, which waits for this content of the snapshot. */
    private Path hangs(String snapshot, String content) throws Exception {
        var digest = Digests.of(content);
        var blob = folder.resolve("store/uploads/snapshots/blobs/" + digest.substring(0, 2) + "/" + digest);
        Files.delete(blob);
        assertEquals(0, new ProcessBuilder("mkfifo", blob.toString()).start().waitFor());
        start("a", snapshot, "true");
        return blob;
    }

    /** These files, executable, and a link "latest" to "conf". */
    private String snapshot(String owner, Map<String, String> contents) throws IOException {
        Files.createDirectories(folder.resolve("store"));
        var store = new SnapshotStore(folder.resolve("store/uploads/snapshots"));
        var entries = new java.util.ArrayList<Entry>(List.of(new Entry.Link("latest", "conf")));
        for (var file : contents.entrySet()) {
            var bytes = file.getValue().getBytes(UTF_8);
            var digest = Digests.of(file.getValue());
            store.receive(owner, digest, new ByteArrayInputStream(bytes), 1000, NOW);
            entries.add(new Entry.File(file.getKey(), digest, bytes.length, 0755));
        }
        var manifest = new Manifest(entries);
        assertEquals(new SnapshotStore.Registered.Complete(true), store.register(owner, manifest, NOW));
        return manifest.id();
    }
}

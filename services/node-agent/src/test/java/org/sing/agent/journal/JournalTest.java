package org.sing.agent.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sing.agent.domain.Entry;
import org.sing.agent.domain.Ledger;

@DisplayNameGeneration(ReplaceUnderscores.class)
class JournalTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    Path folder;

    @Test
    void what_was_synced_is_read_back_in_order() {
        var written = entries(new Random(1), 50);
        try (var journal = Journal.open(folder, entry -> {})) {
            journal.append(written);
            journal.sync(true);
        }
        assertEquals(lines(written), read());
    }

    @Test
    void a_torn_last_line_is_forgotten_and_writing_goes_on_after_it() throws IOException {
        var written = entries(new Random(2), 5);
        write(written);
        Files.writeString(segment(), "1234abcd passed {\"at\":{\"sequ", StandardOpenOption.APPEND);
        assertEquals(lines(written), read());
        var more = entries(new Random(3), 5);
        write(more);
        var all = new ArrayList<>(written);
        all.addAll(more);
        assertEquals(lines(all), read());
    }

    @Test
    void a_line_whose_checksum_is_wrong_is_not_believed() throws IOException {
        write(List.of(new Entry.Delivered("job-a", 1), new Entry.Delivered("job-b", 2)));
        var text = Files.readString(segment()).replace("job-b", "job-c");
        Files.writeString(segment(), text);
        assertEquals(lines(List.of(new Entry.Delivered("job-a", 1))), read());
    }

    @Test
    void a_journal_that_is_damaged_further_than_a_crash_can_do_is_refused() throws IOException {
        write(entries(new Random(4), 10));
        Files.writeString(segment(), "x".repeat(5 << 20), StandardOpenOption.APPEND);
        assertThrows(java.io.UncheckedIOException.class, this::read);
    }

    static LongStream seeds() {
        return LongStream.range(0, 200);
    }

    /** A power cut leaves any prefix of what was not synced, and may tear one line. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void after_any_crash_the_journal_is_a_prefix_that_holds_all_that_was_synced(long seed) throws IOException {
        var random = new Random(seed);
        var written = new ArrayList<Entry>();
        var synced = 0;
        var safe = 0L;
        try (var journal = Journal.open(folder, entry -> {})) {
            for (var group = 0; group < 1 + random.nextInt(8); group++) {
                var entries = entries(random, 1 + random.nextInt(5));
                journal.append(entries);
                written.addAll(entries);
                var durable = random.nextBoolean();
                journal.sync(durable);
                if (durable) {
                    synced = written.size();
                    safe = Files.size(segment());
                }
            }
        }
        var size = Files.size(segment());
        cut(safe + (long) (random.nextDouble() * (size - safe + 1)));
        if (random.nextBoolean()) Files.writeString(segment(), "\0\0garbage", StandardOpenOption.APPEND);
        var read = read();
        assertTrue(read.size() >= synced, "what was synced is there");
        assertEquals(lines(written.subList(0, read.size())), read);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void a_compacted_journal_says_the_same(long seed) {
        var random = new Random(seed);
        var ledger = new Ledger();
        try (var journal = Journal.open(folder, entry -> {})) {
            for (var entry : entries(random, 1 + random.nextInt(200))) {
                ledger.apply(entry);
                journal.append(List.of(entry));
            }
            journal.compact(ledger.compacted(NOW));
            for (var entry : entries(random, random.nextInt(20))) {
                ledger.apply(entry);
                journal.append(List.of(entry));
            }
            journal.sync(true);
        }
        var replayed = new Ledger();
        Journal.open(folder, replayed::apply).close();
        assertEquals(lines(ledger.compacted(NOW)), lines(replayed.compacted(NOW)));
    }

    @Test
    void a_crash_in_the_middle_of_compaction_leaves_the_old_journal() throws IOException {
        var written = entries(new Random(5), 5);
        write(written);
        Files.writeString(folder.resolve("draft"), "half of a segm");
        assertEquals(lines(written), read());
    }

    private static List<Entry> entries(Random random, int count) {
        return new Scribe(random).entries(count);
    }

    private void write(List<Entry> entries) {
        try (var journal = Journal.open(folder, entry -> {})) {
            journal.append(entries);
            journal.sync(true);
        }
    }

    private List<String> read() {
        var read = new ArrayList<Entry>();
        Journal.open(folder, read::add).close();
        return lines(read);
    }

    /** As they are written: in memory a number in an event may be an int or a long. */
    private static List<String> lines(List<Entry> entries) {
        return entries.stream()
                .map(entry -> new String(Codec.line(entry), java.nio.charset.StandardCharsets.UTF_8))
                .toList();
    }

    private void cut(long length) throws IOException {
        try (var file = java.nio.channels.FileChannel.open(segment(), StandardOpenOption.WRITE)) {
            file.truncate(length);
        }
    }

    private Path segment() {
        return folder.resolve("00000001.log");
    }
}

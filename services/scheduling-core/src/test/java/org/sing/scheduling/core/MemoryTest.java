package org.sing.scheduling.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class MemoryTest {
    private final Table<History> rows = new Table<>(History::kind);
    private final Memory memory = new Memory(rows);

    @Test
    void who_names_every_run_anew_pushes_out_own_old_names_only() {
        learn(memory, "bob", "kept", 50);
        for (var run = 0; run < 1_000; run++) learn(memory, "ann", "run-" + run, 100);
        assertEquals(Recency.OF_ONE_OWNER, kinds("ann"));
        assertEquals(3, kinds("bob"), "named, of this size, and all of bob's");
        assertTrue(rows.get("ann/run-999/1x1").isPresent(), "the last is known");
        assertTrue(rows.get("ann/run-0/1x1").isEmpty(), "the first is not");
        assertEquals(1_000, runs("ann"), "what is used again and again stays");
    }

    @Test
    void there_is_a_bound_for_all_owners_together() {
        for (var owner = 0; owner < 10_000; owner++) learn(memory, "user-" + owner, "train", 100);
        assertEquals(Recency.IN_ALL, rows.all().size());
        assertEquals(10_000, runs(""));
    }

    @Test
    void what_is_forgotten_is_written_down_and_a_restart_forgets_the_same_next() {
        for (var run = 0; run < 500; run++) learn(memory, "ann", "run-" + run % 130, run);
        var written = new TreeMap<String, History>();
        for (var row : rows.collect()) {
            if (row.forgotten()) written.remove(row.kind());
            else written.put(row.kind(), row);
        }
        assertEquals(rows.sorted(), List.copyOf(written.values()));
        var again = new Table<History>(History::kind);
        written.values().forEach(again::load);
        var restarted = new Memory(again);
        for (var run = 0; run < 300; run++) {
            learn(memory, "ann", "next-" + run % 70, run);
            learn(restarted, "ann", "next-" + run % 70, run);
        }
        assertEquals(rows.sorted(), again.sorted());
    }

    @Test
    void whoever_waits_expects_what_was_forgotten_meanwhile_no_more_and_what_was_learned_again() {
        learn(memory, "ann", "mine", 100_000);
        var expected = memory.forecast(ticket("ann", "mine"));
        var before = expected.seconds();
        for (var run = 0; run < 200; run++) learn(memory, "ann", "run-" + run, 10);
        assertEquals(memory.forecast(ticket("ann", "new")).seconds(), expected.seconds());
        assertTrue(expected.seconds() < before / 10);
        for (var run = 0; run < 20; run++) learn(memory, "ann", "mine", 100_000);
        assertTrue(expected.seconds() > before / 2, "learned again: " + expected.seconds());
        assertEquals(memory.forecast(ticket("ann", "mine")).seconds(), expected.seconds());
    }

    private long kinds(String owner) {
        return rows.all().stream()
                .filter(row -> History.owner(row.kind()).equals(owner))
                .count();
    }

    private int runs(String kind) {
        return rows.get(kind).orElseThrow().runs().stream()
                .flatMapToInt(IntStream::of)
                .sum();
    }

    private static void learn(Memory memory, String owner, String name, double seconds) {
        memory.learn(ticket(owner, name), seconds);
    }

    private static Ticket ticket(String owner, String name) {
        var request = new Request(1, 1, "", 0, 0, List.of());
        return new Ticket("job", 1, new Account(owner, "vision"), request, new Run(name, 0));
    }
}

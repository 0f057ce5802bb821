package org.sing.scheduling.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The promise of {@code campus}, recomputed by brute force from the placements and their receipts alone. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class CampusTest {
    private static final Duration PATIENCE = Duration.ofSeconds(200);
    private static final Duration LENDING = Duration.ofSeconds(600);
    private static final int NODES = 4;
    private static final long SECONDS_OF_ALL = NODES * 8L;

    private final Core core = new Core(Settings.DEFAULT.with(Rule.campus(PATIENCE, LENDING)), Snapshot.EMPTY, 1);
    private final TreeMap<Long, Request> waiting = new TreeMap<>();
    private final Map<Long, long[]> lived = new HashMap<>();
    private final Map<Long, Decision.Placed> running = new HashMap<>();
    private final Map<Long, Long> closed = new HashMap<>();
    private final Map<Long, Integer> gpus = new HashMap<>();
    private int receipts;
    private int promises;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void whoever_is_overtaken_keeps_an_exact_account_and_then_waits_only_for_what_runs(long seed) {
        var random = new Random(seed);
        for (var node = 0; node < NODES; node++) core.apply(node(node), at(0));
        long number = 0;
        for (long now = 1; now < 12_000 || !waiting.isEmpty() && now < 200_000; now++) {
            end(now);
            if (now < 12_000 && random.nextInt(25) == 0) submit(++number, random, now);
        }
        assertEquals(Map.of(), waiting, "everybody starts");
        assertTrue(receipts > 20, "somebody was overtaken");
    }

    @Test
    void the_promise_is_put_to_the_test() {
        for (long seed = 1; seed <= 10; seed++) {
            var test = new CampusTest();
            test.whoever_is_overtaken_keeps_an_exact_account_and_then_waits_only_for_what_runs(seed);
            promises += test.promises;
        }
        assertTrue(promises > 0, "nodes were closed to everybody else");
    }

    private void submit(long number, Random random, long now) {
        var gpus = List.of(1, 2, 4, 8).get(random.nextInt(4));
        var request = Scenario.request(gpus == 8 ? 1 + random.nextInt(4) : 1, gpus);
        waiting.put(number, request);
        this.gpus.put(number, request.gpus());
        var account = new Account("user-" + random.nextInt(3), "");
        lived.put(number, new long[] {now, -1, Long.MAX_VALUE, 1 + (long) Math.exp(random.nextDouble() * 7)});
        tell(
                now,
                List.of(
                        new Event.JobSubmitted("j" + number, number, "default", account, request),
                        new Event.JobQueued("j" + number, 1)));
    }

    private void end(long now) {
        var over = running.keySet().stream()
                .filter(number -> lived.get(number)[1] + lived.get(number)[3] <= now)
                .sorted()
                .toList();
        var events = new ArrayList<Event>();
        for (var number : over) {
            var placed = running.remove(number);
            lived.get(number)[2] = now;
            for (var share : placed.shares())
                events.add(new Event.RankFinished(placed.allocation(), share.rank(), true));
            events.add(new Event.JobClosed(placed.job()));
        }
        if (!events.isEmpty()) tell(now, events);
    }

    private void tell(long now, List<Event> events) {
        for (var decision : core.apply(events, at(now)))
            if (decision instanceof Decision.Placed placed) placed(placed, now);
        if (waiting.isEmpty()) return;
        var oldest = waiting.firstKey();
        if (used(oldest, now) >= LENDING.toSeconds() * SECONDS_OF_ALL && !closed.containsKey(oldest)) {
            closed.put(oldest, lastEnd(now));
            promises++;
        }
    }

    private void placed(Decision.Placed placed, long now) {
        var number = Long.parseLong(placed.job().substring(1));
        var oldest = waiting.firstKey();
        waiting.remove(number);
        if (number == oldest) {
            assertTrue(placed.overtaken().isEmpty(), "the oldest overtakes nobody");
            var promised = closed.getOrDefault(number, Long.MAX_VALUE);
            assertTrue(now <= promised, "it waits only for what ran: " + placed.job() + " " + now + " " + promised);
        } else receipt(placed.overtaken().orElseThrow(), oldest, now);
        lived.get(number)[1] = now;
        running.put(number, placed);
    }

    private void receipt(Decision.Overtaken receipt, long oldest, long now) {
        receipts++;
        assertEquals("j" + oldest, receipt.head(), "the receipt names the oldest");
        var left = Math.max(0, PATIENCE.toSeconds() * SECONDS_OF_ALL - used(oldest, now));
        assertEquals(left, receipt.budgetBefore(), "what is left, from all starts and ends so far");
        for (var other : waiting.keySet())
            assertTrue(used(other, now) <= used(oldest, now), "nobody was overtaken by more than the oldest");
    }

    /** GPU-seconds of all who arrived later and started before. */
    private long used(long number, long now) {
        return lived.entrySet().stream()
                .filter(entry -> entry.getKey() > number && entry.getValue()[1] >= 0)
                .mapToLong(
                        entry -> gpus.get(entry.getKey()) * (Math.min(now, entry.getValue()[2]) - entry.getValue()[1]))
                .sum();
    }

    private long lastEnd(long now) {
        return running.keySet().stream()
                .mapToLong(number -> lived.get(number)[1] + lived.get(number)[3])
                .max()
                .orElse(now);
    }

    private static Event node(int node) {
        var gpus = IntStream.range(0, 8)
                .mapToObj(gpu -> new Node.Gpu("gpu" + gpu, "A"))
                .toList();
        return new Event.NodeRegistered("node-" + node, "default", 1, gpus, 64, 1L << 36, List.of());
    }

    private static Instant at(long seconds) {
        return Instant.EPOCH.plusSeconds(seconds);
    }
}

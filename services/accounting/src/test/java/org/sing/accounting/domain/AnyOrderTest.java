package org.sing.accounting.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The bus keeps no order between topics and repeats itself: the ledger must not notice. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class AnyOrderTest {
    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");

    static LongStream seeds() {
        return LongStream.range(0, 300);
    }

    /** One campus day in facts, and what a second, dumber account says that it costs. */
    private record Day(List<Fact> facts, Map<String, Long> expected) {}

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void the_same_facts_in_any_order_make_the_same_ledger(long seed) {
        var random = new Random(seed);
        var day = day(random, false);
        for (int i = 0; i < 5; i++) assertEquals(day.expected(), amounts(ledger(shuffled(day.facts(), random))));
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void evidence_that_disagrees_still_bills_each_rank_once(long seed) {
        var random = new Random(seed);
        var day = day(random, true);
        var ledger = ledger(shuffled(day.facts(), random));
        assertEquals(day.expected().keySet(), amounts(ledger).keySet());
        var told = day.facts().stream()
                .filter(fact -> fact instanceof Fact.Finished || fact instanceof Fact.Lost)
                .collect(Collectors.groupingBy(
                        AnyOrderTest::rankOf, Collectors.mapping(AnyOrderTest::secondsOf, Collectors.toSet())));
        for (var line : ledger) {
            var rank = line.job() + "/" + line.attempt() + "/" + line.rank();
            assertTrue(told.get(rank).contains(Math.abs(line.seconds())), "nobody told of " + line);
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void sums_by_user_by_project_and_of_the_cluster_agree(long seed) {
        var random = new Random(seed);
        var ledger = ledger(shuffled(day(random, true).facts(), random));
        var cluster = ledger.stream().mapToLong(Entry::gpuSeconds).sum();
        assertEquals(cluster, sumBy(ledger, line -> line.payer().owner()));
        assertEquals(cluster, sumBy(ledger, line -> line.payer().project()));
        assertEquals(cluster, sumBy(ledger, Entry::node));
        for (var line : ledger) assertEquals(line.seconds() * line.gpus(), line.gpuSeconds());
    }

    private static long sumBy(List<Entry> ledger, Function<Entry, String> group) {
        return ledger.stream()
                .collect(Collectors.groupingBy(group, Collectors.summingLong(Entry::gpuSeconds)))
                .values()
                .stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    private static List<Entry> ledger(List<Fact> facts) {
        var accounts = new TreeMap<String, JobAccount>();
        for (var fact : facts)
            accounts.put(
                    fact.job(),
                    accounts.computeIfAbsent(fact.job(), JobAccount::unknown).apply(fact));
        return accounts.values().stream()
                .flatMap(account -> account.entries().stream())
                .toList();
    }

    private static Map<String, Long> amounts(List<Entry> ledger) {
        var amounts = new TreeMap<String, Long>();
        for (var line : ledger)
            if (amounts.put(line.id(), line.gpuSeconds()) != null) throw new AssertionError("twice: " + line.id());
        return amounts;
    }

    /** Every fact at least once, some up to three times. */
    private static List<Fact> shuffled(List<Fact> facts, Random random) {
        var told = new ArrayList<Fact>();
        for (var fact : facts) told.addAll(Collections.nCopies(1 + random.nextInt(3), fact));
        Collections.shuffle(told, random);
        return told;
    }

    private static Day day(Random random, boolean disagreeing) {
        var facts = new ArrayList<Fact>();
        var expected = new TreeMap<String, Long>();
        for (int j = 0; j < 6; j++) {
            var job = "job-" + j;
            facts.add(new Fact.Submitted(job, new Payer("user-" + random.nextInt(3), "project-" + random.nextInt(2))));
            var attempts = 1 + random.nextInt(3);
            for (int attempt = 1; attempt <= attempts; attempt++)
                attempt(random, disagreeing, job, attempt, facts, expected);
        }
        return new Day(facts, expected);
    }

    private static void attempt(
            Random random, boolean disagreeing, String job, int attempt, List<Fact> facts, Map<String, Long> expected) {
        var ranks = 1 + random.nextInt(4);
        var gpus = random.nextInt(9);
        var drained = random.nextInt(4) == 0 ? random.nextInt(ranks) : -1;
        var platform = random.nextInt(3) == 0;
        var givenUp = random.nextBoolean();
        if (givenUp) facts.add(new Fact.GivenUp(job, attempt));
        for (int rank = 0; rank < ranks; rank++) {
            var id = job + "/" + attempt + "/" + rank;
            var seconds = (long) random.nextInt(10_000);
            var ran = rank == drained || random.nextInt(6) != 0;
            var node = "gpu-" + random.nextInt(4);
            var isLost = ran && rank != drained && random.nextInt(3) == 0;
            if (isLost) facts.add(new Fact.Lost(job, attempt, rank, node, gpus, seconds * 1000 + 499, NOON));
            var survived = isLost && !givenUp;
            if (survived) seconds += 30;
            if (!isLost || survived || disagreeing) {
                var told = isLost && givenUp ? seconds + 30 : seconds;
                facts.add(new Fact.Finished(job, attempt, rank, node, gpus, ran, rank == drained, told, NOON));
            }
            if (!ran) continue;
            expected.put(id, seconds * gpus);
            if (platform || drained >= 0) expected.put(id + "/refund", -seconds * gpus);
        }
        if (platform || random.nextBoolean())
            facts.add(new Fact.Classified(job, attempt, platform, platform ? "node-lost" : "exit-code"));
    }

    private static String rankOf(Fact fact) {
        return switch (fact) {
            case Fact.Finished it -> it.job() + "/" + it.attempt() + "/" + it.rank();
            case Fact.Lost it -> it.job() + "/" + it.attempt() + "/" + it.rank();
            case Fact.Submitted it -> throw new IllegalArgumentException("no rank: " + it);
            case Fact.GivenUp it -> throw new IllegalArgumentException("no rank: " + it);
            case Fact.Classified it -> throw new IllegalArgumentException("no rank: " + it);
        };
    }

    private static long secondsOf(Fact fact) {
        return switch (fact) {
            case Fact.Finished it -> it.billedSeconds();
            case Fact.Lost it -> it.elapsedMillis() / 1000;
            case Fact.Submitted it -> throw new IllegalArgumentException("no rank: " + it);
            case Fact.GivenUp it -> throw new IllegalArgumentException("no rank: " + it);
            case Fact.Classified it -> throw new IllegalArgumentException("no rank: " + it);
        };
    }
}

package org.sing.incident.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Topics are not ordered against each other and repeat themselves: each failed attempt is classified once all the same. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class AnyOrderTest {
    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");
    private static final List<Cause> BAD = List.of(
            Cause.EXITED,
            Cause.TIME_LIMIT,
            Cause.OUT_OF_MEMORY,
            Cause.LEASE_LOST,
            Cause.DRAINED,
            Cause.START_REFUSED,
            Cause.EXIT_UNKNOWN);

    static LongStream seeds() {
        return LongStream.range(0, 300);
    }

    /** @param failed whether a person would say that the attempt failed, or submission asks */
    private record Attempt(String id, List<AttemptFact> facts, boolean failed) {}

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void every_failed_attempt_is_classified_exactly_once_and_no_other(long seed) {
        var random = new Random(seed);
        var attempts = attempts(random);
        var expected = new TreeMap<String, Integer>();
        for (var attempt : attempts) if (attempt.failed()) expected.put(attempt.id(), 1);
        var told = new TreeMap<String, Integer>();
        for (var verdict : hear(shuffled(attempts, random), random)) told.merge(verdict, 1, Integer::sum);
        assertEquals(expected, told);
    }

    /** A second, dumber bus: facts and ticks of the clock, one after the other. */
    private static List<String> hear(List<AttemptFact> facts, Random random) {
        var cases = new TreeMap<String, AttemptCase>();
        var verdicts = new ArrayList<String>();
        var now = NOON;
        for (var fact : facts) {
            now = now.plusMillis(random.nextInt(20));
            if (random.nextInt(5) == 0) tick(cases, verdicts, now);
            if (!Investigation.concerns(fact)) continue;
            var id = fact.job() + "/" + fact.attempt();
            cases.put(
                    id,
                    cases.getOrDefault(id, AttemptCase.open(fact.job(), fact.attempt()))
                            .learn(fact, now));
            conclude(cases, id, verdicts, now);
        }
        tick(cases, verdicts, now.plus(Investigation.PATIENCE));
        tick(cases, verdicts, now.plusSeconds(3600));
        return verdicts;
    }

    private static void tick(Map<String, AttemptCase> cases, List<String> verdicts, Instant now) {
        for (var id : List.copyOf(cases.keySet())) conclude(cases, id, verdicts, now);
    }

    private static void conclude(Map<String, AttemptCase> cases, String id, List<String> verdicts, Instant now) {
        Investigation.conclude(new Evidence(cases.get(id), Map.of(), List.of()), now)
                .ifPresent(verdict -> {
                    verdicts.add(id);
                    cases.put(id, cases.get(id).decided(verdict));
                });
    }

    private static List<AttemptFact> shuffled(List<Attempt> attempts, Random random) {
        var told = new ArrayList<AttemptFact>();
        for (var attempt : attempts)
            for (var fact : attempt.facts()) told.addAll(Collections.nCopies(1 + random.nextInt(3), fact));
        Collections.shuffle(told, random);
        return told;
    }

    private static List<Attempt> attempts(Random random) {
        var attempts = new ArrayList<Attempt>();
        for (int job = 0; job < 8; job++)
            for (int attempt = 1; attempt <= 1 + random.nextInt(3); attempt++)
                attempts.add(attempt(random, "job-" + job, attempt));
        return attempts;
    }

    private static Attempt attempt(Random random, String job, int attempt) {
        var ranks = 1 + random.nextInt(4);
        var silent = random.nextInt(5) == 0 ? random.nextInt(ranks) : -1;
        var failing = random.nextBoolean() ? random.nextInt(ranks) : -1;
        var facts = new ArrayList<AttemptFact>();
        for (int rank = 0; rank < ranks; rank++) {
            if (rank == silent) continue;
            facts.add(new AttemptFact.RankEnded(
                    job,
                    attempt,
                    rank == failing
                            ? bad(random, rank, ranks)
                            : failing >= 0 ? swept(rank, ranks) : good(rank, ranks)));
        }
        if (silent >= 0)
            facts.add(new AttemptFact.Ended(job, attempt, new AttemptCase.Ended(Cause.NODE_LOST, "gpu-" + silent, "")));
        var failed = failing >= 0 || silent >= 0;
        if (failed && random.nextBoolean())
            facts.add(new AttemptFact.Asked(
                    job,
                    attempt,
                    new AttemptCase.Asked(Cause.EXITED, Optional.of(1), Optional.empty(), "gpu-" + failing)));
        return new Attempt(job + "/" + attempt, facts, failed);
    }

    private static RankEnd bad(Random random, int rank, int ranks) {
        var cause = BAD.get(random.nextInt(BAD.size()));
        return end(rank, ranks, cause, Optional.of(1 + random.nextInt(200)));
    }

    private static RankEnd swept(int rank, int ranks) {
        return end(rank, ranks, Cause.GANG_ENDED, Optional.of(143));
    }

    private static RankEnd good(int rank, int ranks) {
        return end(rank, ranks, Cause.EXITED, Optional.of(0));
    }

    private static RankEnd end(int rank, int ranks, Cause cause, Optional<Integer> exitCode) {
        return new RankEnd(
                rank, ranks, "gpu-" + rank, 1, cause, exitCode, Optional.empty(), NOON.plusSeconds(rank), "");
    }
}

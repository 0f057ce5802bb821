package org.sing.scheduling.core.simulation;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sing.scheduling.core.Rule;

/** A seed is a bug report: {@code -Dsing.simulation.seeds=20000} for many, {@code -Dsing.simulation.seed=7} for one. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SimulationTest {

    @ParameterizedTest
    @ValueSource(strings = {"sing", "fcfs", "easy", "campus"})
    void no_gpu_is_promised_twice_and_every_job_ends_whatever_goes_wrong(String rule) {
        var total = seeds().mapToObj(seed -> run(seed, rule))
                .reduce(Campus.Tally::plus)
                .orElseThrow();
        if (Long.getLong("sing.simulation.seed") == null)
            assertAll(
                    "the campaign really was one: " + total,
                    () -> assertEquals(!rule.equals("fcfs"), total.overtakings() > 0),
                    () -> assertTrue(total.requeues() > 0),
                    () -> assertTrue(total.declared() > 0),
                    () -> assertTrue(total.blockedByLimit() > 0),
                    () -> assertTrue(total.grown() > 0),
                    () -> assertTrue(total.keptAway() > 0),
                    () -> assertTrue(total.keptForSmall() > 0),
                    () -> assertTrue(total.crashes() > 0),
                    () -> assertTrue(total.partitions() > 0));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void the_same_seed_is_the_same_history(long seed) {
        assertEquals(live(seed, "campus").log(), live(seed, "campus").log());
    }

    private static LongStream seeds() {
        var one = Long.getLong("sing.simulation.seed");
        return one != null ? LongStream.of(one) : LongStream.rangeClosed(1, Long.getLong("sing.simulation.seeds", 200));
    }

    private static Campus.Tally run(long seed, String rule) {
        try {
            return live(seed, rule).tally();
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed + " under " + rule + ": " + e.getMessage(), e);
        }
    }

    private static Campus.Result live(long seed, String rule) {
        return Campus.live(seed, rule.equals("campus") ? Campus.HURRIED : Rule.named(rule));
    }
}

package org.sing.submission.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.schemas.JobPhase;

/** A seed is a history of everybody who has to do with one job; {@code sing.seeds} sets how many are tried. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class JobSimulationTest {
    private static final long SEEDS = Long.getLong("sing.seeds", 20_000);

    @Test
    void whatever_the_order_a_job_ends_once_and_every_command_is_answered_once() {
        var seen = new TreeMap<String, Integer>();
        LongStream.range(0, SEEDS).forEach(seed -> {
            try {
                simulate(seed).forEach((what, count) -> seen.merge(what, count, Integer::sum));
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        });
        for (var what : List.of(
                "SUCCEEDED",
                "FAILED",
                "CANCELLED",
                "TIMEOUT",
                "OUT_OF_MEMORY",
                "NODE_FAILED",
                "requeued",
                "unblocked",
                "never unblocked",
                "ended at its deadline",
                "too late to begin",
                "cancel won over a finish"))
            assertTrue(seen.containsKey(what), "the seeds never saw: " + what + ", only " + seen);
    }

    @Test
    void the_same_messages_make_the_same_job() {
        LongStream.range(0, 200).forEach(seed -> {
            var world = live(seed);
            var job = Job.submitted(
                            new Job.Submission("c0", "job_1", "ada", "vision", "hash"),
                            1,
                            world.job().spec().orElseThrow(),
                            "",
                            Given.NOW)
                    .job();
            for (var i = 0; i < world.folded.size(); i++)
                job = job.on(world.folded.get(i), Given.POLICY, world.foldedAt.get(i))
                        .job();
            assertEquals(world.job(), job, "seed " + seed);
        });
    }

    private static Map<String, Integer> simulate(long seed) {
        var world = live(seed);
        world.ledger.close(world.job());
        var end = world.job();
        world.replay();
        assertEquals(end, world.job(), "the past changed the end");
        return world.ledger.seen;
    }

    private static World live(long seed) {
        var world = new World(seed, seed % 5 > 0);
        for (var steps = world.random.nextInt(150); steps > 0; steps--) world.step(true);
        var settled = new ArrayList<JobPhase>();
        do {
            world.settle();
            settled.add(world.job().life().phase());
            if (world.job().life().phase() == JobPhase.HELD) world.release();
        } while (!world.job().terminal() && settled.size() < 20);
        world.settle();
        return world;
    }
}

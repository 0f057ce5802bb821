package org.sing.scheduling.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ForwardTest {
    private Settings settings = Settings.DEFAULT;
    private Core core = new Core(settings, Snapshot.EMPTY, 1);
    private final TreeMap<Instant, Decision.Placed> ends = new TreeMap<>();
    private final Map<String, Long> limits = new HashMap<>();
    private final Map<String, Instant> started = new TreeMap<>();

    @BeforeEach
    void twoNodes() {
        join();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sing", "fcfs", "easy", "campus", "fairshare"})
    void where_everybody_uses_the_whole_limit_the_estimate_is_the_truth(String rule) {
        settings = Settings.DEFAULT.with(Rule.named(rule));
        core = new Core(settings, Snapshot.EMPTY, 1);
        join();
        var random = new Random(7);
        for (var number = 1; number <= 40; number++)
            submit(number, List.of(1, 2, 4, 8).get(random.nextInt(4)), 100 + random.nextInt(2000), 0);
        var ranges = Forward.of(settings, core.snapshot(), at(50), 1_000);
        var before = Set.copyOf(started.keySet());
        while (!ends.isEmpty()) end();
        started.keySet().removeAll(before);
        assertTrue(started.size() > 20);
        var expected = new TreeMap<String, StartRange>();
        started.forEach((job, at) -> {
            var second = at.truncatedTo(ChronoUnit.SECONDS);
            expected.put(job, new StartRange(second, second, second));
        });
        assertEquals(expected, ranges);
    }

    @Test
    void what_was_learned_makes_the_range_as_wide_as_the_runs_differ() {
        for (var number = 1; number <= 30; number++) {
            submit(number, 8, 0, 0);
            limits.put("j" + number, number * 100L);
        }
        while (!ends.isEmpty()) end();
        var now =
                started.values().stream().max(Instant::compareTo).orElseThrow().plusSeconds(10_000);
        var seconds = now.getEpochSecond();
        for (var number = 31; number <= 33; number++) submit(number, 8, 0, seconds);
        var range = Forward.of(settings, core.snapshot(), now, 100).get("j33");
        assertBetween(now, 0, 400, range.earliest());
        assertBetween(now, 400, 1_500, range.likely());
        assertBetween(now, 1_500, 3_000, range.latest());
    }

    private static void assertBetween(Instant now, long least, long most, Instant at) {
        var seconds = at.getEpochSecond() - now.getEpochSecond();
        assertTrue(least <= seconds && seconds <= most, "after " + seconds + " s");
    }

    @Test
    void it_looks_ahead_only_so_many_starts_and_says_nothing_of_what_never_starts() {
        for (var number = 1; number <= 22; number++) submit(number, 8, 100, 0);
        core.apply(new Event.JobHeld("j3"), at(0));
        submit(23, 9, 100, 0);
        var all = Forward.of(settings, core.snapshot(), at(1), 1_000).keySet();
        assertEquals(19, all.size());
        assertTrue(!all.contains("j3") && !all.contains("j23"));
        assertEquals(6, Forward.of(settings, core.snapshot(), at(1), 6).size());
    }

    @Test
    void a_start_is_said_and_said_again_and_judged_by_what_was_said_first() {
        submit(1, 8, 100, 0);
        submit(2, 8, 100, 0);
        submit(3, 8, 500, 0);
        submit(4, 8, 500, 0);
        core.explain();
        var first = range(100, 110, 120);
        assertEquals(Optional.of(first), said(first));
        var moved = range(100, 400, 900);
        assertEquals(Optional.of(moved), said(moved));
        core = new Core(settings, core.snapshot(), 1);
        assertEquals(Optional.of(first), end().expected());
        assertEquals(Optional.empty(), said(moved), "it does not wait any more");
        assertEquals(Optional.empty(), end().expected(), "of the next one nothing was said");
    }

    @Test
    void what_was_said_before_it_was_held_is_not_judged() {
        for (var number = 1; number <= 3; number++) submit(number, 8, 100, 0);
        said(range(100, 110, 120));
        core.apply(new Event.JobHeld("j3"), at(2));
        assertEquals(Optional.empty(), said(range(100, 110, 120)));
        core.apply(new Event.JobQueued("j3", 1), at(3));
        assertEquals(Optional.empty(), end().expected());
    }

    @Test
    void what_was_said_under_another_rule_is_not_judged_either() {
        for (var number = 1; number <= 3; number++) submit(number, 8, 100, 0);
        said(range(100, 110, 120));
        core.apply(new Event.RuleChosen("choose", "default", "campus", true), at(2));
        assertEquals(Optional.empty(), end().expected());
    }

    @Test
    void only_what_differs_by_a_minute_and_a_tenth_is_news() {
        for (var number = 1; number <= 3; number++) submit(number, 8, 1000, 0);
        var range = Forward.of(settings, core.snapshot(), at(1), 10).get("j3");
        assertEquals(Map.of("j3", range), Forward.news(settings, core.snapshot(), at(1), 10));
        said(range);
        assertEquals(Map.of(), Forward.news(settings, core.snapshot(), at(1), 10));
        assertTrue(range.differs(moved(range, 101), at(1)));
        assertFalse(range.differs(moved(range, 99), at(1)));
        assertTrue(range.differs(moved(range, 61), range.likely()));
        assertFalse(range.differs(moved(range, 60), range.likely()));
    }

    @Test
    void the_truth_is_inside_up_to_both_ends() {
        var range = range(100, 110, 120);
        assertEquals(StartRange.Truth.EARLIER, range.truth(at(99)));
        assertEquals(StartRange.Truth.INSIDE, range.truth(at(100)));
        assertEquals(StartRange.Truth.INSIDE, range.truth(at(120)));
        assertEquals(StartRange.Truth.LATER, range.truth(at(121)));
    }

    private static StartRange moved(StartRange range, long seconds) {
        return new StartRange(range.earliest(), range.likely(), range.latest().plusSeconds(seconds));
    }

    private Optional<StartRange> said(StartRange range) {
        return core.expect(Map.of("j3", range)).stream()
                .map(decision -> ((Decision.Waits) decision).estimate().orElseThrow())
                .findFirst();
    }

    private void join() {
        for (var node : List.of("a", "b")) {
            var gpus = IntStream.range(0, 8)
                    .mapToObj(gpu -> new Node.Gpu("gpu" + gpu, "A"))
                    .toList();
            core.apply(new Event.NodeRegistered(node, "default", 1, gpus, 64, 1L << 36, List.of()), at(0));
        }
    }

    private void submit(int number, int gpus, long limit, long now) {
        var job = "j" + number;
        limits.put(job, limit);
        var account = new Account(number % 2 == 0 ? "ann" : "bob", "");
        var run = new Run("train", limit);
        hear(
                List.of(
                        new Event.JobSubmitted(job, number, "default", account, Scenario.request(1, gpus), run),
                        new Event.JobQueued(job, 1)),
                at(now));
    }

    /** The next run ends; what starts then. */
    private Decision.Placed end() {
        var next = ends.pollFirstEntry();
        var over = next.getValue();
        return hear(
                        List.of(new Event.RankFinished(over.allocation(), 0, true), new Event.JobClosed(over.job())),
                        next.getKey())
                .orElse(over);
    }

    private Optional<Decision.Placed> hear(List<Event> events, Instant now) {
        Optional<Decision.Placed> last = Optional.empty();
        for (var decision : core.apply(events, now))
            if (decision instanceof Decision.Placed placed) {
                last = Optional.of(placed);
                started.put(placed.job(), now);
                var at = now.plusSeconds(Math.max(1, limits.get(placed.job())));
                while (ends.containsKey(at)) at = at.plusNanos(1);
                ends.put(at, placed);
            }
        return last;
    }

    private static StartRange range(long earliest, long likely, long latest) {
        return new StartRange(at(earliest), at(likely), at(latest));
    }

    private static Instant at(long seconds) {
        return Instant.EPOCH.plusSeconds(seconds);
    }
}

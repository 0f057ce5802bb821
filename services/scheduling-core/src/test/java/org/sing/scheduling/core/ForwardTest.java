package org.sing.scheduling.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
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
    private static final int CAMPUSES = 500;
    private Settings settings = Settings.DEFAULT;
    private Core core = new Core(settings, Snapshot.EMPTY, 1);
    private final TreeMap<Instant, List<Decision.Placed>> ends = new TreeMap<>();
    private final Map<String, Long> runs = new HashMap<>();
    private final Map<String, Instant> started = new TreeMap<>();
    private Instant now = Instant.EPOCH;

    @BeforeEach
    void twoNodes() {
        join();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sing", "fcfs", "easy", "campus", "fairshare"})
    void where_it_is_known_how_long_everybody_runs_the_estimate_is_the_truth(String rule) {
        settings = Settings.DEFAULT.with(Rule.named(rule));
        core = new Core(settings, Snapshot.EMPTY, 1);
        join();
        everybodyIsKnownToRunToTheLimit();
        var begin = now.plusSeconds(1).getEpochSecond();
        var random = new Random(7);
        for (var number = 0; number < 40; number++)
            submit(1_000 + number, List.of(1, 2, 4, 8).get(random.nextInt(4)), 100 + random.nextInt(2000), begin);
        started.clear();
        var ranges = Forward.of(settings, core.snapshot(), at(begin), 1_000);
        while (!ends.isEmpty()) end();
        assertTrue(started.size() > 20);
        assertEquals(started.keySet(), ranges.keySet());
        ranges.forEach((job, range) -> {
            assertEquals(StartRange.Truth.INSIDE, range.truth(started.get(job)), job);
            assertFalse(range.latest().isAfter(range.earliest().plusSeconds(1)), job + " " + range);
        });
    }

    /** Whatever limit is asked for from now on: runs without one were longer. */
    private void everybodyIsKnownToRunToTheLimit() {
        for (var number = 1; number <= 800; number++)
            submit(number, List.of(1, 2, 4, 8).get(number % 8 / 2), 0, 4_000, 0);
        while (!ends.isEmpty()) end();
    }

    /** What is promised of the range, where nobody passes and no node fails; three standard deviations are chance. */
    @Test
    void of_ten_starts_one_is_earlier_one_later_and_half_before_what_is_likely() {
        var random = new Random(11);
        var earlier = 0;
        var later = 0;
        var early = 0;
        for (var campus = 1; campus <= CAMPUSES; campus++) {
            var last = campus * 1_000 + 3;
            campusThatLearned(random, last);
            var range = Forward.of(settings, core.snapshot(), now, 100).get("j" + last);
            while (!ends.isEmpty()) end();
            var truth = started.get("j" + last);
            if (truth.isBefore(range.earliest())) earlier++;
            if (truth.isBefore(range.likely())) early++;
            if (truth.isAfter(range.latest())) later++;
        }
        assertPart(0.1, earlier);
        assertPart(0.5, early);
        assertPart(0.1, later);
    }

    /** Runs of random lengths are over; two of the same kind have just begun, and one waits for whichever ends first. */
    private void campusThatLearned(Random random, int last) {
        core = new Core(settings, Snapshot.EMPTY, 1);
        join();
        now = Instant.EPOCH;
        for (var number = last - 202; number <= last; number++) {
            if (number == last - 2) while (!ends.isEmpty()) end();
            var run = (long) (1_000 * Math.exp(random.nextGaussian()));
            submit(number, 8, 0, run, now.getEpochSecond() + 1);
        }
    }

    private static void assertPart(double expected, int found) {
        var deviation = Math.sqrt(expected * (1 - expected) / CAMPUSES);
        assertEquals(expected, (double) found / CAMPUSES, 3 * deviation);
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
        submit(2, 8, 200, 0);
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
        assertEquals(Map.of("j3", Optional.of(range)), Forward.news(settings, core.snapshot(), at(1), 10));
        said(range);
        assertEquals(Map.of(), Forward.news(settings, core.snapshot(), at(1), 10));
        var near = range(11, 61, 2_000);
        assertTrue(near.differs(moved(near, 61)));
        assertFalse(near.differs(moved(near, 60)));
        var far = range(500, 1_001, 2_000);
        assertTrue(far.differs(moved(far, 101)));
        assertFalse(far.differs(moved(far, 100)));
    }

    @Test
    void whom_nothing_was_said_comes_first_then_whoever_starts_first() {
        for (var number = 1; number <= 6; number++) submit(number, 8, 1000, 0);
        said(range(100_000, 200_000, 300_000));
        var news = Forward.news(settings, core.snapshot(), at(1), 10);
        assertEquals(List.of("j4", "j5", "j6", "j3"), List.copyOf(news.keySet()));
        assertFalse(news.get("j5")
                .orElseThrow()
                .likely()
                .isBefore(news.get("j4").orElseThrow().likely()));
    }

    @Test
    void what_cannot_be_seen_any_more_is_taken_back_but_what_was_said_first_is_judged() {
        for (var number = 1; number <= 3; number++) submit(number, 8, 1000, 0);
        var range = range(100, 110, 120);
        said(range);
        core.apply(new Event.CordonRequested("a", "default", 1), at(1));
        core.apply(new Event.CordonRequested("b", "default", 1), at(1));
        var news = Forward.news(settings, core.snapshot(), at(2), 10);
        assertEquals(Map.of("j3", Optional.empty()), news);
        var taken = (Decision.Waits) core.expect(news).getFirst();
        assertEquals(Optional.empty(), taken.estimate());
        assertEquals(Map.of(), Forward.news(settings, core.snapshot(), at(2), 10), "once is enough");
        core.apply(new Event.NodeResumed("a", 1), at(3));
        assertEquals(Optional.of(range), end().expected());
    }

    /** All that is seen is wrong by a factor of thirty, and much too narrow. */
    @Test
    void a_bound_that_is_missed_too_often_is_moved_until_a_tenth_is_beyond_it() {
        var random = new Random(3);
        var aim = Aim.STRAIGHT;
        var begin = at(0);
        var seen = new StartRange(at(90), at(100), at(110), begin);
        var earlier = 0;
        var early = 0;
        var later = 0;
        for (var start = 0; start < 1_000 + 2 * CAMPUSES; start++) {
            var said = aim.at(seen);
            var truth = begin.plusSeconds((long) (3_000 * Math.exp(random.nextGaussian())));
            aim = aim.learn(seen, truth);
            if (start < 1_000) continue;
            if (truth.isBefore(said.earliest())) earlier++;
            if (truth.isBefore(said.likely())) early++;
            if (truth.isAfter(said.latest())) later++;
        }
        assertPart(0.1, earlier / 2);
        assertPart(0.5, early / 2);
        assertPart(0.1, later / 2);
    }

    @Test
    void every_start_of_which_something_was_said_moves_the_aim_of_its_group_until_the_rule_changes() {
        for (var number = 1; number <= 3; number++) submit(number, 8, 1000, 0);
        said(range(100, 110, 120));
        assertEquals(Aim.STRAIGHT, aim());
        end();
        assertEquals(Aim.STRAIGHT.learn(range(100, 110, 120), at(1_000)), aim());
        core.apply(new Event.RuleChosen("choose", "default", "campus", true), at(1_001));
        assertEquals(Aim.STRAIGHT, aim());
    }

    private Aim aim() {
        return core.snapshot().choices().getFirst().aim();
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
        return new StartRange(range.earliest(), range.likely(), range.latest().plusSeconds(seconds), range.madeAt());
    }

    private Optional<StartRange> said(StartRange range) {
        return core.expect(Map.of("j3", Optional.of(range))).stream()
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

    /** It runs as long as it may. */
    private void submit(int number, int gpus, long limit, long now) {
        submit(number, gpus, limit, limit, now);
    }

    private void submit(int number, int gpus, long limit, long run, long now) {
        var job = "j" + number;
        runs.put(job, run);
        var account = new Account(number % 2 == 0 ? "ann" : "bob", "");
        var said = new Run("train", limit);
        hear(
                List.of(
                        new Event.JobSubmitted(job, number, "default", account, Scenario.request(1, gpus), said),
                        new Event.JobQueued(job, 1)),
                at(now));
    }

    /** The next runs end; what starts then. */
    private Decision.Placed end() {
        var next = ends.pollFirstEntry();
        var events = new ArrayList<Event>();
        for (var over : next.getValue()) {
            events.add(new Event.RankFinished(over.allocation(), 0, true));
            events.add(new Event.JobClosed(over.job()));
        }
        return hear(events, next.getKey()).orElse(next.getValue().getLast());
    }

    private Optional<Decision.Placed> hear(List<Event> events, Instant now) {
        Optional<Decision.Placed> last = Optional.empty();
        this.now = now;
        for (var decision : core.apply(events, now))
            if (decision instanceof Decision.Placed placed) {
                last = Optional.of(placed);
                started.put(placed.job(), now);
                var at = now.plusSeconds(Math.max(1, runs.get(placed.job())));
                ends.computeIfAbsent(at, first -> new ArrayList<>()).add(placed);
            }
        return last;
    }

    private static StartRange range(long earliest, long likely, long latest) {
        return new StartRange(at(earliest), at(likely), at(latest), at(1));
    }

    private static Instant at(long seconds) {
        return Instant.EPOCH.plusSeconds(seconds);
    }
}

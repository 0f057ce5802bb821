package org.sing.scheduling.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code fairshare} does, with all that was ever used added up anew from starts and ends at every placement. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class FairshareTest {
    private static final double HALF_LIFE = 5_000;
    private static final Settings SETTINGS = settings();

    private Core core = new Core(SETTINGS, Snapshot.EMPTY, 1);
    private final TreeMap<Long, Lived> waiting = new TreeMap<>();
    private final Map<Long, Lived> started = new HashMap<>();
    private int receipts;
    private int changed;

    private static final class Lived {
        final Account account;
        final int gpus;
        final long run;
        final int priority;
        long since;
        long until = Long.MAX_VALUE;
        String allocation = "";

        Lived(Account account, int gpus, long run, int priority) {
            this.priority = priority;
            this.account = account;
            this.gpus = gpus;
            this.run = run;
        }

        /** The integral of what it held, each moment worth half after a half-life, and an hour of what it holds. */
        double used(long now) {
            var life = HALF_LIFE / Math.log(2);
            var past = life * (Math.exp((Math.min(until, now) - now) / life) - Math.exp((since - now) / life));
            return gpus * (past + (until == Long.MAX_VALUE ? 3600 : 0));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void whoever_used_least_lately_is_next_whatever_was_restarted_meanwhile(long seed) {
        var random = new Random(seed);
        core.apply(node(), at(0));
        for (long now = 1, number = 0; now < 20_000 || !waiting.isEmpty(); now++) {
            end(now);
            if (now < 20_000 && random.nextInt(60) == 0) submit(++number, random, now);
            if (random.nextInt(2_000) == 0) core = new Core(SETTINGS, core.snapshot(), 1);
        }
        assertTrue(receipts > 5, "somebody was overtaken: " + receipts);
        assertTrue(changed > 20, "it was not always the first who came: " + changed);
    }

    @Test
    void a_lower_class_lets_others_go_first_however_little_it_used() {
        core.apply(node(), at(0));
        submit(1, "ann", "a", 8, 1);
        submit(2, "bob", "b", 8, 2, -1);
        submit(3, "ann", "a", 8, 3);
        submit(4, "op", "ops", 8, 4, 1);
        assertEquals(List.of(0, 0), ahead(4));
        assertEquals(List.of(1, 8), ahead(3));
        assertEquals(List.of(2, 16), ahead(2));
    }

    @Test
    void what_is_free_at_once_is_not_all_for_one() {
        core.apply(node(), at(0));
        submit(1, "ann", "a", 8, 1);
        for (var number = 2; number < 10; number++) submit(number, number < 6 ? "bob" : "eve", "b", 2, 1);
        end(400);
        assertEquals(List.of(2L, 3L), startedOf("bob"));
        assertEquals(List.of(6L, 7L), startedOf("eve"));
    }

    @Test
    void a_place_in_the_queue_is_counted_in_the_order_of_now() {
        core.apply(node(), at(0));
        submit(1, "ann", "a", 8, 1);
        submit(2, "ann", "a", 8, 2);
        submit(3, "bob", "b", 4, 3);
        submit(4, "eve", "b", 2, 4);
        assertEquals(List.of(2, 6), ahead(2));
        assertEquals(List.of(0, 0), ahead(3));
        assertEquals(List.of(1, 4), ahead(4));
    }

    @Test
    void who_may_not_pass_the_one_who_used_least_is_told_of_the_budget() {
        core.apply(node(), at(0));
        submit(1, "ann", "a", 4, 1);
        submit(2, "bob", "b", 8, 2);
        submit(3, "ann", "a", 4, 3);
        end(160);
        submit(4, "ann", "a", 4, 161);
        end(220);
        submit(5, "ann", "a", 1, 221);
        assertEquals(List.of(1L, 3L, 4L), started.keySet().stream().sorted().toList());
        assertEquals("budget", core.why("j5").orElseThrow().constraint());
    }

    private List<Integer> ahead(long number) {
        var answer = core.why("j" + number).orElseThrow();
        return List.of(answer.jobsAhead(), answer.gpusAhead());
    }

    private List<Long> startedOf(String owner) {
        return started.entrySet().stream()
                .filter(entry -> entry.getValue().account.owner().equals(owner))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    private void submit(long number, Random random, long now) {
        var owner = List.of("ann", "bob", "eve").get(random.nextInt(3));
        var project = random.nextBoolean() ? "a" : "b";
        var gpus = List.of(1, 2, 4, 8).get(random.nextInt(4));
        submit(number, owner, project, gpus, now, random.nextInt(4) > 0 ? 0 : random.nextInt(3) - 1);
    }

    private void submit(long number, String owner, String project, int gpus, long now) {
        submit(number, owner, project, gpus, now, 0);
    }

    private void submit(long number, String owner, String project, int gpus, long now, int priority) {
        var account = new Account(owner, project);
        waiting.put(number, new Lived(account, gpus, 100 + number * 7919 % 300, priority));
        var request = new Request(1, gpus, "", 0, 0, List.of(), 1, Where.ANY, 0, priority);
        tell(
                now,
                List.of(
                        new Event.JobSubmitted("j" + number, number, "default", account, request),
                        new Event.JobQueued("j" + number, 1)));
    }

    private void end(long now) {
        var events = new ArrayList<Event>();
        started.forEach((number, job) -> {
            if (job.until != Long.MAX_VALUE || job.since + job.run > now) return;
            job.until = now;
            events.add(new Event.RankFinished(job.allocation, 0, true));
            events.add(new Event.JobClosed("j" + number));
        });
        if (!events.isEmpty()) tell(now, events);
    }

    private void tell(long now, List<Event> events) {
        for (var decision : core.apply(events, at(now)))
            if (decision instanceof Decision.Placed placed) placed(placed, now);
    }

    private void placed(Decision.Placed placed, long now) {
        var number = Long.parseLong(placed.job().substring(1));
        var next = waiting.keySet().stream().min(fairest(now)).orElseThrow();
        assertEquals(
                "j" + next, placed.overtaken().map(Decision.Overtaken::head).orElse(placed.job()), "who used least");
        if (next != waiting.firstKey()) changed++;
        if (placed.overtaken().isPresent()) receipts++;
        var job = waiting.remove(number);
        job.since = now;
        job.allocation = placed.allocation();
        started.put(number, job);
    }

    private Comparator<Long> fairest(long now) {
        return Comparator.comparingInt((Long number) -> -waiting.get(number).priority)
                .thenComparingLong(number -> rounded(
                        now, job -> job.account.project().equals(account(number).project())))
                .thenComparingLong(number -> rounded(now, job -> job.account.equals(account(number))))
                .thenComparingLong(number -> number);
    }

    private Account account(long number) {
        return waiting.get(number).account;
    }

    /** In parts of a GPU-second so small that nobody differs by less, but for what adding in another order does. */
    private long rounded(long now, Predicate<Lived> whose) {
        return Math.round(1e4
                * started.values().stream()
                        .filter(whose)
                        .mapToDouble(job -> job.used(now))
                        .sum());
    }

    private static Event node() {
        var gpus = IntStream.range(0, 8)
                .mapToObj(gpu -> new Node.Gpu("gpu" + gpu, "A"))
                .toList();
        return new Event.NodeRegistered("node", "default", 1, gpus, 64, 1L << 36, List.of());
    }

    private static Settings settings() {
        var d = Settings.DEFAULT;
        return new Settings(
                Rule.FAIRSHARE,
                Map.of(),
                d.startWithin(),
                d.settle(),
                d.stopWithin(),
                d.reportWithin(),
                Duration.ofSeconds((long) HALF_LIFE),
                SmallJobs.NONE);
    }

    private static Instant at(long seconds) {
        return Instant.EPOCH.plusSeconds(seconds);
    }
}

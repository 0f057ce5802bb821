package org.sing.scheduling.app;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.bus.Transactions;
import org.sing.platform.testing.CampusPlatform;
import org.sing.scheduling.core.Account;
import org.sing.scheduling.core.Core;
import org.sing.scheduling.core.Decision;
import org.sing.scheduling.core.Event;
import org.sing.scheduling.core.History;
import org.sing.scheduling.core.Node;
import org.sing.scheduling.core.Request;
import org.sing.scheduling.core.Rule;
import org.sing.scheduling.core.Run;
import org.sing.scheduling.core.Snapshot;
import org.sing.scheduling.core.StartRange;
import org.sing.scheduling.core.Usage;

/** What {@code campus} promises outlives its leader: hours go by on a group of its own in the real books. */
@QuarkusTest
@WithTestResource(CampusPlatform.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class PromiseTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final org.sing.scheduling.core.Settings CAMPUS =
            org.sing.scheduling.core.Settings.DEFAULT.with(Rule.CAMPUS);

    @Inject
    Books books;

    @Inject
    Transactions transactions;

    @Inject
    Desk desk;

    @Inject
    Pool pool;

    private final String group = "promise-" + UUID.randomUUID().toString().substring(0, 8);
    private long epoch;
    private Instant now = Instant.parse("2026-09-01T08:00:00Z");
    private Core core;

    @BeforeEach
    void aNodeOfEightGpus() {
        // Whoever leads has read the books, and does not take this group for one of its own.
        await().atMost(PATIENCE)
                .until(() -> desk.look().await().atMost(PATIENCE).isPresent());
        epoch = count("select epoch from bus_leader where name = 'scheduling'");
        core = new Core(CAMPUS, Snapshot.EMPTY, epoch);
        var gpus = IntStream.range(0, 8)
                .mapToObj(gpu -> new Node.Gpu("GPU-" + gpu, "A"))
                .toList();
        tell(new Event.NodeRegistered(group, group, 1, gpus, 40, 256L << 30, List.of()));
    }

    @AfterEach
    void leaveNothing() {
        for (var sql : List.of(
                "delete from allocation_gpu where node = '%s'",
                "delete from allocation where document ->> 'group' = '%s'",
                "delete from queue_entry where resource_group = '%s'",
                "delete from overtaker where resource_group = '%s'",
                "delete from queue_head where resource_group = '%s'",
                "delete from group_rule where resource_group = '%s'",
                "delete from account_usage where name like '%%%s'",
                "delete from run_history where kind like '%%%s%%'",
                "delete from node where name = '%s'"))
            pool.query(sql.formatted(group)).executeAndAwait();
    }

    @Test
    void what_was_spent_against_the_oldest_is_not_forgotten_by_a_new_leader() {
        submit(1, 4, "long");
        submit(2, 8, "wide");
        submit(3, 4, "passes");
        assertEquals(1, count("select count(*) from overtaker where resource_group = '%s'"));
        later(7);
        aNewLeaderReadsTheBooks();
        later(2);
        finish(1);
        assertEquals(List.of(), submit(4, 1, "late"), "those who passed the oldest have used 36 of 32 GPU-hours");
        assertEquals(List.of("2-1"), finish(3));
        assertEquals(0, count("select count(*) from overtaker where resource_group = '%s'"));
    }

    @Test
    void an_account_that_an_overtaker_closed_is_not_forgotten_either() {
        submit(1, 4, "long");
        submit(2, 8, "wide");
        submit(3, 4, "passes");
        later(9);
        finish(3);
        aNewLeaderReadsTheBooks();
        assertEquals(List.of(), submit(4, 4, "late"), "36 of 32 GPU-hours are used, whoever leads");
    }

    @Test
    void how_long_runs_take_is_not_learned_anew() {
        submit(1, 8, "short");
        later(1);
        finish(1);
        submit(2, 8, "long");
        later(30);
        finish(2);
        submit(3, 8, "other");
        submit(4, 8, "long");
        submit(5, 8, "short");
        aNewLeaderReadsTheBooks();
        assertEquals(List.of("5-1"), finish(3));
    }

    @Test
    void the_books_hold_exactly_what_the_core_knows() {
        submit(1, 4, "long");
        submit(2, 8, "wide");
        submit(3, 2, "passes");
        later(1);
        finish(3);
        submit(4, 1, "passes-too");
        var before = core.snapshot();
        aNewLeaderReadsTheBooks();
        assertEquals(before, core.snapshot());
    }

    @Test
    void who_names_every_run_anew_does_not_fill_the_books() {
        for (var run = 1; run <= 140; run++) {
            submit(run, 8, "run-" + run);
            finish(run);
        }
        assertEquals(128, count("select count(*) from run_history where kind like '%s%%'"));
        assertEquals(0, count("select count(*) from run_history where kind = '%s/run-1/1x8'"));
        assertEquals(1, count("select count(*) from run_history where kind = '%s/run-140/1x8'"));
        var before = core.snapshot();
        aNewLeaderReadsTheBooks();
        assertEquals(before, core.snapshot());
    }

    @Test
    void what_was_said_of_a_start_and_what_was_learned_of_others_is_not_forgotten_by_a_new_leader() {
        submit(1, 8, "runs");
        submit(2, 8, "next");
        submit(3, 8, "last");
        expect(2);
        later(3);
        finish(1);
        expect(3);
        var before = core.snapshot();
        aNewLeaderReadsTheBooks();
        assertEquals(before, core.snapshot());
        later(3);
        var said = core.apply(new Event.RankFinished(group + "-2-1", 0, true), now).stream()
                .flatMap(decision ->
                        decision instanceof Decision.Placed placed ? placed.expected().stream() : Stream.empty())
                .toList();
        assertEquals(1, said.size());
        assertEquals(now.minus(Duration.ofHours(3)), said.getFirst().madeAt());
    }

    /** To start in an hour, or two, or three. */
    private void expect(long number) {
        var range = new StartRange(
                now.plus(Duration.ofHours(1)), now.plus(Duration.ofHours(2)), now.plus(Duration.ofHours(3)), now);
        core.expect(Map.of(group + "-" + number, Optional.of(range)));
        write();
    }

    private List<String> submit(long number, int gpus, String name) {
        var request = new Request(1, gpus, "", 0, 0, List.of());
        var job = group + "-" + number;
        tell(new Event.JobSubmitted(job, number, group, new Account(group, ""), request, new Run(name, 0)));
        return tell(new Event.JobQueued(job, 1));
    }

    private List<String> finish(long number) {
        var placed = tell(new Event.RankFinished("%s-%d-1".formatted(group, number), 0, true));
        tell(new Event.JobClosed(group + "-" + number));
        return placed;
    }

    private void later(long hours) {
        now = now.plus(Duration.ofHours(hours));
    }

    /** Decides, writes, and gives what was placed. */
    private List<String> tell(Event event) {
        var decisions = core.apply(event, now);
        core.explain();
        write();
        return decisions.stream()
                .filter(Decision.Placed.class::isInstance)
                .map(placed -> ((Decision.Placed) placed).allocation().substring(group.length() + 1))
                .toList();
    }

    private void write() {
        var changes = core.changes();
        transactions
                .run(session -> books.write(session, epoch, changes, List.of()))
                .await()
                .atMost(PATIENCE);
    }

    private void aNewLeaderReadsTheBooks() {
        var all = transactions
                .run(session -> books.read(session))
                .await()
                .atMost(PATIENCE)
                .snapshot();
        core = new Core(CAMPUS, ours(all), epoch);
    }

    /** Other tests leave nodes and what they learned. */
    private Snapshot ours(Snapshot all) {
        Predicate<History> learned = history -> core.snapshot().histories().stream()
                .anyMatch(known -> known.kind().equals(history.kind()));
        Predicate<Usage> used = usage ->
                core.snapshot().usages().stream().anyMatch(known -> known.name().equals(usage.name()));
        return new Snapshot(
                all.jobs().stream().filter(job -> job.group().equals(group)).toList(),
                all.allocations().stream()
                        .filter(held -> held.group().equals(group))
                        .toList(),
                all.nodes().stream().filter(node -> node.group().equals(group)).toList(),
                List.of(),
                all.heads().stream().filter(head -> head.group().equals(group)).toList(),
                all.histories().stream().filter(learned).toList(),
                all.overtakers().stream()
                        .filter(entry -> entry.group().equals(group))
                        .toList(),
                all.choices().stream()
                        .filter(choice -> choice.group().equals(group))
                        .toList(),
                all.usages().stream().filter(used).toList(),
                List.of());
    }

    private long count(String sql) {
        return pool.query(sql.formatted(group))
                .executeAndAwait()
                .iterator()
                .next()
                .getLong(0);
    }
}

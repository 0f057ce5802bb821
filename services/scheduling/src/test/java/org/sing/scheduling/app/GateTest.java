package org.sing.scheduling.app;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.hibernate.StaleStateException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.bus.Leadership;
import org.sing.bus.Transactions;
import org.sing.platform.testing.CampusPlatform;
import org.sing.scheduling.core.Account;
import org.sing.scheduling.core.Allocation;
import org.sing.scheduling.core.Node;
import org.sing.scheduling.core.Share;
import org.sing.scheduling.core.Snapshot;

/** The gate of the books alone: in a transaction that the bus does not guard. */
@QuarkusTest
@WithTestResource(CampusPlatform.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class GateTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Inject
    Books books;

    @Inject
    Transactions transactions;

    @Inject
    Leadership leadership;

    @Inject
    Pool pool;

    /** A later leader must not find an allocation without a job. */
    @AfterEach
    void leaveNothing() {
        pool.query("delete from allocation_gpu where allocation like 'gate-%'").executeAndAwait();
        pool.query("delete from allocation where id like 'gate-%'").executeAndAwait();
    }

    @Test
    void an_allocation_is_written_only_under_the_epoch_that_leads() {
        var changes = new Snapshot(List.of(), List.of(allocation("gate-1")), List.of(), List.of(), List.of());
        refusesStale(changes);
        assertEquals(0, count("select count(*) from allocation where id = 'gate-1'"));
        assertEquals(0, count("select count(*) from allocation_gpu where allocation = 'gate-1'"));

        write(epoch(), changes);
        assertEquals(1, count("select count(*) from allocation_gpu where allocation = 'gate-1'"));
    }

    @Test
    void nothing_else_is_written_under_another_epoch_either() {
        var node = new Node("gate", "default", 1, List.of(), 1, 1, 0, false, false, Optional.empty(), 0, 0);
        refusesStale(new Snapshot(List.of(), List.of(), List.of(node), List.of(), List.of()));
        assertEquals(0, count("select count(*) from node where name = 'gate'"));
    }

    @Test
    void a_successor_waits_until_the_placement_of_its_predecessor_is_decided() {
        var changes = new Snapshot(List.of(), List.of(allocation("gate-2")), List.of(), List.of(), List.of());
        var taken = "select 1 from bus_leader where name = 'scheduling' for no key update skip locked";
        var epoch = epoch();
        var free = transactions
                .run(session -> books.write(session, epoch, changes, List.of())
                        .chain(() -> pool.query(taken).execute())
                        .map(rows -> rows.size()))
                .await()
                .atMost(PATIENCE);
        assertEquals(0, free);
    }

    private void refusesStale(Snapshot changes) {
        for (var stale : List.of(-1L, 1L)) {
            var failure = assertThrows(RuntimeException.class, () -> write(epoch() + stale, changes));
            assertTrue(failure instanceof StaleStateException, failure.toString());
        }
    }

    private void write(long epoch, Snapshot changes) {
        transactions
                .run(session -> books.write(session, epoch, changes, List.of()))
                .await()
                .atMost(PATIENCE);
    }

    private long epoch() {
        await().atMost(PATIENCE).until(() -> leadership.epoch().isPresent());
        return count("select epoch from bus_leader where name = 'scheduling'");
    }

    private long count(String sql) {
        return pool.query(sql).executeAndAwait().iterator().next().getLong(0);
    }

    private static Allocation allocation(String id) {
        var share = new Share("gate-node-" + id, 1, 0, List.of("GPU-0"), 1, 1);
        var rank = new Allocation.Rank(share, Allocation.Phase.SENT, 1, 0);
        return new Allocation(
                id, id, 1, "default", new Account("ann", ""), 1, Instant.EPOCH, Optional.empty(), false, List.of(rank));
    }
}

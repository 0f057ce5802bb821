package org.sing.scheduling;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.pgclient.PgException;
import jakarta.inject.Inject;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.bus.FaultPoints.Point;
import org.sing.bus.Leadership;
import org.sing.bus.Replay;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.ExecutionCommand;
import org.sing.schemas.SchedulingEvent.Waiting;
import org.sing.schemas.Topics;

@QuarkusTest
@WithTestResource(CampusPlatform.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class BooksTest extends OnTheBus {
    @Inject
    Leadership leadership;

    @Inject
    Replay replay;

    @Test
    void a_leader_that_was_overthrown_meanwhile_places_nothing_and_says_nothing() {
        others.node(node, 1, model, 1);
        await().until(() -> count("select count(*) from node where name = '" + node + "'") == 1);
        var struck = new AtomicInteger();
        faults.arm(
                Point.APPLYING,
                () -> struck.getAndIncrement() == 0
                        ? pool.query(TAKE_OVER).execute().replaceWithVoid()
                        : Uni.createFrom().voidItem());
        var job = submit(1);
        await().until(() -> struck.get() > 0);
        await().until(() -> leadership.epoch().isEmpty());
        assertEquals(0, held(node));
        assertEquals(List.of(), others.said(job));
        assertEquals(List.of(), others.commands(node));

        var foreign = epoch();
        rows(GIVE_BACK);
        var start = others.awaitStart(job);
        assertTrue(start.epoch() > foreign);
        assertEquals(1, held(node));
    }

    @Test
    void the_database_refuses_a_second_holder_of_a_gpu() {
        others.node(node, 1, model, 1);
        var job = submit(1);
        others.awaitStart(job);
        rows("insert into allocation (id, document) values ('%s-x', '{\"ranks\": [{\"phase\": \"SENT\"}]}')"
                .formatted(job));
        var second = "insert into allocation_gpu (allocation, node, gpu) values ('%s-x', '%s', 'GPU-0')"
                .formatted(job, node);
        var refused = assertThrows(PgException.class, () -> rows(second));
        assertEquals("23505", refused.getSqlState());
        rows("delete from allocation where id = '%s-x'".formatted(job));
    }

    @Test
    void a_new_leader_knows_everything_and_sends_unanswered_starts_again_under_its_epoch() {
        others.node(node, 2, model, 1);
        var answered = submit(1);
        others.started(others.awaitStart(answered));
        var unanswered = submit(1);
        var first = others.awaitStart(unanswered);
        var waiting = submit(1);
        others.await(Topics.SCHEDULING_EVENTS, waiting, Waiting.class);
        await().until(() -> count(
                        "select count(*) from allocation where id = '%s-1' and document -> 'ranks' -> 0 ->> 'phase' = 'STARTED'"
                                .formatted(answered))
                == 1);

        rows(TAKE_OVER);
        await().until(() -> leadership.epoch().isEmpty());
        rows(GIVE_BACK);
        await().until(() -> others.commands(node).size() == 3);
        var again = (ExecutionCommand.Start) others.commands(node).getLast();
        assertEquals(first.allocation(), again.allocation());
        assertTrue(again.epoch() > first.epoch());

        others.finished(again, 0);
        assertEquals(again.gpus(), others.awaitStart(waiting).gpus());
    }

    @Test
    void hearing_everything_again_changes_nothing() {
        others.node(node, 1, model, 1);
        var first = submit(1);
        others.finished(others.awaitStart(first), 0);
        var second = submit(1);
        others.awaitStart(second);
        var before = books();
        var said = bus.on(Topics.SCHEDULING_EVENTS).size()
                + bus.on(Topics.EXECUTION_COMMANDS).size();
        replay.fromZero().await().indefinitely();
        var marker = Others.fresh("c");
        others.node(marker, 1, Others.fresh("other"), 1);
        await().until(() -> count("select count(*) from node where name = '" + marker + "'") == 1);
        rows("delete from node where name = '" + marker + "'");
        assertEquals(before, books());
        assertEquals(
                said,
                bus.on(Topics.SCHEDULING_EVENTS).size()
                        + bus.on(Topics.EXECUTION_COMMANDS).size());
    }

    private String books() {
        var all = new StringBuilder();
        for (var table : List.of(
                "queue_entry",
                "allocation",
                "node",
                "usage_limit",
                "queue_head",
                "allocation_gpu",
                "run_history",
                "overtaker",
                "group_rule"))
            for (var row : rows("select cast(t as text) from %s t order by 1".formatted(table)))
                all.append(row.getString(0)).append('\n');
        return all.toString();
    }

    private long epoch() {
        return count("select epoch from bus_leader where name = 'scheduling'");
    }
}

package org.sing.scheduling;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.EndCause;
import org.sing.schemas.Envelope;
import org.sing.schemas.ExecutionCommand;
import org.sing.schemas.JobEvent;
import org.sing.schemas.SchedulingEvent.AllocationReleased;
import org.sing.schemas.SchedulingEvent.Placed;
import org.sing.schemas.SchedulingEvent.Waiting;
import org.sing.schemas.SchedulingEvent.Withdrawn;
import org.sing.schemas.Topics;

@QuarkusTest
@WithTestResource(CampusPlatform.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class PlacingTest extends OnTheBus {

    @Test
    void a_job_is_placed_and_its_agents_are_told_to_start_it() {
        var second = Others.fresh("b");
        others.node(node, 8, model, 3);
        others.node(second, 8, model, 5);
        var job = submit(Others.spec(2, 4, model));

        var placed = others.await(Topics.SCHEDULING_EVENTS, job, Placed.class);
        assertEquals(job + "-1", placed.allocation());
        assertEquals(
                List.of(node, second),
                placed.shares().stream().map(s -> s.node()).toList());
        var start = others.awaitStart(second, placed.allocation());
        assertEquals(1, start.rank());
        assertEquals(List.of(node, second), start.peers());
        assertEquals(List.of("GPU-0", "GPU-1", "GPU-2", "GPU-3"), start.gpus());
        assertEquals(5, start.incarnation());
        assertEquals(placed.epoch(), start.epoch());
        assertEquals(20, start.cpus());
        assertEquals(List.of("python train.py"), start.script());
        assertEquals(user, start.owner());
        assertEquals(4, held(node));
    }

    @Test
    void what_is_said_about_a_job_belongs_to_its_chain() {
        others.node(node, 8, model, 1);
        var job = submit(1);
        var placed = bus.await(Topics.SCHEDULING_EVENTS, event -> event.key().equals(job));
        assertEquals("chain", placed.correlationId());
        assertEquals("ann", placed.actor());
        assertEquals("jobs/%s:2".formatted(job), placed.causationId());
    }

    @Test
    void the_second_of_two_jobs_for_one_gpu_waits_for_the_first() {
        others.node(node, 1, model, 1);
        var first = submit(1);
        var start = others.awaitStart(first);
        var second = submit(1);
        var waiting = others.await(Topics.SCHEDULING_EVENTS, second, Waiting.class);
        assertEquals("WAITING gpus", waiting.verdict() + " " + waiting.constraint());

        others.started(start);
        others.finished(start, 0);
        others.await(Topics.SCHEDULING_EVENTS, first, AllocationReleased.class);
        assertEquals(start.gpus(), others.awaitStart(second).gpus());
        assertEquals(1, held(node));
    }

    @Test
    void a_rank_that_ends_badly_ends_its_gang() {
        var second = Others.fresh("b");
        others.node(node, 1, model, 1);
        others.node(second, 1, model, 1);
        var job = submit(Others.spec(2, 1, model));
        others.finished(others.awaitStart(second, job + "-1"), 1);
        var stop = others.await(Topics.EXECUTION_COMMANDS, node, ExecutionCommand.Stop.class);
        assertEquals(EndCause.GANG_ENDED, stop.cause());
        others.finished(others.awaitStart(node, job + "-1"), 143);
        others.await(Topics.SCHEDULING_EVENTS, job, AllocationReleased.class);
    }

    @Test
    void a_cancelled_job_is_withdrawn_or_stopped() {
        others.node(node, 1, model, 1);
        var running = submit(1);
        others.awaitStart(running);
        var waiting = submit(1);
        others.await(Topics.SCHEDULING_EVENTS, waiting, Waiting.class);
        others.tell(waiting, new JobEvent.Stopping(waiting, 0, false, "enough"));
        others.await(Topics.SCHEDULING_EVENTS, waiting, Withdrawn.class);
        others.tell(running, new JobEvent.Stopping(running, 1, false, "enough"));
        var stop = others.await(Topics.EXECUTION_COMMANDS, node, ExecutionCommand.Stop.class);
        assertEquals(EndCause.CANCELLED, stop.cause());
        assertEquals(running + "-1", stop.allocation());
    }

    @Test
    void a_limit_holds_when_many_jobs_come_at_once() {
        others.limit(user, 1, 2);
        await().until(() -> count("select count(*) from usage_limit where id = 'USER/" + user + "'") == 1);
        others.node(node, 8, model, 1);
        var messages = new ArrayList<Envelope>();
        IntStream.range(0, 20).forEach(i -> {
            jobs.add(Others.fresh("job"));
            messages.addAll(others.submission(jobs.getLast(), user, Others.spec(1, 1, model)));
        });
        bus.publish(messages);
        await().until(() ->
                rows("select 1 from queue_entry where owner = '%s' and state in ('QUEUED', 'PLACED')".formatted(user))
                                .size()
                        == 20);
        assertEquals(2, held(node));

        var start = (ExecutionCommand.Start) others.commands(node).getFirst();
        others.finished(start, 0);
        await().until(() -> others.commands(node).size() == 3);
        assertEquals(2, held(node));
        var blocked = jobs.stream()
                .flatMap(job -> others.said(job).stream())
                .filter(said -> said instanceof Waiting)
                .map(said -> ((Waiting) said).constraint())
                .distinct()
                .toList();
        assertEquals(List.of("user-running-jobs"), blocked);
    }

    @Test
    void a_released_gpu_and_its_next_holder_may_meet_in_one_batch() {
        others.node(node, 1, model, 1);
        var first = submit(1);
        var start = others.awaitStart(first);
        var second = Others.fresh("job");
        jobs.add(second);
        others.finished(start, 0);
        bus.publish(others.submission(second, user, Others.spec(1, 1, model)));
        assertTrue(others.awaitStart(second).gpus().containsAll(start.gpus()));
    }

    @Test
    void how_long_a_job_held_its_gpus_is_learned_by_its_name() {
        others.node(node, 1, model, 1);
        var job = submit(1);
        others.finished(others.awaitStart(job), 0);
        others.await(Topics.SCHEDULING_EVENTS, job, AllocationReleased.class);
        var kinds = "select count(*) from run_history where kind = '%s/%s/1x1'";
        await().until(() -> count(kinds.formatted(user, Others.spec(1, 1, model).name())) == 1);
    }
}

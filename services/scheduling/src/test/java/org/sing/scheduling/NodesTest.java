package org.sing.scheduling;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.EndCause;
import org.sing.schemas.ExecutionCommand;
import org.sing.schemas.JobEvent;
import org.sing.schemas.NodeEvent;
import org.sing.schemas.NodeTelemetry;
import org.sing.schemas.SchedulingEvent.AttemptEnded;
import org.sing.schemas.SchedulingEvent.CordonAcknowledged;
import org.sing.schemas.SchedulingEvent.Placed;
import org.sing.schemas.SchedulingEvent.Waiting;
import org.sing.schemas.Topics;

@QuarkusTest
@WithTestResource(CampusPlatform.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class NodesTest extends OnTheBus {

    @Test
    void the_attempt_of_a_lost_node_ends_when_its_jobs_must_be_dead_and_the_job_runs_elsewhere() {
        others.node(node, 1, model, 1);
        var job = submit(1);
        others.started(others.awaitStart(job));
        var safe = Instant.now().plusSeconds(2);
        others.tell(node, new NodeEvent.Lost(node, 1, Instant.now(), safe, List.of()));

        var ended = others.await(Topics.SCHEDULING_EVENTS, job, AttemptEnded.class);
        assertEquals(EndCause.NODE_LOST, ended.cause());
        assertEquals(node, ended.node());
        assertEquals(
                true,
                bus.on(Topics.SCHEDULING_EVENTS).stream()
                        .filter(event -> event.key().equals(job) && event.type().contains("attempt-ended"))
                        .allMatch(event -> !event.time().isBefore(safe.minusMillis(1))));
        assertEquals(0, held(node));

        var second = Others.fresh("b");
        others.node(second, 1, model, 1);
        others.node(node, 1, model, 2);
        others.tell(job, new JobEvent.Requeued(job, 1, "node-lost", List.of(node), Instant.now()));
        assertEquals(2, others.awaitStart(second, job + "-2").attempt());
    }

    @Test
    void the_jobs_of_a_resource_group_run_on_its_nodes() {
        var group = Others.fresh("group");
        others.node(node, 1, model, 1);
        var theirs = Others.fresh("theirs");
        others.node(theirs, group, 1, model, 1);
        var job = others.submit("ann", Others.spec(group, 1, 1, model));
        assertEquals(theirs, others.awaitStart(theirs, job + "-1").node());
    }

    @Test
    void a_cordon_stands_in_the_commands_of_the_node_before_every_later_start() {
        others.node(node, 2, model, 1);
        var running = submit(1);
        others.awaitStart(running);
        others.tell(node, new NodeEvent.CordonRequested(node, 1, "fan"));
        var acknowledged = others.await(Topics.SCHEDULING_EVENTS, node, CordonAcknowledged.class);
        assertEquals(running + "-1", acknowledged.inFlight().getFirst().allocation());
        var later = submit(1);
        var waiting = others.await(Topics.SCHEDULING_EVENTS, later, Waiting.class);
        assertEquals("nodes-unavailable", waiting.constraint());

        others.tell(node, new NodeEvent.Draining(node, 1, "requeue", "fan", 1));
        var stop = others.await(Topics.EXECUTION_COMMANDS, node, ExecutionCommand.Stop.class);
        assertEquals(EndCause.DRAINED, stop.cause());
        others.tell(node, new NodeEvent.Resumed(node, 2, "new fan"));
        others.awaitStart(later);
        assertEquals(
                List.of("Start", "Cordon", "Stop", "Cordon", "Start"),
                others.commands(node).stream()
                        .map(command -> command.getClass().getSimpleName())
                        .toList());
    }

    @Test
    void what_the_agent_adopts_goes_on_and_what_it_does_not_is_over() {
        others.node(node, 2, model, 1);
        var adopted = submit(1);
        var dead = submit(1);
        var start = others.awaitStart(adopted);
        others.awaitStart(dead);
        others.node(node, 2, model, 2, Others.live(start));
        assertEquals(
                EndCause.NODE_LOST,
                others.await(Topics.SCHEDULING_EVENTS, dead, AttemptEnded.class).cause());
        assertEquals(1, held(node));
        assertInstanceOf(Placed.class, others.said(adopted).getLast());
    }

    @Test
    void a_start_that_an_agent_passed_over_is_sent_again_and_a_live_job_that_nobody_knows_is_stopped() {
        others.node(node, 1, model, 1);
        var job = submit(1);
        others.awaitStart(job);
        var ghost = new NodeTelemetry.Live("ghost", 1, "ghost-1", 0, List.of("GPU-7"), 1);
        var renewals = new AtomicInteger();
        await().until(() -> {
            others.renewal(node, 1, renewals.incrementAndGet(), 1, ghost);
            return others.commands(node).size() >= 3;
        });
        assertEquals(
                List.of("ghost-1", job + "-1", job + "-1"),
                others.commands(node).stream()
                        .map(command -> command instanceof ExecutionCommand.Stop stop
                                ? stop.allocation()
                                : ((ExecutionCommand.Start) command).allocation())
                        .sorted()
                        .toList());
    }
}

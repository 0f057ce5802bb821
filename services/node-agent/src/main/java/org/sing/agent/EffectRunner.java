package org.sing.agent;

import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.sing.agent.bus.ReportPublisher;
import org.sing.agent.domain.Effect;
import org.sing.agent.process.Watcher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does what the agents decided. Nothing here waits. */
final class EffectRunner {
    private static final Logger LOG = LoggerFactory.getLogger(EffectRunner.class);
    private static final long SEND_AGAIN_MILLIS = 500;

    private final ReportPublisher publisher;
    private final Clock clock;
    private final Map<String, Long> leases = new HashMap<>();
    private Watcher watcher;
    private AgentLoop loop;

    EffectRunner(ReportPublisher publisher, Clock clock) {
        this.publisher = publisher;
        this.clock = clock;
    }

    void use(Watcher processes, AgentLoop answers) {
        this.watcher = processes;
        this.loop = answers;
    }

    void perform(NodeContext context, Effect effect) {
        var node = context.node();
        switch (effect) {
            case Effect.Launch(var start, var allocation) -> watcher.launch(context.site(allocation), start);
            case Effect.CallOff(var allocation) -> watcher.callOff(context.site(allocation));
            case Effect.Alert(var task, var running, var warning) ->
                watcher.alert(context.site(task), running, warning);
            case Effect.Terminate(var task, var running) -> watcher.terminate(context.site(task), running);
            case Effect.Kill(var task, var running) -> watcher.kill(context.site(task), running);
            case Effect.Close(var allocation) -> watcher.finish(context.site(allocation));
            case Effect.Send(var report) ->
                publisher.report(node, report, delivered -> {
                    if (delivered) loop.post(node, (agent, now) -> agent.delivered(report.job(), report.sequence()));
                    else later(node, report.job());
                });
            case Effect.SayHello(var hello) -> publisher.telemetry(node, hello, clock.instant(), answered -> {});
            case Effect.Renew(var renewal, var sentMillis) ->
                publisher.telemetry(node, renewal, clock.instant(), answered -> {
                    if (answered) loop.post(node, (agent, now) -> agent.renewed(renewal.incarnation(), sentMillis));
                });
            case Effect.Warn(var message, var values) -> LOG.warn("{} node={} {}", message, node, values);
        }
    }

    /** Somebody else must end the jobs when the agent is dead by then. */
    void lease(NodeContext context) {
        var until = context.agent().lastMillis();
        if (until == Long.MAX_VALUE || Long.valueOf(until).equals(leases.put(context.node(), until))) return;
        watcher.lease(context.node(), until);
    }

    private void later(String node, String job) {
        CompletableFuture.delayedExecutor(SEND_AGAIN_MILLIS, TimeUnit.MILLISECONDS)
                .execute(() -> loop.post(node, (agent, now) -> agent.notDelivered(job)));
    }
}

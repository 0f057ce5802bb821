package org.sing.accounting;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.sing.schemas.AccountingMessage;
import org.sing.schemas.EndCause;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.ExecutionEvent;
import org.sing.schemas.IncidentEvent;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobSpec;
import org.sing.schemas.NodeEvent;
import org.sing.schemas.NodeTelemetry;
import org.sing.schemas.Requester;
import org.sing.schemas.SchedulingEvent;
import org.sing.schemas.Topics;

/** What the rest of the campus says, in its own sequences. */
public final class Campus {
    public static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");
    private static final Cause TEST = Cause.by("/test");

    private final Map<String, Long> sequences = new HashMap<>();

    public Envelope submitted(String job, String owner, String project) {
        var spec = new JobSpec(
                "train", List.of("true"), Map.of(), 1, 4, Optional.empty(), 0, 0, 0, "default", true, false);
        return fact(
                "/services/submission",
                Topics.JOB_EVENTS,
                job,
                "jobs/" + job,
                new JobEvent.Submitted(job, 1, owner, project, spec, NOON));
    }

    public Envelope finished(String job, int attempt, int rank, String node, EndCause cause, int gpus, long seconds) {
        return fact(
                "/nodes/" + node,
                Topics.EXECUTION_EVENTS,
                job,
                "jobs/" + job,
                new ExecutionEvent.Finished(
                        job,
                        attempt,
                        job + "-" + attempt,
                        node,
                        1,
                        rank,
                        rank + 1,
                        gpus(gpus),
                        true,
                        cause,
                        Optional.of(0),
                        Optional.empty(),
                        Optional.of(NOON),
                        NOON.plusSeconds(seconds),
                        seconds * 1000,
                        seconds,
                        0,
                        ""));
    }

    public Envelope lost(String node, long incarnation, NodeTelemetry.Live... live) {
        return fact(
                "/services/node-monitor",
                Topics.NODE_EVENTS,
                node,
                "nodes/" + node,
                new NodeEvent.Lost(node, incarnation, NOON, NOON.plusSeconds(60), List.of(live)));
    }

    public static NodeTelemetry.Live live(String job, int attempt, int rank, int gpus, long millis) {
        return new NodeTelemetry.Live(job, attempt, job + "-" + attempt, rank, gpus(gpus), millis);
    }

    public Envelope attemptEnded(String job, int attempt, EndCause cause, String node) {
        return fact(
                "/services/scheduling",
                Topics.SCHEDULING_EVENTS,
                job,
                "jobs/" + job,
                new SchedulingEvent.AttemptEnded(job, attempt, job + "-" + attempt, cause, node, ""));
    }

    public Envelope classified(String job, int attempt, String category) {
        return fact(
                "/services/incident",
                Topics.INCIDENT_EVENTS,
                job,
                "jobs/" + job,
                new IncidentEvent.AttemptClassified(job, attempt, category, "node-lost", "", "", true, ""));
    }

    static Envelope setLimit(String role, String scope, String name, String limit, long value) {
        var requester = new Requester("somebody", List.of(role), List.of());
        return Envelopes.of("/services/gateway")
                .message(
                        UUID.randomUUID().toString(),
                        Topics.ACCOUNTING_COMMANDS,
                        scope + "/" + name,
                        "limits/" + scope + "/" + name,
                        TEST,
                        NOON,
                        new AccountingMessage.SetLimit(requester, scope, name, limit, value));
    }

    private Envelope fact(String source, String topic, String key, String subject, Record data) {
        var sequence = sequences.merge(source + " " + topic + " " + subject, 1L, Long::sum);
        return Envelopes.of(source).fact(topic, key, subject, sequence, TEST, NOON, data);
    }

    private static List<String> gpus(int count) {
        return IntStream.range(0, count).mapToObj(it -> "gpu-" + it).toList();
    }
}

package org.sing.incident;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sing.schemas.EndCause;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.ExecutionEvent;
import org.sing.schemas.JobEvent;
import org.sing.schemas.NodeEvent;
import org.sing.schemas.NodeTelemetry;
import org.sing.schemas.SchedulingEvent;
import org.sing.schemas.Topics;

/** What the rest of the campus says, in its own sequences. */
final class Campus {
    static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");
    private static final Cause TEST = Cause.by("/test");

    private final Map<String, Long> sequences = new HashMap<>();

    Envelope finished(String job, int attempt, int rank, int ranks, String node, EndCause cause, int exitCode) {
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
                        ranks,
                        List.of("gpu-0"),
                        true,
                        cause,
                        Optional.of(exitCode),
                        Optional.empty(),
                        Optional.of(NOON),
                        NOON.plusSeconds(90 + rank),
                        90_000,
                        90,
                        0,
                        ""));
    }

    Envelope completing(String job, int attempt, EndCause cause, String node) {
        return fact(
                "/services/submission",
                Topics.JOB_EVENTS,
                job,
                "jobs/" + job,
                new JobEvent.Completing(job, attempt, cause, Optional.empty(), Optional.empty(), node));
    }

    Envelope attemptEnded(String job, int attempt, EndCause cause, String node) {
        return fact(
                "/services/scheduling",
                Topics.SCHEDULING_EVENTS,
                job,
                "jobs/" + job,
                new SchedulingEvent.AttemptEnded(job, attempt, job + "-" + attempt, cause, node, ""));
    }

    Envelope lost(String node, long incarnation, String... jobs) {
        var live = List.of(jobs).stream()
                .map(job -> new NodeTelemetry.Live(job, 1, job + "-1", 0, List.of("gpu-0"), 1000))
                .toList();
        return node(node, new NodeEvent.Lost(node, incarnation, NOON, NOON.plusSeconds(60), live));
    }

    Envelope registered(String node, long incarnation) {
        return node(
                node,
                new NodeEvent.Registered(
                        node, incarnation, "session", "boot", false, List.of(), 8, 1L << 34, 60, List.of(), "default"));
    }

    private Envelope node(String node, NodeEvent event) {
        return fact("/services/node-monitor", Topics.NODE_EVENTS, node, "nodes/" + node, (Record) event);
    }

    private Envelope fact(String source, String topic, String key, String subject, Record data) {
        var sequence = sequences.merge(source + " " + topic + " " + subject, 1L, Long::sum);
        return Envelopes.of(source).fact(topic, key, subject, sequence, TEST, NOON, data);
    }
}

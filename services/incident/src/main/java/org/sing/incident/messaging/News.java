package org.sing.incident.messaging;

import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.stream.Stream;
import org.sing.incident.domain.AttemptCase;
import org.sing.incident.domain.AttemptFact;
import org.sing.incident.domain.Cause;
import org.sing.incident.domain.Investigation;
import org.sing.incident.domain.NodeSignal;
import org.sing.incident.domain.RankEnd;
import org.sing.schemas.EndCause;
import org.sing.schemas.Envelope;
import org.sing.schemas.ExecutionEvent;
import org.sing.schemas.JobEvent;
import org.sing.schemas.NodeEvent;
import org.sing.schemas.NodeTelemetry;
import org.sing.schemas.SchedulingEvent;

/** What a message of others means here; most mean nothing. */
record News(Envelope message, Optional<AttemptFact> fact, Optional<NodeSignal> signal) {

    static Stream<News> of(Envelope message) {
        return switch (message.type()) {
            case "org.sing.execution.finished.v1" -> finished(message, message.as(ExecutionEvent.Finished.class));
            case "org.sing.job.completing.v1" -> completing(message, message.as(JobEvent.Completing.class));
            case "org.sing.scheduling.attempt-ended.v1" ->
                ended(message, message.as(SchedulingEvent.AttemptEnded.class));
            case "org.sing.node.lost.v1" -> lost(message, message.as(NodeEvent.Lost.class));
            case "org.sing.node.registered.v1" -> registered(message, message.as(NodeEvent.Registered.class));
            default -> Stream.empty();
        };
    }

    private static Stream<News> finished(Envelope message, ExecutionEvent.Finished event) {
        var end = new RankEnd(
                event.rank(),
                event.ranks(),
                event.node(),
                event.incarnation(),
                cause(event.cause()),
                event.exitCode(),
                event.signal(),
                event.endedAt().truncatedTo(ChronoUnit.MICROS),
                event.detail() == null ? "" : event.detail());
        return fact(message, new AttemptFact.RankEnded(event.job(), event.attempt(), end));
    }

    private static Stream<News> completing(Envelope message, JobEvent.Completing event) {
        var asked = new AttemptCase.Asked(cause(event.cause()), event.exitCode(), event.signal(), event.node());
        return fact(message, new AttemptFact.Asked(event.job(), event.attempt(), asked));
    }

    private static Stream<News> ended(Envelope message, SchedulingEvent.AttemptEnded event) {
        var ended = new AttemptCase.Ended(cause(event.cause()), event.node(), event.detail());
        return fact(message, new AttemptFact.Ended(event.job(), event.attempt(), ended));
    }

    private static Stream<News> lost(Envelope message, NodeEvent.Lost event) {
        var jobs = event.live().stream().map(NodeTelemetry.Live::job).distinct().toList();
        return signal(message, new NodeSignal.Lost(event.node(), event.incarnation(), message.time(), jobs));
    }

    private static Stream<News> registered(Envelope message, NodeEvent.Registered event) {
        return signal(
                message, new NodeSignal.Back(event.node(), event.incarnation(), event.rebooted(), message.time()));
    }

    private static Stream<News> fact(Envelope message, AttemptFact fact) {
        return Investigation.concerns(fact)
                ? Stream.of(new News(message, Optional.of(fact), Optional.empty()))
                : Stream.empty();
    }

    private static Stream<News> signal(Envelope message, NodeSignal signal) {
        return Stream.of(new News(message, Optional.empty(), Optional.of(signal)));
    }

    private static Cause cause(EndCause cause) {
        return switch (cause) {
            case EXITED -> Cause.EXITED;
            case CANCELLED -> Cause.CANCELLED;
            case REQUEUED -> Cause.REQUEUED;
            case TIME_LIMIT -> Cause.TIME_LIMIT;
            case OUT_OF_MEMORY -> Cause.OUT_OF_MEMORY;
            case GANG_ENDED -> Cause.GANG_ENDED;
            case LEASE_LOST -> Cause.LEASE_LOST;
            case NODE_LOST -> Cause.NODE_LOST;
            case DRAINED -> Cause.DRAINED;
            case START_REFUSED -> Cause.START_REFUSED;
            case START_DEADLINE -> Cause.START_DEADLINE;
            case START_FAILED -> Cause.START_FAILED;
            case EXIT_UNKNOWN -> Cause.EXIT_UNKNOWN;
            case UNKNOWN -> Cause.UNKNOWN;
        };
    }
}

package org.sing.accounting.messaging;

import java.time.temporal.ChronoUnit;
import java.util.List;
import org.sing.accounting.domain.Fact;
import org.sing.accounting.domain.Payer;
import org.sing.schemas.EndCause;
import org.sing.schemas.Envelope;
import org.sing.schemas.ExecutionEvent;
import org.sing.schemas.IncidentEvent;
import org.sing.schemas.JobEvent;
import org.sing.schemas.NodeEvent;
import org.sing.schemas.NodeTelemetry;
import org.sing.schemas.SchedulingEvent;

/** What the messages of others mean to the ledger; most mean nothing. */
final class Facts {
    private Facts() {}

    static List<Fact> of(Envelope message) {
        return switch (message.type()) {
            case "org.sing.job.submitted.v1" -> List.of(submitted(message.as(JobEvent.Submitted.class)));
            case "org.sing.execution.finished.v1" -> List.of(finished(message.as(ExecutionEvent.Finished.class)));
            case "org.sing.node.lost.v1" -> lost(message.as(NodeEvent.Lost.class));
            case "org.sing.scheduling.attempt-ended.v1" -> ended(message.as(SchedulingEvent.AttemptEnded.class));
            case "org.sing.incident.attempt-classified.v1" ->
                List.of(classified(message.as(IncidentEvent.AttemptClassified.class)));
            default -> List.of();
        };
    }

    private static Fact submitted(JobEvent.Submitted event) {
        return new Fact.Submitted(event.job(), new Payer(event.owner(), event.project()));
    }

    private static Fact finished(ExecutionEvent.Finished event) {
        return new Fact.Finished(
                event.job(),
                event.attempt(),
                event.rank(),
                event.node(),
                event.gpus().size(),
                event.ran(),
                event.cause() == EndCause.DRAINED,
                event.billedSeconds(),
                event.endedAt().truncatedTo(ChronoUnit.MICROS));
    }

    private static List<Fact> lost(NodeEvent.Lost event) {
        return event.live().stream().map(live -> lost(event, live)).toList();
    }

    private static Fact lost(NodeEvent.Lost event, NodeTelemetry.Live live) {
        return new Fact.Lost(
                live.job(),
                live.attempt(),
                live.rank(),
                event.node(),
                live.gpus().size(),
                live.elapsedMillis(),
                event.lastRenewalAt().truncatedTo(ChronoUnit.MICROS));
    }

    /** Ends of other causes say nothing about what ran: the start never happened. */
    private static List<Fact> ended(SchedulingEvent.AttemptEnded event) {
        return event.cause() == EndCause.NODE_LOST
                ? List.of(new Fact.GivenUp(event.job(), event.attempt()))
                : List.of();
    }

    private static Fact classified(IncidentEvent.AttemptClassified event) {
        return new Fact.Classified(
                event.job(), event.attempt(), event.category().equals("platform"), event.code());
    }
}

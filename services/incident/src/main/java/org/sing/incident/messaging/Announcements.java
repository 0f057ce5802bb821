package org.sing.incident.messaging;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.sing.incident.domain.Incident;
import org.sing.incident.domain.NodeTrouble;
import org.sing.incident.domain.Verdict;
import org.sing.incident.store.Filed;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.IncidentEvent;
import org.sing.schemas.IncidentSnapshot;
import org.sing.schemas.Topics;

/** What incident says, in the words of the bus. */
final class Announcements {
    private static final Envelopes INCIDENT = Envelopes.of("/services/incident");

    private Announcements() {}

    static Envelope classified(Filed filed, Verdict verdict, Instant at) {
        var attempt = filed.attempt();
        var event = new IncidentEvent.AttemptClassified(
                attempt.job(),
                attempt.attempt(),
                verdict.category().name().toLowerCase(Locale.ROOT),
                verdict.code(),
                verdict.sentence(),
                verdict.advice(),
                verdict.retry(),
                verdict.excludeNode());
        return INCIDENT.fact(
                Topics.INCIDENT_EVENTS,
                attempt.job(),
                "jobs/" + attempt.job(),
                filed.sequence(),
                filed.cause(),
                at,
                event);
    }

    /** The event, and the incident as it stands after it. */
    static List<Envelope> changed(NodeTrouble.Change change, Cause cause, Instant at) {
        var incident = change.incident();
        var subject = "incidents/" + incident.id();
        var event = INCIDENT.fact(
                Topics.INCIDENT_EVENTS, incident.id(), subject, incident.sequence(), cause, at, event(change));
        var state = INCIDENT.snapshot(
                Topics.INCIDENT_STATE, incident.id(), subject, incident.sequence(), cause, at, snapshot(incident));
        return List.of(event, state);
    }

    private static Record event(NodeTrouble.Change change) {
        var it = change.incident();
        var jobs = List.copyOf(it.affectedJobs());
        return switch (change) {
            case NodeTrouble.Opened opened ->
                new IncidentEvent.Opened(
                        it.id(),
                        it.dedupKey(),
                        it.kind(),
                        it.severity(),
                        it.node(),
                        it.title(),
                        jobs,
                        it.recommendedAction(),
                        it.openedAt());
            case NodeTrouble.Recurred recurred ->
                new IncidentEvent.Recurred(it.id(), it.occurrences(), jobs, recurred.note());
            case NodeTrouble.Resolved resolved ->
                new IncidentEvent.Resolved(
                        it.id(), resolved.note(), it.resolvedAt().orElse(it.openedAt()));
        };
    }

    private static IncidentSnapshot snapshot(Incident it) {
        return new IncidentSnapshot(
                it.id(),
                it.sequence(),
                it.dedupKey(),
                it.kind(),
                it.severity(),
                it.open() ? "open" : "resolved",
                it.node(),
                it.title(),
                it.occurrences(),
                List.copyOf(it.affectedJobs()),
                it.recommendedAction(),
                it.openedAt(),
                it.resolvedAt());
    }
}

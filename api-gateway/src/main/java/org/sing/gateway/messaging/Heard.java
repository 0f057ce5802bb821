package org.sing.gateway.messaging;

import org.sing.schemas.AccountingMessage;
import org.sing.schemas.Catalogue;
import org.sing.schemas.CommandOutcome;
import org.sing.schemas.Envelope;
import org.sing.schemas.ExecutionEvent;
import org.sing.schemas.IncidentEvent;
import org.sing.schemas.JobEvent;
import org.sing.schemas.SchedulingEvent;

/**
 * A message and the job that it is about ({@code job} is empty for none).
 *
 * @param data a record of the catalogue, or {@link Unknown} for a type of a newer version
 */
record Heard(Envelope envelope, Record data, String job) {

    /** The data of a type that this version does not know. */
    record Unknown() {}

    private static final String JOBS = "jobs/";

    static Heard of(Envelope envelope) {
        var data = Catalogue.open(envelope).orElseGet(Unknown::new);
        return new Heard(envelope, data, jobOf(envelope, data));
    }

    /** Whether it stands on an event topic: those, and only those, make the feed. */
    boolean isEvent() {
        return envelope.topic().endsWith(".events");
    }

    boolean known() {
        return !(data instanceof Unknown);
    }

    /** Whether a job's row changes by it, or its owner must be looked up for the feed. */
    boolean changesJob() {
        return !job.isEmpty() && !(data instanceof AccountingMessage);
    }

    private static String jobOf(Envelope envelope, Record data) {
        return switch (data) {
            case JobEvent e -> e.job();
            case ExecutionEvent e -> e.job();
            case IncidentEvent.AttemptClassified e -> e.job();
            case AccountingMessage.EntryRecorded e -> e.job();
            case SchedulingEvent.CordonAcknowledged e -> "";
            case SchedulingEvent e -> envelope.key();
            case CommandOutcome e -> bySubject(envelope);
            default -> bySubject(envelope);
        };
    }

    private static String bySubject(Envelope envelope) {
        return envelope.subject().startsWith(JOBS) ? envelope.subject().substring(JOBS.length()) : "";
    }
}

package org.sing.submission.messaging;

import java.util.Comparator;
import java.util.Optional;
import org.sing.schemas.Catalogue;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.ExecutionEvent;
import org.sing.schemas.IncidentEvent;
import org.sing.schemas.JobCommand;
import org.sing.schemas.SchedulingEvent;
import org.sing.submission.app.Told;
import org.sing.submission.domain.Input;
import org.sing.submission.domain.Input.End;
import org.sing.submission.domain.Verdict;

/** Reads the messages that concern a job's life; all others are nobody's business here. */
final class Inputs {
    private Inputs() {}

    static Optional<Told> of(Envelope envelope) {
        return Catalogue.open(envelope).flatMap(message -> switch (message) {
            case JobCommand command -> Optional.of(command(envelope, command));
            case SchedulingEvent event -> scheduling(envelope, event);
            case ExecutionEvent event -> Optional.of(execution(envelope, event));
            case IncidentEvent.AttemptClassified it -> Optional.of(heard(envelope, it.job(), classified(it)));
            case Record other -> Optional.empty();
        });
    }

    private static Told command(Envelope envelope, JobCommand command) {
        var id = envelope.id();
        return switch (command) {
            case JobCommand.Submit it -> new Told.Submitted(it.job(), id, it, Cause.of(envelope));
            case JobCommand.Cancel it -> heard(envelope, it.job(), new Input.Cancel(id, it.requester(), it.reason()));
            case JobCommand.Hold it -> heard(envelope, it.job(), new Input.Hold(id, it.requester(), it.reason()));
            case JobCommand.Release it -> heard(envelope, it.job(), new Input.Release(id, it.requester()));
            case JobCommand.Requeue it -> heard(envelope, it.job(), new Input.Requeue(id, it.requester(), it.reason()));
        };
    }

    private static Optional<Told> scheduling(Envelope envelope, SchedulingEvent event) {
        return switch (event) {
            case SchedulingEvent.Placed it ->
                Optional.of(heard(
                        envelope,
                        it.job(),
                        new Input.Placed(
                                it.attempt(),
                                it.shares().stream()
                                        .sorted(Comparator.comparingInt(SchedulingEvent.Share::rank))
                                        .map(SchedulingEvent.Share::node)
                                        .toList(),
                                envelope.time())));
            case SchedulingEvent.AttemptEnded it ->
                Optional.of(heard(
                        envelope,
                        it.job(),
                        new Input.AttemptEnded(
                                it.attempt(),
                                new End(it.cause(), Optional.empty(), Optional.empty(), it.node(), it.detail()),
                                envelope.time())));
            case SchedulingEvent.Withdrawn it -> Optional.of(heard(envelope, it.job(), new Input.Withdrawn()));
            case SchedulingEvent.AllocationReleased it -> Optional.empty();
            case SchedulingEvent.Waiting it -> Optional.empty();
            case SchedulingEvent.CordonAcknowledged it -> Optional.empty();
        };
    }

    private static Told execution(Envelope envelope, ExecutionEvent event) {
        return switch (event) {
            case ExecutionEvent.Started it ->
                heard(
                        envelope,
                        it.job(),
                        new Input.Started(it.attempt(), it.rank(), it.ranks(), it.node(), it.startedAt()));
            case ExecutionEvent.Finished it ->
                heard(
                        envelope,
                        it.job(),
                        new Input.RankFinished(
                                it.attempt(),
                                it.rank(),
                                it.ranks(),
                                new End(it.cause(), it.exitCode(), it.signal(), it.node(), it.detail()),
                                it.endedAt()));
        };
    }

    private static Input classified(IncidentEvent.AttemptClassified it) {
        return new Input.Classified(
                it.attempt(), new Verdict(it.category(), it.code(), sentence(it), it.retry(), it.excludeNode()));
    }

    private static String sentence(IncidentEvent.AttemptClassified it) {
        return it.advice().isBlank() ? it.sentence() : it.sentence() + " " + it.advice();
    }

    private static Told heard(Envelope envelope, String job, Input input) {
        return new Told.Heard(job, input, Cause.of(envelope));
    }
}

package org.sing.submission.app;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.sing.schemas.CommandOutcome;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.JobSnapshot;
import org.sing.schemas.Topics;
import org.sing.submission.domain.Attempt;
import org.sing.submission.domain.Job;
import org.sing.submission.domain.Job.Change;

/** What this service says in one transaction, numbered, and each with its cause. */
final class Speech {
    private static final Envelopes ENVELOPES = Envelopes.of("/services/submission");

    private final Instant now;
    private final List<Envelope> said = new ArrayList<>();
    private final Map<String, Cause> last = new HashMap<>();

    Speech(Instant now) {
        this.now = now;
    }

    void say(Change change, Cause cause) {
        var job = change.job();
        var sequence = job.sequence() - change.events().size();
        for (var event : change.events())
            said.add(ENVELOPES.fact(Topics.JOB_EVENTS, job.id(), Job.subject(job.id()), ++sequence, cause, now, event));
        last.put(job.id(), cause);
    }

    /** About a job that does not exist nothing can be numbered: the answer is told apart by the command's id. */
    void answer(String job, CommandOutcome.Refused refusal, Cause cause) {
        said.add(ENVELOPES.message(
                refusal.command() + ":outcome", Topics.JOB_EVENTS, job, Job.subject(job), cause, now, refusal));
    }

    /** The job as it stands after all of its changes; a rejected job was never one for anybody else. */
    void snapshot(Job job) {
        job.spec()
                .ifPresent(spec -> said.add(ENVELOPES.snapshot(
                        Topics.JOB_STATE,
                        job.id(),
                        Job.subject(job.id()),
                        job.sequence(),
                        last.get(job.id()),
                        now,
                        new JobSnapshot(
                                job.id(),
                                job.sequence(),
                                job.number(),
                                job.owner(),
                                job.project(),
                                spec,
                                job.life().phase(),
                                job.submittedAt(),
                                job.life().finishedAt(),
                                job.life().message(),
                                job.life().excludedNodes(),
                                job.life().attempts().stream()
                                        .map(Speech::attempt)
                                        .toList()))));
    }

    List<Envelope> said() {
        return said;
    }

    private static JobSnapshot.Attempt attempt(Attempt attempt) {
        return new JobSnapshot.Attempt(
                attempt.number(),
                List.copyOf(attempt.nodes().values()),
                attempt.placedAt(),
                attempt.startedAt(),
                attempt.endedAt(),
                attempt.end().map(end -> end.cause()),
                attempt.end().flatMap(end -> end.exitCode()),
                attempt.end().flatMap(end -> end.signal()));
    }
}

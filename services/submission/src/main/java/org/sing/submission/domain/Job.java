package org.sing.submission.domain;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sing.schemas.CommandOutcome;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobPhase;
import org.sing.schemas.JobSpec;
import org.sing.schemas.Problem;

/**
 * A job: who asked for what, and what has become of it. Pure; every message folds to the next job and the events that
 * it causes.
 *
 * @param number that people use; 0 for a rejected job
 * @param spec empty for a rejected job
 * @param sequence of its last event
 */
public record Job(
        String id,
        String owner,
        String project,
        String payloadHash,
        long number,
        Optional<JobSpec> spec,
        Instant submittedAt,
        long sequence,
        Life life) {

    /** Who asks for a job that does not exist yet. */
    public record Submission(String command, String job, String owner, String project, String payloadHash) {
        /** @param position among the tasks of an array, from 0; the first task is the job itself */
        public Submission task(int position) {
            return new Submission(command, TaskIds.task(job, position), owner, project, payloadHash);
        }
    }

    /** A new state with the events that lead there; the first has the sequence after that of the job before. */
    public record Change(Job job, List<Record> events) {
        public Change {
            events = List.copyOf(events);
        }
    }

    /** @param message what the submitter should know, such as warnings of the profile */
    public static Change submitted(Submission by, long number, JobSpec spec, String message, Instant now) {
        var life = begun(spec, message);
        var said = new JobEvent.Submitted(by.job(), number, by.owner(), by.project(), spec, now);
        var accepted = new CommandOutcome.Accepted(by.command(), "submit", subject(by.job()));
        return begun(by, number, spec, life, now, List.of(said, accepted, first(by.job(), life)));
    }

    /** A further task of an array: the command has had its answer with the first one. */
    public static Change task(Submission by, long number, JobSpec spec, String message, Instant now) {
        var life = begun(spec, message);
        var said = new JobEvent.Submitted(by.job(), number, by.owner(), by.project(), spec, now);
        return begun(by, number, spec, life, now, List.of(said, first(by.job(), life)));
    }

    private static Change begun(Submission by, long number, JobSpec spec, Life life, Instant now, List<Record> events) {
        return new Change(
                new Job(
                        by.job(),
                        by.owner(),
                        by.project(),
                        by.payloadHash(),
                        number,
                        Optional.of(spec),
                        now,
                        events.size(),
                        life),
                events);
    }

    private static Life begun(JobSpec spec, String message) {
        var waits = spec.conditions().map(Expectation::sentence);
        var phase = spec.held() ? JobPhase.HELD : waits.isPresent() ? JobPhase.BLOCKED : JobPhase.QUEUED;
        return Life.of(phase, phase == JobPhase.BLOCKED ? waits.get() : message);
    }

    private static Record first(String job, Life life) {
        return switch (life.phase()) {
            case HELD -> new JobEvent.Held(job, "The profile says hold.");
            case BLOCKED -> new JobEvent.Blocked(job, life.message());
            default -> new JobEvent.Queued(job, 1);
        };
    }

    public static Change rejected(Submission by, String code, List<Problem> problems, Instant now) {
        var job = new Job(
                by.job(),
                by.owner(),
                by.project(),
                by.payloadHash(),
                0,
                Optional.empty(),
                now,
                2,
                Life.rejected(now, problems).saying(code));
        return new Change(
                job,
                List.of(
                        new JobEvent.Rejected(by.job(), by.owner(), by.project(), code, problems),
                        refusal(by.command(), "submit", by.job(), code, problems)));
    }

    public Change on(Input input, Policy policy, Instant now) {
        var turn = new Turn(this, policy, now);
        switch (input) {
            case Input.Command command -> Commands.apply(turn, command);
            case Input.Report report -> Reports.apply(turn, report);
            case Input.Withdrawn withdrawn -> Reports.withdrawn(turn);
            case Input.ConditionsMet met -> Expectation.met(turn);
            case Input.DeadlinePassed passed -> Deadline.passed(turn);
            case Input.ConditionsBroken broken -> Expectation.broken(turn, broken.reason());
        }
        return turn.change();
    }

    /** When time alone ends it, unless something else happens before. */
    public Optional<Instant> endsAt() {
        return Deadline.of(this);
    }

    public boolean terminal() {
        return life.phase().terminal();
    }

    public static String subject(String job) {
        return "jobs/" + job;
    }

    static CommandOutcome.Refused refusal(
            String command, String kind, String job, String code, List<Problem> problems) {
        return new CommandOutcome.Refused(command, kind, subject(job), code, Refusal.sentence(code), problems);
    }

    Job with(Life next, int events) {
        return new Job(id, owner, project, payloadHash, number, spec, submittedAt, sequence + events, next);
    }
}

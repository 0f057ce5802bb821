package org.sing.submission.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sing.schemas.CommandOutcome;
import org.sing.schemas.EndCause;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobPhase;
import org.sing.schemas.JobSpec;
import org.sing.schemas.Requester;
import org.sing.submission.domain.Input.End;

/** A job with a past, and what follows from one more message. */
final class Given {
    static final Instant NOW = Instant.parse("2026-03-01T01:00:00Z");
    static final Policy POLICY = new Policy(Duration.ofSeconds(10), 3, Duration.ofSeconds(30));
    static final Requester OWNER = new Requester("ada", List.of("researcher"), List.of("vision"));
    static final Requester COLLEAGUE = new Requester("bob", List.of("researcher"), List.of("vision"));
    static final Requester PROJECT_OWNER =
            new Requester("eve", List.of("researcher", "project-owner:vision"), List.of("vision"));
    static final Requester OTHER_PROJECT_OWNER =
            new Requester("eve", List.of("researcher", "project-owner:speech"), List.of("speech"));
    static final Requester OPERATOR = new Requester("op", List.of("operator"), List.of());
    static final Requester ADMIN = new Requester("root", List.of("admin"), List.of());

    private Job job;
    private Instant now = NOW;
    private final List<Record> all = new ArrayList<>();
    private List<Record> last = List.of();

    private Given(Job.Change change) {
        take(change);
    }

    static Given submitted(JobSpec spec) {
        return new Given(
                Job.submitted(new Job.Submission("c-submit", "job_1", "ada", "vision", "hash"), 4711, spec, "", NOW));
    }

    static Given queued() {
        return submitted(spec(1, true));
    }

    static Given queued(int nodes) {
        return submitted(spec(nodes, true));
    }

    static Given running() {
        return queued().when(placed(1, "n1"), started(1, 0, 1));
    }

    static JobSpec spec(int nodes, boolean requeueable) {
        return new JobSpec(
                "train",
                List.of("python main.py"),
                Map.of(),
                nodes,
                1,
                Optional.empty(),
                0,
                0,
                0,
                "default",
                requeueable,
                false);
    }

    Given when(Input... inputs) {
        for (var input : inputs) take(job.on(input, POLICY, now));
        return this;
    }

    Given after(Duration time) {
        now = now.plus(time);
        return this;
    }

    /** The events of the last message, all of them. */
    Given then(Record... events) {
        assertEquals(List.of(events), last);
        return this;
    }

    Given thenNothing() {
        return then();
    }

    Given in(JobPhase phase) {
        assertEquals(phase, job.life().phase());
        return this;
    }

    Job job() {
        return job;
    }

    List<Record> events() {
        return all;
    }

    private void take(Job.Change change) {
        job = change.job();
        last = change.events();
        all.addAll(last);
    }

    static Input placed(int attempt, String... nodes) {
        return new Input.Placed(attempt, List.of(nodes), NOW);
    }

    static Input started(int attempt, int rank, int ranks) {
        return new Input.Started(attempt, rank, ranks, "n" + (rank + 1), NOW);
    }

    static Input exited(int attempt, int rank, int ranks, int code) {
        return new Input.RankFinished(attempt, rank, ranks, exit(rank, code), NOW);
    }

    static Input ended(int attempt, int rank, int ranks, EndCause cause) {
        return new Input.RankFinished(attempt, rank, ranks, end(cause, "n" + (rank + 1)), NOW);
    }

    static Input lost(int attempt, String node) {
        return new Input.AttemptEnded(attempt, end(EndCause.NODE_LOST, node), NOW);
    }

    static Input platform(int attempt, String exclude) {
        return new Input.Classified(attempt, new Verdict("platform", "gpu-fault", "A GPU failed.", true, exclude));
    }

    static Input users(int attempt) {
        return new Input.Classified(attempt, new Verdict("user", "python-error", "The script failed.", false, ""));
    }

    static Input cancel() {
        return new Input.Cancel("c-cancel", OWNER, "enough");
    }

    static Input requeue() {
        return new Input.Requeue("c-requeue", OWNER, "again");
    }

    static Input hold() {
        return new Input.Hold("c-hold", OWNER, "later");
    }

    static Input release() {
        return new Input.Release("c-release", OWNER);
    }

    static End exit(int rank, int code) {
        return new End(EndCause.EXITED, Optional.of(code), Optional.empty(), "n" + (rank + 1), "");
    }

    static End end(EndCause cause, String node) {
        return new End(cause, Optional.empty(), Optional.empty(), node, "");
    }

    static Record accepted(String kind) {
        return new CommandOutcome.Accepted("c-" + kind, kind, "jobs/job_1");
    }

    static Record refused(String kind, String code) {
        return new CommandOutcome.Refused("c-" + kind, kind, "jobs/job_1", code, Refusal.sentence(code), List.of());
    }

    static Record stopping(int attempt, boolean requeue) {
        return new JobEvent.Stopping("job_1", attempt, requeue, requeue ? "again" : "enough");
    }

    static Record starting(int attempt, String... nodes) {
        return new JobEvent.Starting("job_1", attempt, List.of(nodes));
    }

    static Record isRunning(int attempt) {
        return new JobEvent.Running("job_1", attempt, NOW);
    }

    static Record cancelled(int attempt) {
        return new JobEvent.Finished(
                "job_1",
                attempt,
                JobPhase.CANCELLED,
                EndCause.CANCELLED,
                Optional.empty(),
                Optional.empty(),
                "none",
                "cancelled",
                "enough");
    }

    static Record succeeded(int attempt) {
        return new JobEvent.Finished(
                "job_1",
                attempt,
                JobPhase.SUCCEEDED,
                EndCause.EXITED,
                Optional.of(0),
                Optional.empty(),
                "none",
                "succeeded",
                "");
    }

    static Record completing(int attempt, EndCause cause, Optional<Integer> exit, String node) {
        return new JobEvent.Completing("job_1", attempt, cause, exit, Optional.empty(), node);
    }

    static Record requeued(int ended, String reason, List<String> excluded, Instant eligible) {
        return new JobEvent.Requeued("job_1", ended, reason, excluded, eligible);
    }
}

package org.sing.gateway.domain;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.sing.schemas.ArrayTask;
import org.sing.schemas.ExecutionEvent;
import org.sing.schemas.IncidentEvent;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobPhase;
import org.sing.schemas.SchedulingEvent;
import org.sing.schemas.SchedulingEvent.Estimate;

/**
 * A job as the gateway shows it: what several services said about it, folded.
 *
 * <p>Topics are not ordered against each other. Hence the phase comes from submission's events alone, and what the
 * others say goes into fields that nobody else writes, so that the order of arrival makes no difference.
 *
 * @param identity empty until submission introduced the job; until then nobody may see it
 */
public record Job(
        String id,
        Optional<Identity> identity,
        Life life,
        Optional<Waiting> waiting,
        Map<Integer, Attempt> attempts,
        List<String> excludedNodes) {

    public Job {
        attempts = Map.copyOf(attempts);
        excludedNodes = List.copyOf(excludedNodes);
    }

    /** What never changes. {@code number} is 0 for a job that was rejected; {@code array} is for a task of one. */
    public record Identity(
            long number,
            String owner,
            String project,
            String name,
            int nodes,
            int gpusPerNode,
            Optional<String> gpuModel,
            String resourceGroup,
            long timeLimitSeconds,
            Instant submittedAt,
            Optional<ArrayTask> array) {
        public Identity {
            array = array == null ? Optional.empty() : array;
        }

        public int gpus() {
            return nodes * gpusPerNode;
        }
    }

    /** Why it waits, in the words of the scheduler. */
    public record Waiting(
            String verdict,
            String constraint,
            long limit,
            long current,
            long requested,
            int jobsAhead,
            int gpusAhead,
            String detail,
            Instant since,
            Optional<Estimate> estimate) {

        /** Views of older releases estimate nothing. */
        public Waiting {
            estimate = estimate == null ? Optional.empty() : estimate;
        }
    }

    public static Job unheardOf(String id) {
        return new Job(id, Optional.empty(), Life.UNKNOWN, Optional.empty(), Map.of(), List.of());
    }

    public Job hear(JobEvent event, Instant at) {
        return switch (event) {
            case JobEvent.Submitted e ->
                introduced(new Identity(
                                e.number(),
                                e.owner(),
                                e.project(),
                                e.spec().name(),
                                e.spec().nodes(),
                                e.spec().gpusPerNode(),
                                e.spec().gpuModel(),
                                e.spec().resourceGroup(),
                                e.spec().timeLimitSeconds(),
                                e.submittedAt(),
                                e.spec().array()))
                        .enter(JobPhase.SUBMITTED, "");
            case JobEvent.Rejected e ->
                introduced(new Identity(
                                0, e.owner(), e.project(), "", 1, 0, Optional.empty(), "", 0, at, Optional.empty()))
                        .with(life.rejected(e.code(), at));
            case JobEvent.Queued e -> enter(JobPhase.QUEUED, "");
            case JobEvent.Held e -> enter(JobPhase.HELD, e.reason());
            case JobEvent.Blocked e -> waiting(Optional.empty()).enter(JobPhase.BLOCKED, e.reason());
            case JobEvent.Starting e ->
                enter(JobPhase.STARTING, "").attempt(e.attempt(), attempt -> attempt.on(e.nodes()));
            case JobEvent.Running e ->
                enter(JobPhase.RUNNING, "").with(life.running(e.startedAt())).attempt(e.attempt(), a -> a.running(e));
            case JobEvent.Stopping e ->
                e.requeue() ? with(life.because(e.reason())) : enter(JobPhase.CANCELLING, e.reason());
            case JobEvent.Completing e -> enter(JobPhase.COMPLETING, "").attempt(e.attempt(), a -> a.completing(e, at));
            case JobEvent.Requeued e ->
                new Job(id, identity, life.enter(JobPhase.QUEUED, e.reason()), waiting, attempts, e.excludedNodes())
                        .attempt(e.endedAttempt(), attempt -> attempt.over(at));
            case JobEvent.Finished e -> with(life.finished(e, at)).attempt(e.attempt(), a -> a.finished(e, at));
        };
    }

    /** The cordon of a node concerns no job. */
    public Job hear(SchedulingEvent event, Instant at) {
        return switch (event) {
            case SchedulingEvent.Placed e -> waiting(Optional.empty()).attempt(e.attempt(), a -> a.placed(e, at));
            case SchedulingEvent.Waiting e ->
                waiting(Optional.of(new Waiting(
                        e.verdict(),
                        e.constraint(),
                        e.limit(),
                        e.current(),
                        e.requested(),
                        e.jobsAhead(),
                        e.gpusAhead(),
                        e.detail(),
                        at,
                        e.estimate())));
            case SchedulingEvent.AttemptEnded e -> attempt(e.attempt(), attempt -> attempt.ended(e));
            case SchedulingEvent.AllocationReleased e -> this;
            case SchedulingEvent.Withdrawn e -> waiting(Optional.empty());
            case SchedulingEvent.CordonAcknowledged e -> this;
        };
    }

    public Job hear(ExecutionEvent event) {
        return switch (event) {
            case ExecutionEvent.Started e -> attempt(e.attempt(), attempt -> attempt.started(e));
            case ExecutionEvent.Finished e -> attempt(e.attempt(), attempt -> attempt.finished(e));
        };
    }

    public Job hear(IncidentEvent.AttemptClassified event) {
        return attempt(event.attempt(), attempt -> attempt.classified(event));
    }

    public boolean introduced() {
        return identity.isPresent();
    }

    /** The attempts in their order. */
    public List<Attempt> attemptsInOrder() {
        return List.copyOf(new TreeMap<>(attempts).values());
    }

    public Optional<Attempt> lastAttempt() {
        return attempts.keySet().stream().max(Integer::compare).map(attempts::get);
    }

    /** Other jobs that it names: those that it overtook. */
    public List<String> overtaken() {
        return attempts.values().stream()
                .flatMap(attempt -> attempt.overtaken().stream())
                .distinct()
                .toList();
    }

    /** As somebody may see it who sees of other jobs only these. */
    public Job naming(Collection<String> jobs) {
        var named = new TreeMap<>(attempts);
        named.replaceAll((number, attempt) -> attempt.naming(jobs));
        return new Job(id, identity, life, waiting, named, excludedNodes);
    }

    private Job introduced(Identity value) {
        return new Job(id, Optional.of(value), life, waiting, attempts, excludedNodes);
    }

    private Job enter(JobPhase phase, String reason) {
        return with(life.enter(phase, reason));
    }

    private Job with(Life value) {
        return new Job(id, identity, value, waiting, attempts, excludedNodes);
    }

    private Job waiting(Optional<Waiting> value) {
        return new Job(id, identity, life, value, attempts, excludedNodes);
    }

    private Job attempt(int number, UnaryOperator<Attempt> change) {
        if (number < 1) return this;
        var changed = new TreeMap<>(attempts);
        changed.put(number, change.apply(changed.getOrDefault(number, Attempt.unheardOf(number))));
        return new Job(id, identity, life, waiting, changed, excludedNodes);
    }
}

package org.sing.gateway.api.body;

import java.util.Optional;
import org.sing.gateway.domain.Attempt;
import org.sing.gateway.domain.Job;
import org.sing.schemas.JobPhase;
import org.sing.schemas.SchedulingEvent.Estimate;

/**
 * Why a job is where it is.
 *
 * @param verdict the scheduler's own ({@code WAITING}, {@code BLOCKED}, {@code NEVER_FITS}, {@code RUNNABLE_SOON}) while
 *     it waits; else {@code HELD}, {@code UNDECIDED}, {@code PLACED} or {@code ENDED}
 * @param advice what to try, for a job that failed
 * @param estimate when it should start, while it waits and that can be seen
 */
public record ExplainBody(
        String job,
        JobPhase state,
        String verdict,
        String detail,
        Optional<String> advice,
        Optional<Job.Waiting> waiting,
        Optional<Attempt.Placement> placement,
        Optional<Estimate> estimate) {

    public static ExplainBody of(Job job) {
        var phase = job.life().phase();
        var last = job.lastAttempt();
        if (phase.terminal())
            return new ExplainBody(
                    job.id(),
                    phase,
                    "ENDED",
                    ended(job),
                    last.flatMap(Attempt::verdict).map(Attempt.Verdict::advice).filter(text -> !text.isEmpty()),
                    Optional.empty(),
                    last.flatMap(Attempt::placement),
                    Optional.empty());
        if (phase == JobPhase.HELD)
            return open(
                    job,
                    "HELD",
                    job.life().reason().isEmpty()
                            ? "It is held until somebody releases it."
                            : job.life().reason());
        if (phase == JobPhase.BLOCKED) return open(job, "BLOCKED", job.life().reason());
        if (job.waiting().isPresent())
            return open(job, job.waiting().get().verdict(), job.waiting().get().detail());
        var running = last.filter(attempt -> attempt.endedAt().isEmpty()).flatMap(Attempt::placement);
        if (running.isPresent())
            return new ExplainBody(
                    job.id(),
                    phase,
                    "PLACED",
                    running.get().reason(),
                    Optional.empty(),
                    Optional.empty(),
                    running,
                    Optional.empty());
        return open(job, "UNDECIDED", "The scheduler has not said anything about it yet.");
    }

    /** The message of a job that failed ends with the advice, which is said apart here. */
    private static String ended(Job job) {
        var message = job.life().message();
        if (message.isEmpty()) return end(job.life().phase());
        return job.lastAttempt()
                .flatMap(Attempt::verdict)
                .map(Attempt.Verdict::sentence)
                .filter(message::startsWith)
                .orElse(message);
    }

    private static String end(JobPhase phase) {
        return switch (phase) {
            case SUCCEEDED -> "It ended by itself, and well.";
            case CANCELLED -> "It was cancelled.";
            case TIMEOUT -> "It reached its time limit.";
            case OUT_OF_MEMORY -> "It needed more memory than it had.";
            case NODE_FAILED -> "Its node was lost.";
            default -> "It is over.";
        };
    }

    private static ExplainBody open(Job job, String verdict, String detail) {
        return new ExplainBody(
                job.id(),
                job.life().phase(),
                verdict,
                detail,
                Optional.empty(),
                job.waiting(),
                Optional.empty(),
                job.waiting().flatMap(Job.Waiting::estimate));
    }
}

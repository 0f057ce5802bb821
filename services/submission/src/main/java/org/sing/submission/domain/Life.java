package org.sing.submission.domain;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sing.schemas.JobPhase;
import org.sing.schemas.Problem;

/**
 * What changes about a job.
 *
 * @param wish what somebody wants to become of it, until that has happened
 * @param attempts all of them, in order; only the last can be without an end
 * @param excludedNodes where it failed through no fault of its own
 * @param retries attempts that the platform spoiled
 * @param classifyBy when a failed attempt stops waiting for its cause
 * @param message one sentence for people about how it stands
 * @param problems why it was rejected
 */
public record Life(
        JobPhase phase,
        Optional<Wish> wish,
        List<Attempt> attempts,
        List<String> excludedNodes,
        int retries,
        Optional<Instant> classifyBy,
        Optional<Instant> finishedAt,
        String message,
        List<Problem> problems) {

    public Life {
        wish = wish == null ? Optional.empty() : wish;
        attempts = attempts == null ? List.of() : List.copyOf(attempts);
        excludedNodes = excludedNodes == null ? List.of() : List.copyOf(excludedNodes);
        classifyBy = classifyBy == null ? Optional.empty() : classifyBy;
        finishedAt = finishedAt == null ? Optional.empty() : finishedAt;
        message = message == null ? "" : message;
        problems = problems == null ? List.of() : List.copyOf(problems);
    }

    static Life of(JobPhase phase, String message) {
        return new Life(phase, null, null, null, 0, null, null, message, null);
    }

    static Life rejected(Instant at, List<Problem> problems) {
        return new Life(JobPhase.REJECTED, null, null, null, 0, null, Optional.of(at), "", problems);
    }

    boolean waiting() {
        return switch (phase) {
            case SUBMITTED, QUEUED, HELD, BLOCKED, PREPARING -> true;
            case STARTING,
                    RUNNING,
                    COMPLETING,
                    CANCELLING,
                    SUCCEEDED,
                    FAILED,
                    CANCELLED,
                    TIMEOUT,
                    OUT_OF_MEMORY,
                    NODE_FAILED,
                    REJECTED,
                    UNKNOWN -> false;
        };
    }

    /** The attempt that runs, or the one that would be the next: none can come before it is over. */
    Attempt current() {
        return attempts.isEmpty() || attempts.getLast().ended()
                ? Attempt.first(attempts.size() + 1)
                : attempts.getLast();
    }

    boolean wishes(Wish.Kind kind) {
        return wish.filter(it -> it.kind() == kind).isPresent();
    }

    Life with(JobPhase next) {
        return new Life(next, wish, attempts, excludedNodes, retries, classifyBy, finishedAt, message, problems);
    }

    Life with(Attempt attempt) {
        var all = new ArrayList<>(attempts);
        if (attempt.number() > all.size()) all.add(attempt);
        else all.set(attempt.number() - 1, attempt);
        return new Life(phase, wish, all, excludedNodes, retries, classifyBy, finishedAt, message, problems);
    }

    Life wishing(Wish next) {
        return new Life(
                phase,
                Optional.of(next),
                attempts,
                excludedNodes,
                retries,
                classifyBy,
                finishedAt,
                next.reason(),
                problems);
    }

    Life saying(String sentence) {
        return new Life(phase, wish, attempts, excludedNodes, retries, classifyBy, finishedAt, sentence, problems);
    }

    Life completing(Instant until) {
        return new Life(
                JobPhase.COMPLETING,
                wish,
                attempts,
                excludedNodes,
                retries,
                Optional.of(until),
                finishedAt,
                message,
                problems);
    }

    Life spoiled(String node) {
        var excluded = new ArrayList<>(excludedNodes);
        if (!node.isEmpty() && !excluded.contains(node)) excluded.add(node);
        return new Life(phase, wish, attempts, excluded, retries + 1, classifyBy, finishedAt, message, problems);
    }

    Life requeued(String reason) {
        return new Life(
                JobPhase.QUEUED,
                Optional.empty(),
                attempts,
                excludedNodes,
                retries,
                Optional.empty(),
                finishedAt,
                reason,
                problems);
    }

    Life finished(JobPhase terminal, Instant at, String sentence) {
        return new Life(
                terminal,
                Optional.empty(),
                attempts,
                excludedNodes,
                retries,
                Optional.empty(),
                Optional.of(at),
                sentence,
                problems);
    }
}

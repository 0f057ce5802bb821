package org.sing.submission.domain;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sing.schemas.Conditions;
import org.sing.schemas.Conditions.Dependency;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobPhase;

/** What a job waits for before it is queued: a time, and what becomes of other jobs. */
public final class Expectation {
    private enum Answer {
        YES,
        NOT_YET,
        NEVER
    }

    private Expectation() {}

    /**
     * What the job hears, if there is anything to tell by now.
     *
     * @param others how the jobs stand that it waits for, by id; one that is not kept any more is nothing to wait for
     */
    public static Optional<Input> outcome(Conditions conditions, Map<String, JobPhase> others, Instant now) {
        for (var dependency : conditions.dependencies())
            if (answer(dependency, others) == Answer.NEVER)
                return Optional.of(new Input.ConditionsBroken(broken(dependency, others.get(dependency.job()))));
        var early = conditions.begin().filter(now::isBefore).isPresent();
        var open = conditions.dependencies().stream().anyMatch(it -> answer(it, others) == Answer.NOT_YET);
        return early || open ? Optional.empty() : Optional.of(new Input.ConditionsMet());
    }

    /** For people. */
    static String sentence(Conditions conditions) {
        var others = conditions.dependencies().stream()
                .map(it -> "job " + it.number() + " " + shall(it.kind()))
                .collect(Collectors.joining(" and "));
        var begin = conditions.begin().map(at -> "it is " + at).orElse("");
        return "It waits until " + others + (others.isEmpty() || begin.isEmpty() ? "" : ", and until ") + begin + ".";
    }

    static void block(Turn turn, Conditions conditions) {
        turn.life = turn.life.with(JobPhase.BLOCKED).saying(sentence(conditions));
        turn.say(new JobEvent.Blocked(turn.job.id(), turn.life.message()));
    }

    static void met(Turn turn) {
        if (turn.life.phase() != JobPhase.BLOCKED) return;
        turn.life = turn.life.with(JobPhase.QUEUED).saying("");
        turn.say(new JobEvent.Queued(turn.job.id(), turn.life.current().number()));
    }

    static void broken(Turn turn, String reason) {
        if (turn.life.phase() == JobPhase.BLOCKED) Ending.cancelled(turn, reason);
    }

    private static Answer answer(Dependency dependency, Map<String, JobPhase> others) {
        var phase = others.get(dependency.job());
        if (phase == null) return Answer.YES;
        var well = phase == JobPhase.SUCCEEDED;
        if (!phase.terminal())
            return dependency.kind() == Conditions.Kind.AFTER && begun(phase) ? Answer.YES : Answer.NOT_YET;
        return switch (dependency.kind()) {
            case AFTER, AFTER_ANY, UNKNOWN -> Answer.YES;
            case AFTER_OK -> well ? Answer.YES : Answer.NEVER;
            case AFTER_NOT_OK -> well ? Answer.NEVER : Answer.YES;
        };
    }

    private static boolean begun(JobPhase phase) {
        return phase == JobPhase.RUNNING || phase == JobPhase.COMPLETING;
    }

    private static String shall(Conditions.Kind kind) {
        return switch (kind) {
            case AFTER -> "runs";
            case AFTER_ANY, UNKNOWN -> "has ended";
            case AFTER_OK -> "has succeeded";
            case AFTER_NOT_OK -> "has failed";
        };
    }

    private static String broken(Dependency dependency, JobPhase phase) {
        return "It was to run after job %d %s, and that ended as %s."
                .formatted(dependency.number(), shall(dependency.kind()), phase);
    }
}

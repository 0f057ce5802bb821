package org.sing.submission.domain;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.sing.schemas.Conditions;
import org.sing.schemas.Conditions.Dependency;
import org.sing.schemas.Conditions.Kind;
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
     * What can be seen of others.
     *
     * @param others the states in which the jobs are that it waits for, by id; all of an array's tasks by the id of the
     *     array. One that is not kept any more is nothing to wait for
     * @param before how many tasks of its own array are at work, or go first
     */
    public record Sight(Map<String, Set<JobPhase>> others, int before) {}

    /** What the job hears, if there is anything to tell by now. */
    public static Optional<Input> outcome(Conditions conditions, Sight sight, Instant now) {
        for (var dependency : conditions.dependencies())
            if (answer(dependency, sight) == Answer.NEVER)
                return Optional.of(new Input.ConditionsBroken(broken(dependency, phases(dependency, sight))));
        var early = conditions.begin().filter(now::isBefore).isPresent();
        var open = conditions.dependencies().stream().anyMatch(it -> answer(it, sight) == Answer.NOT_YET);
        var full = conditions.turn().filter(it -> sight.before() >= it.atOnce()).isPresent();
        return early || open || full ? Optional.empty() : Optional.of(new Input.ConditionsMet());
    }

    /** For people. */
    static String sentence(Conditions conditions) {
        var all = new ArrayList<String>();
        for (var it : conditions.dependencies()) all.add(name(it) + " " + shall(it));
        conditions.begin().ifPresent(at -> all.add("it is " + at));
        conditions
                .turn()
                .ifPresent(it ->
                        all.add("fewer than %d tasks of array %d are at work".formatted(it.atOnce(), it.number())));
        return "It waits until " + String.join(", and until ", all) + ".";
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

    private static Answer answer(Dependency dependency, Sight sight) {
        var phases = phases(dependency, sight);
        var over = phases.stream().allMatch(JobPhase::terminal);
        var failed = phases.stream().anyMatch(it -> it.terminal() && it != JobPhase.SUCCEEDED);
        if (phases.isEmpty()) return Answer.YES;
        return switch (dependency.kind()) {
            case AFTER -> phases.stream().allMatch(Expectation::begun) ? Answer.YES : Answer.NOT_YET;
            case AFTER_ANY, UNKNOWN -> over ? Answer.YES : Answer.NOT_YET;
            case AFTER_OK -> failed ? Answer.NEVER : over ? Answer.YES : Answer.NOT_YET;
            case AFTER_NOT_OK -> !over ? Answer.NOT_YET : failed ? Answer.YES : Answer.NEVER;
        };
    }

    private static Set<JobPhase> phases(Dependency dependency, Sight sight) {
        return sight.others().getOrDefault(dependency.job(), Set.of());
    }

    private static boolean begun(JobPhase phase) {
        return phase.terminal() || phase == JobPhase.RUNNING || phase == JobPhase.COMPLETING;
    }

    private static String name(Dependency dependency) {
        return (TaskIds.isArray(dependency.job()) ? "array " : "job ") + dependency.number();
    }

    private static String shall(Dependency dependency) {
        return switch (dependency.kind()) {
            case AFTER -> "runs";
            case AFTER_ANY, UNKNOWN -> "has ended";
            case AFTER_OK -> "has succeeded";
            case AFTER_NOT_OK -> "has failed";
        };
    }

    private static String broken(Dependency dependency, Set<JobPhase> phases) {
        var ends = phases.stream()
                .filter(it -> it.terminal() && (dependency.kind() != Kind.AFTER_OK || it != JobPhase.SUCCEEDED))
                .map(JobPhase::name)
                .sorted()
                .collect(Collectors.joining(" and "));
        return "It was to run after %s %s, and that ended as %s.".formatted(name(dependency), shall(dependency), ends);
    }
}

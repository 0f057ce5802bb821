package org.sing.scheduling.core;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A job as scheduling sees it.
 *
 * @param number arrival number: its place in the queue, for ever
 * @param attempt the last attempt that was placed; 0 before the first
 * @param after what becomes of it when the GPUs of the attempt are free again
 * @param cancelled no attempt is placed any more
 * @param eligibleAt not placed before this time; the epoch when there is nothing to wait for
 * @param told facts about this job that were said so far
 * @param answer the kind of the last answer to "why does it wait"; empty when none was given
 * @param run what was said about its run
 * @param placedAt when its last attempt was placed
 * @param passed what overtook it while it was head, since it last held GPUs: of its budget this much is spent, however
 *     often it becomes head again
 * @param expected when its next attempt should start, once that was said
 */
public record Job(
        String id,
        long number,
        String group,
        Account account,
        Request request,
        State state,
        int attempt,
        After after,
        boolean cancelled,
        Instant eligibleAt,
        long told,
        String answer,
        Run run,
        Instant placedAt,
        int passed,
        Optional<Expected> expected) {

    /** Rows of older releases say nothing about runs and estimates. */
    public Job {
        run = run == null ? Run.UNKNOWN : run;
        placedAt = placedAt == null ? Instant.EPOCH : placedAt;
        expected = expected == null ? Optional.empty() : expected;
    }

    /** Where it stands. */
    public enum State {
        /** Known, but not queued yet. */
        PENDING,
        QUEUED,
        HELD,
        /** An attempt holds GPUs. */
        PLACED,
        /** The attempt is over, or the job was withdrawn; submission says what comes next. */
        ENDED,
        /** Terminal, nothing is held: kept by the books only. */
        DONE
    }

    /** What submission said about a placed job's future. */
    public enum After {
        UNDECIDED,
        QUEUE,
        HOLD,
        CLOSE
    }

    static Job submitted(Event.JobSubmitted by) {
        return new Job(
                by.job(),
                by.number(),
                by.group(),
                by.account(),
                by.request(),
                State.PENDING,
                0,
                After.UNDECIDED,
                false,
                Instant.EPOCH,
                0,
                "",
                by.run(),
                Instant.EPOCH,
                0,
                Optional.empty());
    }

    Ticket ticket() {
        return new Ticket(id, number, account, request, run);
    }

    /** The name of the placement of attempt {@code attempt}. */
    String allocation(int attempt) {
        return id + "-" + attempt;
    }

    /** What was expected of it before is no more to be judged by what comes now. */
    Job in(State next) {
        return with(request, next, attempt, After.UNDECIDED, cancelled, eligibleAt, told, answer)
                .expecting(Optional.empty());
    }

    Job placed(int attempt, Instant at) {
        return new Job(
                id,
                number,
                group,
                account,
                request,
                State.PLACED,
                attempt,
                After.UNDECIDED,
                cancelled,
                eligibleAt,
                told,
                "",
                run,
                at,
                0,
                Optional.empty());
    }

    Job passedBy(int weight) {
        return new Job(
                id,
                number,
                group,
                account,
                request,
                state,
                attempt,
                after,
                cancelled,
                eligibleAt,
                told,
                answer,
                run,
                placedAt,
                passed + weight,
                expected);
    }

    /** @param choice under which it is looked ahead */
    Job expected(Choice choice, Optional<StartRange> seen) {
        var said = seen.map(choice.aim()::at);
        return expecting(expected.filter(before -> before.rule().equals(choice.rule()))
                .map(before -> before.now(said))
                .or(() -> seen.map(
                        first -> new Expected(choice.rule(), first, choice.aim().at(first), said))));
    }

    private Job expecting(Optional<Expected> next) {
        return new Job(
                id,
                number,
                group,
                account,
                request,
                state,
                attempt,
                after,
                cancelled,
                eligibleAt,
                told,
                answer,
                run,
                placedAt,
                passed,
                next);
    }

    Job after(After next) {
        return with(request, state, attempt, next, cancelled, eligibleAt, told, answer);
    }

    Job cancel() {
        return with(request, state, attempt, After.UNDECIDED, true, eligibleAt, told, answer);
    }

    Job again(List<String> excluded, Instant at) {
        return with(request.excluding(excluded), state, attempt, after, cancelled, at, told, answer);
    }

    Job eligible() {
        return with(request, state, attempt, after, cancelled, Instant.EPOCH, told, answer);
    }

    Job tell() {
        return with(request, state, attempt, after, cancelled, eligibleAt, told + 1, answer);
    }

    Job answered(String kind) {
        return with(request, state, attempt, after, cancelled, eligibleAt, told, kind);
    }

    private Job with(
            Request request,
            State state,
            int attempt,
            After after,
            boolean cancelled,
            Instant eligibleAt,
            long told,
            String answer) {
        return new Job(
                id,
                number,
                group,
                account,
                request,
                state,
                attempt,
                after,
                cancelled,
                eligibleAt,
                told,
                answer,
                run,
                placedAt,
                passed,
                expected);
    }
}

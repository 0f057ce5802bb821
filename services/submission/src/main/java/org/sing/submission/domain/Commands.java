package org.sing.submission.domain;

import java.util.List;
import org.sing.schemas.CommandOutcome;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobPhase;
import org.sing.schemas.JobSpec;
import org.sing.schemas.Requester;
import org.sing.submission.domain.Input.Command;

/** What people may ask of a job, when, and what follows. */
final class Commands {
    private static final String PROJECT_OWNER = "project-owner:";

    private Commands() {}

    static void apply(Turn turn, Command command) {
        switch (command) {
            case Input.Resubmit resubmit -> resubmit(turn, resubmit);
            case Input.Cancel cancel -> cancel(turn, cancel);
            case Input.Hold hold -> hold(turn, hold);
            case Input.Release release -> release(turn, release);
            case Input.Requeue requeue -> requeue(turn, requeue);
        }
    }

    private static void resubmit(Turn turn, Input.Resubmit command) {
        var job = turn.job;
        if (!job.owner().equals(command.requester().id())) refuse(turn, command, Refusal.NOT_YOUR_JOB);
        else if (!job.payloadHash().equals(command.payloadHash())) refuse(turn, command, Refusal.KEY_REUSED);
        else if (turn.life.phase() == JobPhase.REJECTED)
            turn.say(Job.refusal(
                    command.command(), command.kind(), job.id(), turn.life.message(), turn.life.problems()));
        else accept(turn, command);
    }

    private static void cancel(Turn turn, Input.Cancel command) {
        if (closed(turn, command)) return;
        accept(turn, command);
        if (turn.life.phase() == JobPhase.CANCELLING) return;
        if (turn.life.phase() == JobPhase.COMPLETING) {
            Ending.cancelled(turn, command.reason());
            return;
        }
        end(turn, command.reason());
    }

    /** Ends a job that waits or runs, for a reason that its owner will read. */
    static void end(Turn turn, String reason) {
        turn.life = turn.life.wishing(new Wish(Wish.Kind.CANCEL, reason)).with(JobPhase.CANCELLING);
        turn.say(stopping(turn, false, reason));
    }

    private static void requeue(Turn turn, Input.Requeue command) {
        if (closed(turn, command)) return;
        if (turn.life.phase() == JobPhase.CANCELLING) {
            refuse(turn, command, Refusal.CANCELLING);
            return;
        }
        accept(turn, command);
        if (turn.life.waiting() || turn.life.wishes(Wish.Kind.REQUEUE)) return;
        if (turn.life.phase() == JobPhase.COMPLETING) {
            Ending.requeue(turn, command.reason(), turn.now);
            return;
        }
        turn.life = turn.life.wishing(new Wish(Wish.Kind.REQUEUE, command.reason()));
        turn.say(stopping(turn, true, command.reason()));
    }

    private static void hold(Turn turn, Input.Hold command) {
        if (closed(turn, command)) return;
        if (turn.life.phase() == JobPhase.CANCELLING) refuse(turn, command, Refusal.CANCELLING);
        else if (!turn.life.waiting()) refuse(turn, command, Refusal.RUNNING);
        else {
            accept(turn, command);
            if (turn.life.phase() == JobPhase.HELD) return;
            turn.life = turn.life.with(JobPhase.HELD).saying(command.reason());
            turn.say(new JobEvent.Held(turn.job.id(), command.reason()));
        }
    }

    private static void release(Turn turn, Input.Release command) {
        if (closed(turn, command)) return;
        if (!turn.life.waiting()) {
            refuse(turn, command, Refusal.NOT_HELD);
            return;
        }
        accept(turn, command);
        if (turn.life.phase() != JobPhase.HELD) return;
        // Whether its conditions are met is looked up, not remembered: they are among other jobs.
        turn.job.spec().flatMap(JobSpec::conditions).ifPresentOrElse(it -> Expectation.block(turn, it), () -> {
            turn.life = turn.life.with(JobPhase.QUEUED).saying("");
            turn.say(new JobEvent.Queued(turn.job.id(), turn.life.current().number()));
        });
    }

    /** Refuses what nobody may do to this job, or not any more. */
    private static boolean closed(Turn turn, Command command) {
        if (!may(turn.job, command.requester())) refuse(turn, command, Refusal.NOT_YOUR_JOB);
        else if (turn.job.terminal()) refuse(turn, command, Refusal.FINISHED);
        else return false;
        return true;
    }

    private static boolean may(Job job, Requester requester) {
        return requester.staff() || requester.id().equals(job.owner()) || requester.has(PROJECT_OWNER + job.project());
    }

    private static JobEvent.Stopping stopping(Turn turn, boolean requeue, String reason) {
        return new JobEvent.Stopping(turn.job.id(), turn.life.current().number(), requeue, reason);
    }

    private static void accept(Turn turn, Command command) {
        turn.say(new CommandOutcome.Accepted(command.command(), command.kind(), Job.subject(turn.job.id())));
    }

    private static void refuse(Turn turn, Command command, String code) {
        turn.say(Job.refusal(command.command(), command.kind(), turn.job.id(), code, List.of()));
    }
}

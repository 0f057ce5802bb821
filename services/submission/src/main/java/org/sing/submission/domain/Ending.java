package org.sing.submission.domain;

import java.time.Instant;
import java.util.Optional;
import org.sing.schemas.EndCause;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobPhase;
import org.sing.submission.domain.Input.End;

/** What follows when an attempt is over: another one, or the one end of the job. */
final class Ending {
    private Ending() {}

    static void end(Turn turn, Attempt attempt, End end, Instant at) {
        turn.life = turn.life.with(attempt.ended(end, at));
        var wish = turn.life.wish();
        if (wish.isPresent()) {
            if (wish.get().cancel()) cancelled(turn, wish.get().reason());
            else requeue(turn, wish.get().reason(), turn.now);
            return;
        }
        switch (end.cause()) {
            case CANCELLED -> cancelled(turn, end.detail());
            case REQUEUED -> requeue(turn, end.detail(), turn.now);
            case DRAINED -> drained(turn, end);
            case TIME_LIMIT -> finish(turn, JobPhase.TIMEOUT, end, Verdict.of(end));
            case EXITED -> {
                if (end.success())
                    finish(turn, JobPhase.SUCCEEDED, end, new Verdict(Verdict.NONE, "succeeded", "", false, ""));
                else failed(turn, end);
            }
            case OUT_OF_MEMORY,
                    GANG_ENDED,
                    LEASE_LOST,
                    NODE_LOST,
                    START_REFUSED,
                    START_DEADLINE,
                    START_FAILED,
                    EXIT_UNKNOWN,
                    UNKNOWN -> failed(turn, end);
        }
    }

    /** The cause is known: another attempt if the platform was at fault and there is budget, else the end. */
    static void decide(Turn turn, Attempt attempt, Verdict verdict) {
        var end = attempt.end().orElseThrow();
        turn.life = turn.life.with(attempt.classified(verdict));
        if (verdict.retry()
                && verdict.platform()
                && requeueable(turn)
                && turn.life.retries() < turn.policy.freeRetries()) {
            turn.life = turn.life.spoiled(verdict.excludeNode());
            requeue(turn, verdict.sentence(), turn.now.plus(turn.policy.before(turn.life.retries())));
        } else finish(turn, phase(end, verdict), end, verdict);
    }

    static void requeue(Turn turn, String reason, Instant eligibleAt) {
        var ended = turn.life.attempts().getLast().number();
        turn.life = turn.life.requeued(reason);
        turn.say(new JobEvent.Requeued(turn.job.id(), ended, reason, turn.life.excludedNodes(), eligibleAt));
    }

    /** How its last attempt ended stays with that attempt; the job ends because somebody wanted it to. */
    static void cancelled(Turn turn, String reason) {
        var end = new End(EndCause.CANCELLED, Optional.empty(), Optional.empty(), "", "");
        finish(turn, JobPhase.CANCELLED, end, new Verdict(Verdict.NONE, "cancelled", reason, false, ""));
    }

    private static void failed(Turn turn, End end) {
        turn.life = turn.life.completing(turn.now.plus(turn.policy.classificationWait()));
        var attempt = turn.life.attempts().getLast();
        turn.say(new JobEvent.Completing(
                turn.job.id(), attempt.number(), end.cause(), end.exitCode(), end.signal(), end.node()));
        attempt.verdict().ifPresent(verdict -> decide(turn, attempt, verdict));
    }

    private static void drained(Turn turn, End end) {
        var verdict = Verdict.of(end);
        if (requeueable(turn)) requeue(turn, verdict.sentence(), turn.now);
        else finish(turn, JobPhase.CANCELLED, end, verdict);
    }

    private static void finish(Turn turn, JobPhase phase, End end, Verdict verdict) {
        turn.life = turn.life.finished(phase, turn.now, verdict.sentence());
        turn.say(new JobEvent.Finished(
                turn.job.id(),
                turn.life.attempts().size(),
                phase,
                end.cause(),
                end.exitCode(),
                end.signal(),
                verdict.category(),
                verdict.code(),
                verdict.sentence()));
    }

    private static boolean requeueable(Turn turn) {
        return turn.job.spec().filter(spec -> spec.requeueable()).isPresent();
    }

    private static JobPhase phase(End end, Verdict verdict) {
        if (end.cause() == EndCause.OUT_OF_MEMORY) return JobPhase.OUT_OF_MEMORY;
        return verdict.platform() ? JobPhase.NODE_FAILED : JobPhase.FAILED;
    }
}

package org.sing.submission.domain;

import java.util.List;
import java.util.Optional;
import org.sing.schemas.EndCause;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobPhase;
import org.sing.submission.domain.Input.End;
import org.sing.submission.domain.Input.Report;

/**
 * What others report about the current attempt, in whatever order it comes: topics are not ordered against each other, so
 * a later phase implies the earlier ones, and everything about an attempt that is over changes nothing.
 */
final class Reports {
    private Reports() {}

    static void apply(Turn turn, Report report) {
        if (turn.job.terminal()) return;
        if (turn.life.phase() == JobPhase.COMPLETING) {
            completing(turn, report);
            return;
        }
        var attempt = turn.life.current();
        if (report.attempt() != attempt.number()) return;
        switch (report) {
            case Input.Placed placed -> placed(turn, attempt, placed);
            case Input.Started started -> started(turn, attempt, started);
            case Input.RankFinished finished -> finished(turn, attempt, finished);
            case Input.AttemptEnded ended -> ended(turn, attempt, ended);
            case Input.Classified classified -> turn.life = turn.life.with(attempt.classified(classified.verdict()));
            case Input.ClassificationOverdue overdue -> {}
        }
    }

    /** It is scheduling that says so, hence no attempt of it can come any more. */
    static void withdrawn(Turn turn) {
        if (turn.life.phase() != JobPhase.CANCELLING) return;
        var attempt = turn.life.current();
        if (attempt.seen())
            turn.life = turn.life.with(
                    attempt.ended(new End(EndCause.CANCELLED, Optional.empty(), Optional.empty(), "", ""), turn.now));
        Ending.cancelled(turn, turn.life.message());
    }

    private static void completing(Turn turn, Report report) {
        var attempt = turn.life.attempts().getLast();
        if (report.attempt() != attempt.number()) return;
        switch (report) {
            case Input.Classified classified -> Ending.decide(turn, attempt, classified.verdict());
            case Input.ClassificationOverdue overdue -> {
                if (turn.life.classifyBy().filter(by -> !by.isAfter(turn.now)).isPresent())
                    Ending.decide(turn, attempt, Verdict.of(attempt.end().orElseThrow()));
            }
            case Input.Placed late -> {}
            case Input.Started late -> {}
            case Input.RankFinished late -> {}
            case Input.AttemptEnded late -> {}
        }
    }

    private static void placed(Turn turn, Attempt attempt, Input.Placed report) {
        if (attempt.placedAt().isPresent()) return;
        seen(turn, attempt.placed(report));
    }

    private static void started(Turn turn, Attempt attempt, Input.Started report) {
        if (attempt.started().contains(report.rank())) return;
        var next = attempt.started(report);
        seen(turn, next);
        if (turn.life.phase() != JobPhase.STARTING || !next.running()) return;
        turn.life = turn.life.with(JobPhase.RUNNING);
        turn.say(new JobEvent.Running(
                turn.job.id(), next.number(), next.startedAt().orElse(report.at())));
    }

    private static void finished(Turn turn, Attempt attempt, Input.RankFinished report) {
        if (attempt.over().contains(report.rank())) return;
        var next = attempt.finished(report);
        seen(turn, next);
        if (next.allOver()) Ending.end(turn, next, next.fault().orElse(report.end()), report.at());
    }

    private static void ended(Turn turn, Attempt attempt, Input.AttemptEnded report) {
        seen(turn, attempt);
        Ending.end(turn, attempt, attempt.fault().orElse(report.end()), report.at());
    }

    /** Whatever is the first sign of an attempt means that it was placed, even if the job was held meanwhile. */
    private static void seen(Turn turn, Attempt attempt) {
        turn.life = turn.life.with(attempt);
        if (!turn.life.waiting()) return;
        turn.life = turn.life.with(JobPhase.STARTING).saying("");
        turn.say(new JobEvent.Starting(
                turn.job.id(), attempt.number(), List.copyOf(attempt.nodes().values())));
    }
}

package org.sing.agent.domain;

import java.util.Optional;
import java.util.OptionalInt;
import org.sing.schemas.EndCause;
import org.sing.schemas.Envelopes;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.ExecutionEvent;
import org.sing.schemas.ExecutionEvent.Finished;
import org.sing.schemas.Topics;

/** Words the facts that an agent reports. */
final class Reports {
    private static final int KILL = 9;

    private final String node;
    private final Ledger ledger;

    Reports(String node, Ledger ledger) {
        this.node = node;
        this.ledger = ledger;
    }

    Report started(Allocation of, Running running, Now now) {
        return report(
                new ExecutionEvent.Started(
                        of.job(),
                        of.attempt(),
                        of.id(),
                        node,
                        of.incarnation(),
                        of.rank(),
                        of.ranks(),
                        of.gpus(),
                        running.pid(),
                        running.startedAt()),
                of.cause(),
                now);
    }

    Report neverRan(Allocation of, EndCause why, String detail, Now now) {
        return report(
                new Finished(
                        of.job(),
                        of.attempt(),
                        of.id(),
                        node,
                        of.incarnation(),
                        of.rank(),
                        of.ranks(),
                        of.gpus(),
                        false,
                        why,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        now.wall(),
                        0,
                        0,
                        0,
                        detail),
                of.cause(),
                now);
    }

    Report finished(Task task, Running running, Exit exit, Now now) {
        var of = task.allocation();
        var stop = task.stop().filter(reason -> !endedBefore(reason, exit));
        var why = stop.map(Stop::why).orElseGet(() -> why(exit));
        var elapsed = Math.max(0, exit.endedMillis() - running.startedMillis());
        return report(
                new Finished(
                        of.job(),
                        of.attempt(),
                        of.id(),
                        node,
                        of.incarnation(),
                        of.rank(),
                        of.ranks(),
                        of.gpus(),
                        true,
                        why,
                        optional(exit.code()),
                        stop.isPresent() && exit.status().isEmpty() ? Optional.of(KILL) : optional(exit.signal()),
                        Optional.of(running.startedAt()),
                        running.startedAt().plusMillis(elapsed),
                        elapsed,
                        (elapsed + 500) / 1000,
                        exit.outputBytes(),
                        stop.map(Stop::detail).orElseGet(() -> detail(exit))),
                stop.map(Stop::cause).orElse(of.cause()),
                now);
    }

    /** It ended by itself while no agent was there to see it, before anybody wanted it to. */
    private static boolean endedBefore(Stop stop, Exit exit) {
        return exit.status().isPresent() && exit.endedMillis() < stop.atMillis();
    }

    private static EndCause why(Exit exit) {
        if (exit.failedForMemory()) return EndCause.OUT_OF_MEMORY;
        return exit.status().isPresent() ? EndCause.EXITED : EndCause.EXIT_UNKNOWN;
    }

    private static String detail(Exit exit) {
        if (exit.failedForMemory()) return "it used more memory than it was given";
        if (exit.signal().isPresent()) return "ended by signal " + exit.signal().getAsInt();
        if (exit.code().isPresent())
            return "ended with exit code " + exit.code().getAsInt();
        return "its supervising shell was killed, so nobody knows how it ended";
    }

    private Report report(ExecutionEvent fact, Cause cause, Now now) {
        var sequence = ledger.nextSequence(fact.job());
        var event = Envelopes.of(source())
                .fact(Topics.EXECUTION_EVENTS, fact.job(), "jobs/" + fact.job(), sequence, cause, now.wall(), (Record)
                        fact);
        return new Report(fact.job(), sequence, event);
    }

    /**
     * A node whose journal was lost counts its events from 1 again; under another source, so that nobody takes them for
     * the old ones.
     */
    private String source() {
        var first = ledger.lease().first();
        return "/nodes/" + node + (first > 1 ? "/" + first : "");
    }

    private static Optional<Integer> optional(OptionalInt value) {
        return value.isPresent() ? Optional.of(value.getAsInt()) : Optional.empty();
    }
}

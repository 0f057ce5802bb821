package org.sing.scheduling.core;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the scheduler decided. Facts carry the sequence of their job or node, commands that of the node's commands; both
 * count without gaps.
 */
public sealed interface Decision {
    long sequence();

    /** A fact about a job. */
    sealed interface JobFact extends Decision {
        String job();
    }

    /** An order to the agent of a node. */
    sealed interface Command extends Decision {
        String node();

        long epoch();
    }

    /**
     * @param overtaken the head that it passed
     * @param expected when it should start, as that was said first under this rule
     */
    record Placed(
            String job,
            long sequence,
            int attempt,
            String allocation,
            long epoch,
            String rule,
            List<Share> shares,
            Optional<Overtaken> overtaken,
            String reason,
            Instant deadline,
            Optional<StartRange> expected)
            implements JobFact {}

    /** @param unit what both budgets count */
    record Overtaken(String head, int budgetBefore, int budgetAfter, Unit unit) {}

    enum Unit {
        GPUS,
        GPU_SECONDS
    }

    record Released(String job, long sequence, int attempt, String allocation) implements JobFact {}

    /** The attempt is over although no agent says so. */
    record AttemptEnded(
            String job,
            long sequence,
            int attempt,
            String allocation,
            Allocation.Cause cause,
            String node,
            String detail)
            implements JobFact {}

    record Withdrawn(String job, long sequence) implements JobFact {}

    /** @param estimate when it should start, as far as that was looked ahead */
    record Waits(String job, long sequence, Answer answer, Optional<StartRange> estimate) implements JobFact {}

    /** A fact about a resource group. */
    sealed interface GroupFact extends Decision {
        String group();
    }

    /** @param before empty when nothing was said about the group yet */
    record RuleChanged(String group, long sequence, String before, String rule) implements GroupFact {}

    /**
     * The one answer to somebody who chose a rule.
     *
     * @param refusal empty when the choice is in force
     */
    record RuleAnswered(String group, long sequence, String command, Optional<Refusal> refusal) implements GroupFact {}

    /** @param code in kebab-case */
    record Refusal(String code, String detail) {}

    /** A fact about a reservation. */
    sealed interface ReservationFact extends Decision {
        String name();
    }

    record ReservationChanged(String name, long sequence, Window window) implements ReservationFact {}

    /**
     * The one answer to somebody who made or ended a reservation.
     *
     * @param refusal empty when it was done
     */
    record ReservationAnswered(String name, long sequence, String command, Optional<Refusal> refusal)
            implements ReservationFact {}

    record CordonAcknowledged(String node, long sequence, long version, boolean cordoned, List<InFlight> inFlight)
            implements Decision {}

    record InFlight(String job, int attempt, String allocation) {}

    record Start(
            String node,
            long sequence,
            long epoch,
            String job,
            int attempt,
            String allocation,
            Share share,
            List<String> peers,
            Instant deadline)
            implements Command {}

    record Stop(
            String node, long sequence, long epoch, String job, int attempt, String allocation, Allocation.Cause cause)
            implements Command {}

    record Cordon(String node, long sequence, long epoch, long version, boolean cordoned) implements Command {}
}

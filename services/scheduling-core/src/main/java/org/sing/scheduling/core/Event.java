package org.sing.scheduling.core;

import java.time.Instant;
import java.util.List;

/** What happens around the scheduler. Every one may come late or twice. */
public sealed interface Event {

    record JobSubmitted(String job, long number, String group, Account account, Request request, Run run)
            implements Event {

        /** Nothing is said about the run. */
        public JobSubmitted(String job, long number, String group, Account account, Request request) {
            this(job, number, group, account, request, Run.UNKNOWN);
        }
    }

    record JobQueued(String job, int nextAttempt) implements Event {}

    record JobHeld(String job) implements Event {}

    /** Somebody wants the attempt to end; when not to run again, then no further attempt may be placed either. */
    record JobStopping(String job, int attempt, boolean requeue) implements Event {}

    record JobRequeued(String job, int endedAttempt, List<String> excluded, Instant eligibleAt) implements Event {}

    /** Terminal. */
    record JobClosed(String job) implements Event {}

    record RankStarted(String allocation, int rank) implements Event {}

    /** @param well whether it ended by itself with exit code 0 */
    record RankFinished(String allocation, int rank, boolean well) implements Event {}

    /** @param adopted what the agent found alive and goes on with */
    record NodeRegistered(
            String node, String group, long incarnation, List<Node.Gpu> gpus, int cpus, long memory, List<Live> adopted)
            implements Event {}

    /** Its jobs are certainly dead from {@code safeAt} on. */
    record NodeLost(String node, long incarnation, Instant safeAt) implements Event {}

    /** @param lastCommand sequence of the last command that the agent applied */
    record NodeRenewed(String node, long incarnation, long lastCommand, List<Live> live) implements Event {}

    record CordonRequested(String node, String group, long version) implements Event {}

    record NodeDraining(String node, long version, Drain mode) implements Event {}

    record NodeResumed(String node, long version) implements Event {}

    record LimitChanged(Limit limit) implements Event {}

    /**
     * Somebody wants another rule for a group.
     *
     * @param command to which the answer belongs
     * @param allowed whether that person may
     */
    record RuleChosen(String command, String group, String rule, boolean allowed) implements Event {}

    /**
     * Somebody wants nodes to be kept. A reservation of this name is replaced.
     *
     * @param command to which the answer belongs
     * @param allowed whether that person may
     */
    record Reserve(
            String command,
            boolean allowed,
            String name,
            List<String> nodes,
            Instant from,
            Instant until,
            List<String> projects,
            String reason)
            implements Event {}

    /** Somebody wants a reservation to be over. */
    record Unreserve(String command, boolean allowed, String name) implements Event {}

    /** This scheduler leads from now on; it speaks for every command of its predecessors that nobody answered. */
    record LeadTaken(long epoch) implements Event {}

    /**
     * Nothing but time passed.
     *
     * @param heard every report that reached the bus before this time has been applied; only up to here does the
     *     silence of an agent mean anything, for reports and the news of its death travel on different topics
     */
    record TimePassed(Instant heard) implements Event {}

    record Live(String job, int attempt, String allocation, int rank) {}

    /** What becomes of the jobs on a node that drains. */
    enum Drain {
        WAIT,
        REQUEUE,
        KILL
    }
}

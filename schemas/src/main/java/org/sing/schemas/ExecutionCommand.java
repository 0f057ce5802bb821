package org.sing.schemas;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a node's agent must do; the key is the node, the subject {@code nodes/<name>/commands}, sequenced per node by
 * scheduling.
 * Agents refuse an epoch or incarnation older than the newest they have seen. No command carries a secret.
 */
public sealed interface ExecutionCommand {
    String node();

    long epoch();

    /**
     * @param rank of this node in the gang, from 0; {@code peers} are the nodes by rank
     * @param deadline after this instant the agent refuses the start
     * @param script shell lines; {@code environment} is the job's own
     * @param owner pseudonymous id of the submitting user
     * @param warning that it gets before its time limit
     */
    record Start(
            String node,
            long epoch,
            long incarnation,
            String job,
            long number,
            int attempt,
            String allocation,
            int rank,
            List<String> peers,
            List<String> gpus,
            int cpus,
            long memoryBytes,
            String name,
            List<String> script,
            Map<String, String> environment,
            long timeLimitSeconds,
            long killGraceSeconds,
            boolean requeueable,
            String owner,
            String project,
            Instant deadline,
            Optional<Warning> warning)
            implements ExecutionCommand {
        public Start {
            warning = warning == null ? Optional.empty() : warning;
            peers = List.copyOf(peers);
            gpus = List.copyOf(gpus);
            script = List.copyOf(script);
            environment = environment == null ? Map.of() : Map.copyOf(environment);
        }
    }

    /** Ends an allocation on this node: TERM to the whole process group, KILL after the grace. Safe to repeat. */
    record Stop(String node, long epoch, String job, int attempt, String allocation, EndCause cause, long graceSeconds)
            implements ExecutionCommand {}

    /** In the same order as starts: after it no start is executed until a cordon with {@code cordoned} false. */
    record Cordon(String node, long epoch, long version, boolean cordoned) implements ExecutionCommand {}
}

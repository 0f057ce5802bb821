package org.sing.traces;

/**
 * One job of a trace.
 *
 * @param nodes how many its log names; 0 when it only counts GPUs
 * @param limitSeconds the time limit that its user gave; 0 for none
 */
public record Traced(
        String id,
        double submitSeconds,
        double runSeconds,
        int gpus,
        int nodes,
        String user,
        String project,
        String name,
        long limitSeconds) {}

package org.sing.simulator;

import java.util.List;

/**
 * What became of a job.
 *
 * @param nodes of its last attempt
 * @param attempts more than one when nodes failed under it
 */
public record Lived(Traced job, double startSeconds, double endSeconds, List<Integer> nodes, int gpus, int attempts) {

    double waited() {
        return startSeconds - job.submitSeconds();
    }

    double completion() {
        return endSeconds - job.submitSeconds();
    }

    /** How many times longer than its run it took, with runs under 10 s taken as 10 s. */
    double boundedSlowdown() {
        return Math.max(1, completion() / Math.max(10, job.runSeconds()));
    }
}

package org.sing.simulator;

import java.util.List;

/** One run of a job, to its end or until a node was lost under it. */
public record Attempt(double startSeconds, double endSeconds, List<Integer> nodes, int gpus) {

    double seconds() {
        return endSeconds - startSeconds;
    }

    double gpuSeconds() {
        return gpus * seconds();
    }
}

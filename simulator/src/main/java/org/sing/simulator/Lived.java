package org.sing.simulator;

import java.util.List;
import org.sing.traces.Traced;

/**
 * What became of a job.
 *
 * @param number its place in the order of arrival
 * @param attempts the last one ran to its end; those before were lost with a node
 */
public record Lived(Traced job, int number, List<Attempt> attempts) {

    double firstStartSeconds() {
        return attempts.getFirst().startSeconds();
    }

    double endSeconds() {
        return attempts.getLast().endSeconds();
    }

    int gpus() {
        return attempts.getLast().gpus();
    }

    /** In the queue, before the first attempt and between attempts. */
    double waited() {
        var ran = 0.0;
        for (var attempt : attempts) ran += attempt.seconds();
        return completion() - ran;
    }

    double completion() {
        return endSeconds() - job.submitSeconds();
    }

    /** How many times longer than its run it took, with runs under 10 s taken as 10 s. */
    double boundedSlowdown() {
        return Math.max(1, completion() / Math.max(10, job.runSeconds()));
    }

    double lostGpuSeconds() {
        var lost = 0.0;
        for (var attempt : attempts.subList(0, attempts.size() - 1)) lost += attempt.gpuSeconds();
        return lost;
    }
}

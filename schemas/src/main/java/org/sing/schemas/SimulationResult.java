package org.sing.schemas;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The setting of now beside the changed one, on the same input and with the same chance.
 *
 * @param madeAt when the state was looked at from which it goes on
 * @param seed of all chance
 * @param lives how often the queue was lived on with other run lengths; 1 where the lengths are known
 * @param jobsLeftOut waiting jobs beyond the first so many
 * @param skipped rows of the trace that are no job to replay
 * @param jobs when the waiting jobs of whoever asked should start
 */
public record SimulationResult(
        Instant madeAt,
        long seed,
        int lives,
        int jobsLeftOut,
        List<Skipped> skipped,
        Variant baseline,
        Variant changed,
        List<JobStart> jobs) {
    public SimulationResult {
        skipped = skipped == null ? List.of() : List.copyOf(skipped);
        jobs = jobs == null ? List.of() : List.copyOf(jobs);
    }

    /** @param first the first of these rows, or its job */
    public record Skipped(String reason, int rows, String first) {}

    public record Variant(String rule, int nodes, int gpus, Figures figures, Series series) {}

    /**
     * Of the jobs that waited or arrived; those that ran already are not counted.
     *
     * @param jobs all of them: started, never fitting, and still waiting when nothing would ever happen again
     * @param boundedSlowdown mean of how many times longer than its run a job took, runs under 10 s taken as 10 s
     * @param utilisationRatio GPUs in use, of those that were there, until the last job started
     * @param requeues attempts that were lost with a node
     */
    public record Figures(
            int jobs,
            int started,
            int neverFit,
            int stillWaiting,
            double meanWaitSeconds,
            double medianWaitSeconds,
            double p95WaitSeconds,
            double maxWaitSeconds,
            double boundedSlowdown,
            double utilisationRatio,
            int requeues) {}

    /**
     * Over time, in steps of equal length; both variants have the same steps.
     *
     * @param waitQuantilesSeconds the waits from the shortest to the longest, in equal parts of all jobs
     */
    public record Series(
            double stepSeconds,
            List<Double> gpusInUse,
            List<Double> gpus,
            List<Double> waitingJobs,
            List<Double> waitQuantilesSeconds) {
        public Series {
            gpusInUse = List.copyOf(gpusInUse);
            gpus = List.copyOf(gpus);
            waitingJobs = List.copyOf(waitingJobs);
            waitQuantilesSeconds = List.copyOf(waitQuantilesSeconds);
        }
    }

    /** Absent where it does not start in nearly all lives. */
    public record JobStart(String job, long number, Optional<Start> baseline, Optional<Start> changed) {}

    /** A tenth of the lives start before the first, half before the second, a tenth after the third. */
    public record Start(Instant earliest, Instant likely, Instant latest) {}
}

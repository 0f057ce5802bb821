package org.sing.accounting.domain.limits;

/** One value for each limit; 0 means no limit. */
public record Values(long runningJobs, long runningGpus, long nodesPerJob) {
    public Values {
        if (runningJobs < 0 || runningGpus < 0 || nodesPerJob < 0)
            throw new IllegalArgumentException(
                    "limits must not be negative: " + runningJobs + ", " + runningGpus + ", " + nodesPerJob);
    }

    Values with(Limit limit, long value) {
        return switch (limit) {
            case RUNNING_JOBS -> new Values(value, runningGpus, nodesPerJob);
            case RUNNING_GPUS -> new Values(runningJobs, value, nodesPerJob);
            case NODES_PER_JOB -> new Values(runningJobs, runningGpus, value);
        };
    }
}

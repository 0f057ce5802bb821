package org.sing.scheduling.app;

import org.sing.schemas.JobSpec;

/**
 * What is needed to start a job and does not matter to any decision.
 *
 * @param correlation the first command of the chain that the job belongs to
 */
public record Order(
        String job, long number, String owner, String project, JobSpec spec, String correlation, String trace) {}

package org.sing.scheduling.core;

/**
 * Why a job waits.
 *
 * @param constraint the binding one, in kebab-case, with its limit, what is in use, and what the job wants of it
 * @param jobsAhead jobs of its queue with an earlier place, and the GPUs that they ask for
 * @param detail one sentence for people
 */
public record Answer(
        Verdict verdict,
        String constraint,
        long limit,
        long current,
        long requested,
        int jobsAhead,
        int gpusAhead,
        String detail) {

    public enum Verdict {
        WAITING,
        BLOCKED,
        NEVER_FITS
    }
}

package org.sing.submission.domain;

/** The reasons for which a command is refused, and the sentence that goes with each. */
public final class Refusal {
    public static final String NO_SUCH_JOB = "no-such-job";
    public static final String INVALID_PROFILE = "invalid-profile";
    public static final String NOT_YOUR_PROJECT = "not-your-project";
    public static final String PROJECT_REQUIRED = "project-required";
    public static final String UNKNOWN_DEPENDENCY = "unknown-dependency";
    static final String NOT_YOUR_JOB = "not-your-job";
    static final String KEY_REUSED = "idempotency-key-reused";
    static final String FINISHED = "job-already-finished";
    static final String RUNNING = "job-is-running";
    static final String CANCELLING = "job-is-cancelling";
    static final String NOT_HELD = "job-is-not-held";

    private Refusal() {}

    public static String sentence(String code) {
        return switch (code) {
            case NO_SUCH_JOB -> "There is no such job.";
            case INVALID_PROFILE -> "The profile cannot be run as it is.";
            case NOT_YOUR_PROJECT -> "You are not a member of the project that should pay for this job.";
            case PROJECT_REQUIRED -> "Say which of your projects pays for this job.";
            case UNKNOWN_DEPENDENCY -> "A job that this one should wait for does not exist, or is not for you to see.";
            case NOT_YOUR_JOB -> "Only the job's owner, the owners of its project and operators may do this.";
            case KEY_REUSED -> "This idempotency key already stands for another job.";
            case FINISHED -> "The job has finished.";
            case RUNNING -> "The job is already running.";
            case CANCELLING -> "The job is being cancelled.";
            case NOT_HELD -> "The job is not held.";
            default -> code;
        };
    }
}

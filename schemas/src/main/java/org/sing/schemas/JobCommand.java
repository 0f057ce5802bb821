package org.sing.schemas;

/** What people ask of a job; key and subject are the job. Written by the gateway. */
public sealed interface JobCommand {
    String job();

    Requester requester();

    /**
     * @param project who pays; empty means the requester's only project
     * @param profile the profile as it was sent, at most 256 KiB
     * @param format {@code yaml} or {@code json}
     * @param payloadHash SHA-256 of project and profile in hex: the same idempotency key with another hash is refused
     */
    record Submit(String job, Requester requester, String project, String profile, String format, String payloadHash)
            implements JobCommand {}

    record Cancel(String job, Requester requester, String reason) implements JobCommand {}

    record Hold(String job, Requester requester, String reason) implements JobCommand {}

    record Release(String job, Requester requester, String reason) implements JobCommand {}

    /** Ends the running attempt, if there is one, and puts the job back into the queue. */
    record Requeue(String job, Requester requester, String reason) implements JobCommand {}
}

package org.sing.schemas;

import java.util.Optional;

/** What people ask of a job; key and subject are the job. Written by the gateway. */
public sealed interface JobCommand {
    String job();

    Requester requester();

    /**
     * @param project who pays; empty means the requester's only project
     * @param profile the profile as it was sent, at most 256 KiB
     * @param format {@code yaml} or {@code json}
     * @param payloadHash SHA-256 of project, profile and snapshot in hex: the same idempotency key with another hash is
     *     refused
     * @param snapshot of the requester, that the job starts with
     */
    record Submit(
            String job,
            Requester requester,
            String project,
            String profile,
            String format,
            String payloadHash,
            Optional<String> snapshot)
            implements JobCommand {
        public Submit {
            snapshot = snapshot == null ? Optional.empty() : snapshot;
        }

        /** A job that brings no files. */
        public Submit(
                String job, Requester requester, String project, String profile, String format, String payloadHash) {
            this(job, requester, project, profile, format, payloadHash, Optional.empty());
        }
    }

    record Cancel(String job, Requester requester, String reason) implements JobCommand {}

    record Hold(String job, Requester requester, String reason) implements JobCommand {}

    record Release(String job, Requester requester, String reason) implements JobCommand {}

    /** Ends the running attempt, if there is one, and puts the job back into the queue. */
    record Requeue(String job, Requester requester, String reason) implements JobCommand {}
}

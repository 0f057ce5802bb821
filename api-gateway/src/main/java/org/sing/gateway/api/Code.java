package org.sing.gateway.api;

import java.util.Locale;

/** Every problem that this interface names; each has its line in {@code docs/problems.md}. */
enum Code {
    MALFORMED_BODY(400, "The body cannot be read"),
    MALFORMED_PARAMETER(400, "A parameter cannot be read"),
    IDEMPOTENCY_KEY_REQUIRED(400, "The Idempotency-Key header is missing"),
    UNAUTHENTICATED(401, "Who are you?"),
    FORBIDDEN(403, "You may not do this"),
    NOT_YOUR_JOB(403, "You may see this job but not change it"),
    UNKNOWN_TOKEN(403, "The join token is not known"),
    TOKEN_EXPIRED(403, "The join token has expired"),
    NOT_FOUND(404, "There is no such thing"),
    JOB_NOT_FOUND(404, "There is no such job"),
    NO_SUCH_JOB(404, "There is no such job"),
    SIMULATION_NOT_FOUND(404, "There is no such simulation"),
    NODE_NOT_FOUND(404, "There is no such node"),
    METHOD_NOT_ALLOWED(405, "This cannot be done to it"),
    NOT_ACCEPTABLE(406, "It cannot be had in this form"),
    REQUEST_IN_FLIGHT(409, "A request with this Idempotency-Key is being worked on"),
    JOB_ALREADY_FINISHED(409, "The job is over"),
    JOB_IS_RUNNING(409, "The job is running"),
    JOB_IS_CANCELLING(409, "The job is being cancelled"),
    JOB_IS_NOT_HELD(409, "The job is not held"),
    TOKEN_USED(409, "The join token was used"),
    NAME_TAKEN(409, "Another node has this name"),
    BLOBS_MISSING(409, "Contents of the snapshot are missing"),
    PATH_TAKEN(409, "Something else is in that place"),
    SIMULATION_IS_OVER(409, "The simulation is over"),
    REFUSED(409, "The request was refused"),
    VERSION_MISMATCH(412, "Somebody else changed it"),
    BODY_TOO_LARGE(413, "The body is too large"),
    UNSUPPORTED_MEDIA_TYPE(415, "The body is in a form that is not taken"),
    RANGE_NOT_SATISFIABLE(416, "There are no such bytes"),
    INVALID_PROFILE(422, "The profile is not valid"),
    INVALID_REQUEST(422, "The request is not valid"),
    INVALID_TRACE(422, "The trace is not valid"),
    INVALID_SNAPSHOT(422, "The snapshot is not valid"),
    UNKNOWN_SNAPSHOT(422, "You have no such snapshot"),
    DIGEST_MISMATCH(422, "The bytes have another digest"),
    IDEMPOTENCY_KEY_REUSED(422, "This Idempotency-Key belongs to another request"),
    NEVER_FITS(422, "No node could ever hold it"),
    NOT_YOUR_PROJECT(422, "You do not belong to the project that should pay"),
    UNKNOWN_DEPENDENCY(422, "A job that it should wait for is not there"),
    PROJECT_REQUIRED(422, "It is not clear which project pays"),
    VERSION_REQUIRED(428, "The If-Match header is missing"),
    TOO_MANY_REQUESTS(429, "Too many requests"),
    TOO_MANY_SIMULATIONS(429, "Too many simulations are waiting"),
    TOO_MANY_STREAMS(429, "Too many streams are open"),
    INTERNAL_ERROR(500, "Something went wrong here"),
    OVERLOADED(503, "There is too much to do"),
    IDENTITY_UNAVAILABLE(503, "Nobody can be identified right now"),
    POSITION_NOT_REACHED(503, "The view is not that far yet"),
    BUS_UNAVAILABLE(503, "The request could not be handed on"),
    STORE_UNAVAILABLE(503, "The store does not answer"),
    STORE_FULL(507, "The store is full"),
    QUOTA_EXCEEDED(507, "Your directory is full");

    final int status;
    final String title;

    Code(int status, String title) {
        this.status = status;
        this.title = title;
    }

    /** As it stands in a response: {@code job-not-found}. */
    String wireName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

package org.sing.submission.domain;

/** What shall become of the job once its attempt is over. A cancel replaces a requeue, never the other way round. */
public record Wish(Kind kind, String reason) {
    public enum Kind {
        CANCEL,
        REQUEUE
    }

    boolean cancel() {
        return kind == Kind.CANCEL;
    }
}

package org.sing.whatif.domain;

/** A question that has no answer; the message is for whoever asked. */
public final class Unanswerable extends RuntimeException {
    private final String code;

    public Unanswerable(String code, String message) {
        super(message, null, false, false);
        this.code = code;
    }

    /** Machine-readable, in kebab-case. */
    public String code() {
        return code;
    }
}

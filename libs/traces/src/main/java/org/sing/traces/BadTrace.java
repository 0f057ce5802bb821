package org.sing.traces;

/** A trace that cannot be read; the message names the row. */
public final class BadTrace extends RuntimeException {
    public BadTrace(String message) {
        super(message);
    }

    static BadTrace row(long row, String what) {
        return new BadTrace("row " + row + ": " + what);
    }
}

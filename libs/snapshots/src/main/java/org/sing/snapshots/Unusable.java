package org.sing.snapshots;

import java.io.IOException;

/** A snapshot cannot be laid out; the message says why, in a sentence for its owner. */
public final class Unusable extends IOException {
    private static final long serialVersionUID = 1L;

    Unusable(String sentence) {
        super(sentence);
    }

    @Override
    public String toString() {
        return getMessage();
    }
}

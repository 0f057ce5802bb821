package org.sing.profile;

import java.util.Optional;

/** One thing that a profile may say, at most once with one meaning, however many names it has. */
final class Slot<T> {
    private final String what;
    private final Findings findings;
    private T value;
    private Place at = Place.START;
    private boolean fixed;

    Slot(String what, Findings findings) {
        this.what = what;
        this.findings = findings;
    }

    /** From here on, what is said yields to what was said before. */
    void fix() {
        fixed = true;
    }

    void set(T given, Place where) {
        if (fixed) return;
        if (value != null && !value.equals(given))
            findings.error(where, what + " is " + given + " here, but " + value + " at line " + at.line());
        value = given;
        at = where;
    }

    Optional<T> value() {
        return Optional.ofNullable(value);
    }

    boolean given() {
        return value != null;
    }

    T or(T otherwise) {
        return value == null ? otherwise : value;
    }

    Place at() {
        return at;
    }
}

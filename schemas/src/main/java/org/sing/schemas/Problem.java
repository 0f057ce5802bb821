package org.sing.schemas;

import java.util.Optional;

/**
 * One reason why something was refused, as RFC 9457 {@code errors[]} shows it.
 *
 * @param pointer JSON pointer into the request, or empty
 * @param line 1-based line of the profile, 0 when unknown
 * @param column 1-based column of the profile, 0 when unknown
 */
public record Problem(String pointer, int line, int column, String detail, Optional<String> suggestion) {
    public Problem {
        pointer = pointer == null ? "" : pointer;
        suggestion = suggestion == null ? Optional.empty() : suggestion;
    }

    public static Problem of(String detail) {
        return new Problem("", 0, 0, detail, Optional.empty());
    }

    public static Problem at(String pointer, String detail) {
        return new Problem(pointer, 0, 0, detail, Optional.empty());
    }

    public Problem suggesting(String value) {
        return new Problem(pointer, line, column, detail, Optional.of(value));
    }
}

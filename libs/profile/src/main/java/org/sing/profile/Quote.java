package org.sing.profile;

/** Somebody's text inside our sentence: short, on one line, without control characters. */
final class Quote {
    private static final int LONGEST = 60;

    private Quote() {}

    static String of(String text) {
        var shown = text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
        return "'" + shown.replaceAll("\\p{Cntrl}", "?") + "'";
    }
}

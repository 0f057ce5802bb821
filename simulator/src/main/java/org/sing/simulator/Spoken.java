package org.sing.simulator;

/** Numbers as people say them. */
final class Spoken {
    private Spoken() {}

    static String duration(double seconds) {
        if (seconds < 0.5) return "0";
        if (seconds < 100) return "%.0f s".formatted(seconds);
        if (seconds < 5400) return "%.0f min".formatted(seconds / 60);
        if (seconds < 36_000) return number(seconds / 3600, "h");
        if (seconds < 172_800) return "%.0f h".formatted(seconds / 3600);
        return number(seconds / 86_400, "d");
    }

    /** For times that are whole in their unit. */
    static String unit(double seconds) {
        if (seconds < 3600) return "%.0f min".formatted(seconds / 60);
        return seconds < 86_400 ? "%.0f h".formatted(seconds / 3600) : "%.0f d".formatted(seconds / 86_400);
    }

    static String count(long number) {
        return "%,d".formatted(number);
    }

    static String percent(double part) {
        return "%.1f %%".formatted(part * 100);
    }

    /** A number of any size in three digits or so. */
    static String rough(double number) {
        if (number >= 100) return count(Math.round(number));
        return (number < 10 ? "%.1f" : "%.0f").formatted(number);
    }

    private static String number(double number, String unit) {
        return "%.1f %s".formatted(number, unit);
    }
}

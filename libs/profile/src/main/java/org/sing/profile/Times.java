package org.sing.profile;

import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/** Time limits as sbatch reads them (M, M:S, H:M:S, D-H, D-H:M, D-H:M:S) and as people write them (90s, 2h30m, 1d). */
final class Times {
    static final String FORMS = "30 (minutes), 2:00:00, 1-12 (days-hours), 1-12:30:00 or 90m, 2h, 1d";
    private static final long LONGEST = 366L * 24 * 3600;
    private static final Set<String> NO_LIMIT = Set.of("0", "unlimited", "infinite");
    private static final Pattern CLOCK =
            Pattern.compile("(?:(?<d>\\d{1,6})-)?(?<a>\\d{1,9})(?::(?<b>\\d{1,2}))?(?::(?<c>\\d{1,2}))?");
    private static final Pattern UNITS =
            Pattern.compile("(?:(?<d>\\d{1,6})d)?(?:(?<h>\\d{1,6})h)?(?:(?<m>\\d{1,7})m(?:in)?)?(?:(?<s>\\d{1,9})s)?");

    private Times() {}

    /** Seconds, 0 for no limit; empty when it is not a time, or longer than a year. */
    static OptionalLong seconds(String text) {
        var time = text.strip().toLowerCase(Locale.ROOT);
        if (NO_LIMIT.contains(time)) return OptionalLong.of(0);
        var seconds = time.matches(".*[dhms].*") ? units(time) : clock(time);
        return seconds > 0 && seconds <= LONGEST ? OptionalLong.of(seconds) : OptionalLong.empty();
    }

    private static long clock(String time) {
        var matcher = CLOCK.matcher(time);
        if (!matcher.matches()) return -1;
        var a = number(matcher.group("a"));
        var b = number(matcher.group("b"));
        var c = number(matcher.group("c"));
        if (b > 59 || c > 59) return -1;
        if (matcher.group("d") != null) return number(matcher.group("d")) * 86400 + a * 3600 + b * 60 + c;
        return matcher.group("c") != null ? a * 3600 + b * 60 + c : a * 60 + b;
    }

    private static long units(String time) {
        var matcher = UNITS.matcher(time);
        if (!matcher.matches()) return -1;
        return number(matcher.group("d")) * 86400
                + number(matcher.group("h")) * 3600
                + number(matcher.group("m")) * 60
                + number(matcher.group("s"));
    }

    private static long number(String digits) {
        return digits == null ? 0 : Long.parseLong(digits);
    }
}

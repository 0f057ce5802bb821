package org.sing.profile;

import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** Amounts of memory: a number with K, M, G or T (powers of 1024). */
final class Sizes {
    private static final long LARGEST = 64L << 40;
    private static final Pattern SIZE = Pattern.compile("(\\d{1,15})\\s*([kmgt]?)(?:i?b)?");

    private Sizes() {}

    /** @param unit that a bare number means: {@code ""} for bytes, {@code "m"} as sbatch does */
    static OptionalLong bytes(String text, String unit) {
        var matcher = SIZE.matcher(text.strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) return OptionalLong.empty();
        var number = Long.parseLong(matcher.group(1));
        var shift = shift(matcher.group(2).isEmpty() ? unit : matcher.group(2));
        return number > LARGEST >> shift ? OptionalLong.empty() : OptionalLong.of(number << shift);
    }

    private static int shift(String unit) {
        return switch (unit) {
            case "k" -> 10;
            case "m" -> 20;
            case "g" -> 30;
            case "t" -> 40;
            default -> 0;
        };
    }
}

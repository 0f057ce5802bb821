package org.sing.profile;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Which known name somebody probably meant. */
public final class Nearest {
    private static final int LONGEST = 64;

    private Nearest() {}

    public static Optional<String> to(String given, Collection<String> known) {
        if (given.length() > LONGEST) return Optional.empty();
        var plain = plain(given);
        return known.stream()
                .filter(name -> distance(plain, plain(name)) <= tolerance(plain))
                .min(Comparator.<String>comparingInt(name -> distance(plain, plain(name)))
                        .thenComparing(Comparator.naturalOrder()))
                .or(() -> known.stream()
                        .filter(name -> plain.length() > 2 && plain(name).startsWith(plain))
                        .min(Comparator.naturalOrder()))
                .or(() -> known.stream()
                        .filter(name -> name.length() > 2 && plain.startsWith(plain(name)))
                        .max(Comparator.comparingInt(String::length)));
    }

    private static int tolerance(String name) {
        return Math.max(1, name.length() / 3);
    }

    private static String plain(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Insertions, deletions, replacements and swaps of neighbours. */
    static int distance(String a, String b) {
        var rows = new int[a.length() + 1][b.length() + 1];
        for (var i = 0; i <= a.length(); i++) rows[i][0] = i;
        for (var j = 0; j <= b.length(); j++) rows[0][j] = j;
        for (var i = 1; i <= a.length(); i++)
            for (var j = 1; j <= b.length(); j++) {
                var same = a.charAt(i - 1) == b.charAt(j - 1);
                var best = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1);
                best = Math.min(best, rows[i - 1][j - 1] + (same ? 0 : 1));
                var swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                rows[i][j] = swapped ? Math.min(best, rows[i - 2][j - 2] + 1) : best;
            }
        return rows[a.length()][b.length()];
    }
}

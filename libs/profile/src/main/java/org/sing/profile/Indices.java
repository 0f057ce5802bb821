package org.sing.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Reads the indices of an array as sbatch takes them: {@code 0-9}, {@code 1,3,7}, {@code 0-99:10}, {@code 0-99%4}. */
final class Indices {
    private static final int MOST = 1_000;
    private static final Pattern FORM = Pattern.compile("([^%]+)(?:%([1-9]\\d{0,5}))?");
    private static final Pattern PART = Pattern.compile("(\\d{1,6})(?:-(\\d{1,6})(?::([1-9]\\d{0,5}))?)?");

    private Indices() {}

    static void read(Draft draft, Source source, String name) {
        draft.values.text(source, name, text -> {
            var form = FORM.matcher(text.value().strip());
            if (form.matches()) read(draft, text, form.group(1).split(",", -1), count(form.group(2), 0));
            else wrong(draft, text);
        });
    }

    /** In a profile, the indices may be a list. */
    static void list(Draft draft, Source source, String name) {
        if (!(source instanceof Source.Items items)) {
            read(draft, source, name);
            return;
        }
        var parts = new ArrayList<String>();
        for (var item : items.items())
            draft.values.text(item, name, text -> parts.add(text.value().strip()));
        if (parts.size() == items.items().size())
            read(draft, new Source.Text(String.join(",", parts), items.at()), name);
    }

    private static void read(Draft draft, Source.Text text, String[] parts, int atOnce) {
        var indices = new TreeSet<Integer>();
        var step = 1;
        for (var part : parts) {
            var range = PART.matcher(part.strip());
            if (!range.matches()) {
                wrong(draft, text);
                return;
            }
            var from = Integer.parseInt(range.group(1));
            var to = count(range.group(2), from);
            if (from > to) {
                draft.findings.error(text.at(), "the indices of an array go from few to many", to + "-" + from);
                return;
            }
            step = count(range.group(3), 1);
            if (!add(draft, text, indices, from, to, step)) return;
        }
        draft.array.set(new TaskArray(List.copyOf(indices), atOnce, parts.length == 1 ? step : 1), text.at());
    }

    private static boolean add(Draft draft, Source.Text text, TreeSet<Integer> indices, int from, int to, int step) {
        if ((to - from) / step < MOST)
            IntStream.iterate(from, index -> index <= to, index -> index + step).forEach(indices::add);
        if ((to - from) / step < MOST && indices.size() <= MOST) return true;
        draft.findings.error(text.at(), "an array can have at most " + MOST + " tasks; hand it in as several");
        return false;
    }

    private static void wrong(Draft draft, Source.Text text) {
        draft.findings.error(
                text.at(),
                "an array is a list of indices such as 0-9, 1,3,7 or 0-99%4 (four at once), not "
                        + Quote.of(text.value()));
    }

    private static int count(String digits, int otherwise) {
        return digits == null ? otherwise : Integer.parseInt(digits);
    }
}

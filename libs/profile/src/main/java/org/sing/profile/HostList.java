package org.sing.profile;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads names of nodes as sbatch takes them: {@code gpu-03,gpu-04}, {@code gpu-[03-05,09]}; in a profile also a list. */
final class HostList {
    private static final int MOST = 4_096;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
    private static final Pattern PART = Pattern.compile("([A-Za-z0-9._-]*)(?:\\[([^\\[\\]]+)])?([A-Za-z0-9._-]*)");
    private static final Pattern RANGE = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");

    private HostList() {}

    static void read(Draft draft, Source source, String what, Slot<List<String>> slot) {
        var names = new LinkedHashSet<String>();
        var texts = new ArrayList<Source.Text>();
        var items = draft.values.list(source, what);
        for (var item : items) draft.values.text(item, what, texts::add);
        for (var text : texts)
            for (var part : parts(text.value().strip())) {
                var found = expand(part.strip());
                if (found.isEmpty()) {
                    draft.findings.error(
                            text.at(),
                            what + " has names of nodes such as gpu-01,gpu-02 or gpu-[01-04], at most " + MOST
                                    + "; not " + Quote.of(part));
                    return;
                }
                names.addAll(found.get());
            }
        if (names.size() > MOST) draft.findings.error(source.at(), what + " names more than " + MOST + " nodes");
        else if (!names.isEmpty() && texts.size() == items.size()) slot.set(List.copyOf(names), source.at());
        else if (items.isEmpty() && source instanceof Source.Nothing)
            draft.findings.error(source.at(), what + " has no value");
    }

    /** At the commas that are not inside brackets. */
    private static List<String> parts(String text) {
        var parts = new ArrayList<String>();
        var depth = 0;
        var from = 0;
        for (var at = 0; at < text.length(); at++) {
            var letter = text.charAt(at);
            if (letter == '[') depth++;
            else if (letter == ']') depth--;
            else if (letter == ',' && depth == 0) {
                parts.add(text.substring(from, at));
                from = at + 1;
            }
        }
        parts.add(text.substring(from));
        return parts;
    }

    private static Optional<Set<String>> expand(String part) {
        var form = PART.matcher(part);
        if (!form.matches()) return Optional.empty();
        var names = new LinkedHashSet<String>();
        if (form.group(2) == null) names.add(part);
        else
            for (var each : form.group(2).split(",", -1)) {
                var range = RANGE.matcher(each.strip());
                if (!range.matches()) return Optional.empty();
                var from = Integer.parseInt(range.group(1));
                var to = range.group(2) == null ? from : Integer.parseInt(range.group(2));
                if (from > to || to - from >= MOST) return Optional.empty();
                for (var number = from; number <= to; number++)
                    names.add(form.group(1) + ("%0" + range.group(1).length() + "d").formatted(number) + form.group(3));
            }
        return names.stream().allMatch(name -> NAME.matcher(name).matches()) ? Optional.of(names) : Optional.empty();
    }
}

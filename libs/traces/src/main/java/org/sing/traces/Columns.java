package org.sing.traces;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** The columns of a table with a heading, under the names that logs give them. */
public final class Columns {
    private final Map<String, Integer> positions = new HashMap<>();
    private final int count;

    public Columns(List<String> heading, Map<String, List<String>> names, List<String> ignored) {
        count = heading.size();
        var unknown = new TreeSet<String>();
        for (var i = 0; i < count; i++) {
            var title = heading.get(i).strip().toLowerCase();
            var meaning = names.entrySet().stream()
                    .filter(entry -> entry.getValue().contains(title))
                    .map(Map.Entry::getKey)
                    .findFirst();
            if (meaning.isPresent()) positions.putIfAbsent(meaning.get(), i);
            else if (!ignored.contains(title)) unknown.add(title);
        }
        if (!unknown.isEmpty())
            throw new BadTrace("row 1: unknown columns %s; known are %s".formatted(unknown, all(names)));
    }

    public boolean has(String meaning) {
        return positions.containsKey(meaning);
    }

    public int count() {
        return count;
    }

    public Optional<String> value(String meaning, String[] fields) {
        return Optional.ofNullable(positions.get(meaning))
                .map(position -> fields[position].strip())
                .filter(text -> !text.isEmpty());
    }

    private static List<String> all(Map<String, List<String>> names) {
        return names.values().stream().flatMap(List::stream).sorted().toList();
    }
}

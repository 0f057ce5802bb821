package org.sing.scheduling.core;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** Records by their key, and which of them changed since they were last collected. */
final class Table<R extends Record> {
    private final Function<R, String> key;
    private final Map<String, R> rows = new HashMap<>();
    private final Map<String, R> changed = new LinkedHashMap<>();

    Table(Function<R, String> key) {
        this.key = key;
    }

    void load(R row) {
        rows.put(key.apply(row), row);
    }

    R put(R row) {
        rows.put(key.apply(row), row);
        changed.put(key.apply(row), row);
        return row;
    }

    /** Its last state goes to the books; here it is forgotten. */
    void retire(R row) {
        rows.remove(key.apply(row));
        changed.put(key.apply(row), row);
    }

    Optional<R> get(String name) {
        return Optional.ofNullable(rows.get(name));
    }

    Collection<R> all() {
        return Collections.unmodifiableCollection(rows.values());
    }

    List<R> sorted() {
        return List.copyOf(new TreeMap<>(rows).values());
    }

    List<R> copy() {
        return List.copyOf(rows.values());
    }

    List<R> collect() {
        var collected = List.copyOf(changed.values());
        changed.clear();
        return collected;
    }
}

package org.sing.simulator;

import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Records, maps, lists, numbers and texts as JSON. */
final class Json {
    private Json() {}

    static String text(Object value) {
        return switch (value) {
            case Double number -> number(number);
            case Number number -> number.toString();
            case Boolean truth -> truth.toString();
            case String text -> quoted(text);
            case List<?> list -> list.stream().map(Json::text).collect(Collectors.joining(",", "[", "]"));
            case Map<?, ?> map ->
                map.entrySet().stream()
                        .map(entry -> quoted(entry.getKey().toString()) + ":" + text(entry.getValue()))
                        .collect(Collectors.joining(",", "{", "}"));
            case Record row -> text(fields(row));
            default -> throw new IllegalArgumentException("no form in JSON: " + value.getClass());
        };
    }

    private static String number(double number) {
        if (!Double.isFinite(number)) return "null";
        if (number == Math.rint(number)) return Long.toString((long) number);
        return Double.toString(Math.round(number * 10_000) / 10_000.0);
    }

    private static Map<String, Object> fields(Record row) {
        var fields = new LinkedHashMap<String, Object>();
        for (var component : row.getClass().getRecordComponents())
            fields.put(component.getName(), value(row, component));
        return fields;
    }

    private static Object value(Record row, RecordComponent component) {
        try {
            return component.getAccessor().invoke(row);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String quoted(String text) {
        var quoted = new StringBuilder("\"");
        for (var c : text.toCharArray())
            if (c == '"' || c == '\\') quoted.append('\\').append(c);
            else if (c < ' ') quoted.append("\\u%04x".formatted((int) c));
            else quoted.append(c);
        return quoted.append('"').toString();
    }
}

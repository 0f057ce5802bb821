package org.sing.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.StreamSupport;

/**
 * Why a reader of the released schemas could choke on what the present ones allow, or a reader of the present ones on
 * what was written under the released ones.
 */
final class Compatibility {
    private static final List<String> FIXED = List.of(
            "type", "format", "const", "pattern", "$ref", "minimum", "maximum", "minLength", "maxLength", "minItems");

    private final Map<String, JsonNode> released;
    private final Map<String, JsonNode> present;
    private final List<String> reasons = new ArrayList<>();

    private Compatibility(Map<String, JsonNode> released, Map<String, JsonNode> present) {
        this.released = released;
        this.present = present;
    }

    static List<String> breaks(Map<String, JsonNode> released, Map<String, JsonNode> present) {
        return new Compatibility(released, present).all();
    }

    private List<String> all() {
        released.forEach((name, schema) -> {
            if (present.containsKey(name)) compare(name, schema, present.get(name));
            else reasons.add(name + " removed");
        });
        return reasons;
    }

    private void compare(String place, JsonNode was, JsonNode now) {
        for (var keyword : FIXED)
            if (!was.path(keyword).equals(now.path(keyword))) reasons.add(place + " changed " + keyword);
        compareEnum(place, was, now);
        compareRequired(place, texts(was.path("required")), texts(now.path("required")));
        for (var keyword : List.of("properties", "$defs"))
            was.path(keyword).properties().forEach(field -> {
                var inner = place + "." + field.getKey();
                var here = now.path(keyword).path(field.getKey());
                if (here.isMissingNode()) reasons.add(inner + " removed");
                else compare(inner, field.getValue(), here);
            });
        for (var keyword : List.of("items", "additionalProperties", "propertyNames"))
            if (was.path(keyword).isObject()) compare(place + "[]", was.path(keyword), now.path(keyword));
    }

    /** A value may be added where readers were told to expect it; none may be taken away. */
    private void compareEnum(String place, JsonNode was, JsonNode now) {
        var before = texts(was.path("enum"));
        var after = texts(now.path("enum"));
        var open = was.path("x-open-enum").asBoolean();
        if (open != now.path("x-open-enum").asBoolean()) reasons.add(place + " changed x-open-enum");
        if (was.has("enum") != now.has("enum") || !after.containsAll(before) || !open && !before.equals(after))
            reasons.add(place + " changed enum");
    }

    /** A field that is newly required makes old messages unreadable; one that no longer is makes old readers fail. */
    private void compareRequired(String place, Set<String> was, Set<String> now) {
        for (var field : now) if (!was.contains(field)) reasons.add(place + "." + field + " is newly required");
        for (var field : was) if (!now.contains(field)) reasons.add(place + "." + field + " is no longer required");
    }

    private static Set<String> texts(JsonNode array) {
        var texts = new TreeSet<String>();
        StreamSupport.stream(array.spliterator(), false).map(JsonNode::asText).forEach(texts::add);
        return texts;
    }
}

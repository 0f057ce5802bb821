package org.sing.schemas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CompatibilityTest {
    private static final String RELEASED = """
            {"type": "object", "required": ["job", "cause"],
             "properties": {
               "job": {"type": "string", "format": "uuid"},
               "cause": {"type": "string", "enum": ["EXITED", "CANCELLED"], "x-open-enum": true},
               "colour": {"type": "string", "enum": ["red"]},
               "shares": {"type": "array", "items": {"type": "object", "required": ["node"],
                          "properties": {"node": {"type": "string"}}}},
               "head": {"$ref": "#/$defs/head"}},
             "$defs": {"head": {"type": "object", "properties": {"budget": {"type": "integer"}}}}}
            """;

    @Test
    void what_was_released_stays_readable() {
        var released = Contract.released().schemas();
        assertFalse(released.isEmpty());
        assertEquals(
                List.of(), Compatibility.breaks(released, Contract.present().schemas()));
    }

    @Test
    void a_new_optional_field_and_a_new_value_of_an_open_enum_break_nobody() {
        assertEquals(List.of(), breaks(schema -> {
            properties(schema).putObject("note").put("type", "string");
            enumOf(schema, "cause").add("DRAINED");
        }));
    }

    @Test
    void a_removed_field_is_a_break() {
        assertEquals(
                List.of("a.colour removed"), breaks(schema -> properties(schema).remove("colour")));
    }

    @Test
    void a_removed_field_inside_an_array_or_a_definition_is_a_break() {
        assertEquals(
                List.of("a.shares[].node removed"),
                breaks(schema -> ((ObjectNode) schema.at("/properties/shares/items/properties")).remove("node")));
        assertEquals(
                List.of("a.head.budget removed"),
                breaks(schema -> ((ObjectNode) schema.at("/$defs/head/properties")).remove("budget")));
    }

    @Test
    void another_type_or_format_is_a_break() {
        assertEquals(
                List.of("a.job changed type"),
                breaks(schema -> property(schema, "job").put("type", "integer")));
        assertEquals(
                List.of("a.job changed format"),
                breaks(schema -> property(schema, "job").remove("format")));
        assertEquals(
                List.of("a.head changed $ref"),
                breaks(schema -> property(schema, "head").put("$ref", "#/$defs/x")));
    }

    @Test
    void a_value_taken_from_an_enum_or_added_to_a_closed_one_is_a_break() {
        assertEquals(
                List.of("a.cause changed enum"),
                breaks(schema -> enumOf(schema, "cause").remove(0)));
        assertEquals(
                List.of("a.colour changed enum"),
                breaks(schema -> enumOf(schema, "colour").add("blue")));
        assertEquals(
                List.of("a.colour changed enum"),
                breaks(schema -> property(schema, "colour").remove("enum")));
    }

    @Test
    void closing_an_open_enum_is_a_break() {
        assertEquals(
                List.of("a.cause changed x-open-enum"),
                breaks(schema -> property(schema, "cause").remove("x-open-enum")));
    }

    @Test
    void a_field_that_is_newly_or_no_longer_required_is_a_break() {
        assertEquals(
                List.of("a.colour is newly required"),
                breaks(schema -> required(schema).add("colour")));
        assertEquals(
                List.of("a.job is no longer required"),
                breaks(schema -> required(schema).remove(0)));
        assertEquals(
                List.of("a.shares[].node is no longer required"),
                breaks(schema -> ((ObjectNode) schema.at("/properties/shares/items")).remove("required")));
    }

    @Test
    void a_removed_message_is_a_break() {
        assertEquals(
                List.of("a removed"), Compatibility.breaks(Map.of("a", Json.read(RELEASED, JsonNode.class)), Map.of()));
    }

    private static List<String> breaks(Consumer<ObjectNode> change) {
        var now = Json.read(RELEASED, ObjectNode.class);
        change.accept(now);
        return Compatibility.breaks(Map.of("a", Json.read(RELEASED, JsonNode.class)), Map.of("a", now));
    }

    private static ObjectNode properties(ObjectNode schema) {
        return (ObjectNode) schema.path("properties");
    }

    private static ObjectNode property(ObjectNode schema, String name) {
        return (ObjectNode) properties(schema).path(name);
    }

    private static ArrayNode enumOf(ObjectNode schema, String name) {
        return (ArrayNode) property(schema, name).path("enum");
    }

    private static ArrayNode required(ObjectNode schema) {
        return (ArrayNode) schema.path("required");
    }
}

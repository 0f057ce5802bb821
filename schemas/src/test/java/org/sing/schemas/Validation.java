package org.sing.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.NonValidationKeyword;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Says what is wrong with a document under one of the schemas of a contract. */
final class Validation {
    /** They restrict values, not the shape of a document. */
    private static final Set<String> VALUES = Set.of(
            "enum",
            "pattern",
            "propertyNames",
            "minLength",
            "maxLength",
            "minimum",
            "maximum",
            "minItems",
            "uniqueItems");

    private static final Dialect DIALECT = Dialect.builder(Dialects.getDraft202012())
            .keyword(new NonValidationKeyword("x-open-enum"))
            .build();

    private final SchemaRegistry registry;

    Validation(Map<String, JsonNode> schemas, UnaryOperator<JsonNode> rewrite) {
        this(file -> text(schemas.get(file.replaceFirst("\\.schema\\.json$", ""))), rewrite);
    }

    /** @param schemas gives the text of a schema by its path, or null */
    Validation(UnaryOperator<String> schemas, UnaryOperator<JsonNode> rewrite) {
        registry = SchemaRegistry.withDialect(
                DIALECT,
                builder -> builder.schemas(iri -> iri.startsWith(Contract.BASE)
                        ? rewritten(schemas.apply(iri.substring(Contract.BASE.length())), rewrite)
                        : null));
    }

    private static String rewritten(String schema, UnaryOperator<JsonNode> rewrite) {
        return schema == null ? null : text(rewrite.apply(Json.read(schema, JsonNode.class)));
    }

    private static String text(JsonNode schema) {
        return schema == null ? null : schema.toString();
    }

    /** @param schema its path without the ending, such as {@code job/submit.v1} */
    List<String> errors(String schema, JsonNode document) {
        return registry
                .getSchema(SchemaLocation.of(Contract.BASE + schema + ".schema.json"))
                .validate(
                        document.toString(),
                        InputFormat.JSON,
                        context -> context.executionConfig(config -> config.formatAssertionsEnabled(true)))
                .stream()
                .map(Object::toString)
                .toList();
    }

    /** What is wrong with a schema itself. */
    static List<String> errorsOfSchema(JsonNode schema) {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"))
                .validate(schema.toString(), InputFormat.JSON)
                .stream()
                .map(Object::toString)
                .toList();
    }

    /** As readers take it: fields that are not named are welcome. */
    static JsonNode open(JsonNode schema) {
        return schema;
    }

    /** As our own writers must be: a field that no schema names is an error. */
    static JsonNode closed(JsonNode schema) {
        if (schema instanceof ObjectNode object
                && object.path("properties").isObject()
                && !object.has("additionalProperties")) object.put("additionalProperties", false);
        schema.forEach(Validation::closed);
        return schema;
    }

    /** Closed, and free in the values: what a record can write at all. */
    static JsonNode shape(JsonNode schema) {
        closed(schema);
        dropValues(schema, false);
        return schema;
    }

    private static void dropValues(JsonNode schema, boolean names) {
        if (schema instanceof ObjectNode object && !names) object.remove(VALUES);
        schema.properties()
                .forEach(field -> dropValues(field.getValue(), field.getKey().equals("properties") && !names));
        if (schema.isArray()) schema.forEach(element -> dropValues(element, false));
    }
}

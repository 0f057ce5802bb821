package org.sing.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.restassured.response.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The OpenAPI document as it lies in the repository. */
record Contract(JsonNode document) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final SchemaRegistry REGISTRY =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete");

    static Contract load() {
        try {
            var file = Path.of(System.getProperty("sing.root", ".."), "schemas/openapi/sing-v1.yaml");
            return new Contract(new ObjectMapper(new YAMLFactory()).readTree(Files.readString(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Such as {@code GET /api/v1/jobs}. */
    List<String> operations() {
        var operations = new ArrayList<String>();
        for (var path : document.get("paths").properties())
            for (var method : path.getValue().properties())
                if (METHODS.contains(method.getKey()))
                    operations.add(method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey());
        return operations;
    }

    boolean needsToken(String operation) {
        return !node(operation).path("security").isArray()
                || !node(operation).path("security").isEmpty();
    }

    /** What is wrong with an answer, by the document. A field that it does not name is wrong, too. */
    List<String> errors(String operation, Response answer) {
        var responses = node(operation).get("responses");
        var documented = responses.path(Integer.toString(answer.statusCode()));
        if (documented.isMissingNode()) documented = responses.path("default");
        documented = resolved(documented);
        if (documented.isMissingNode()) return List.of("status " + answer.statusCode() + " is not documented");
        if (answer.statusCode() == 204 && !documented.has("content")) return List.of();
        var type = answer.contentType().split(";")[0];
        var content = documented.path("content").path(type);
        if (content.isMissingNode()) return List.of(type + " is not documented for " + answer.statusCode());
        if (!type.endsWith("json")) return List.of();
        var schema = JSON.createObjectNode();
        schema.set("components", document.get("components").deepCopy());
        schema.set("allOf", JSON.createArrayNode().add(content.get("schema").deepCopy()));
        return REGISTRY.getSchema(closed(schema).toString()).validate(answer.asString(), InputFormat.JSON).stream()
                .map(Object::toString)
                .toList();
    }

    private JsonNode node(String operation) {
        var verb = operation.substring(0, operation.indexOf(' '));
        return document.get("paths").get(operation.substring(verb.length() + 1)).get(verb.toLowerCase(Locale.ROOT));
    }

    private JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? document.at(node.get("$ref").asText().substring(1)) : node;
    }

    private static JsonNode closed(JsonNode schema) {
        if (schema instanceof ObjectNode object
                && object.path("properties").isObject()
                && !object.has("additionalProperties")) object.put("additionalProperties", false);
        schema.forEach(Contract::closed);
        return schema;
    }
}

package org.sing.gateway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The OpenAPI document as it lies in the repository. */
record Contract(JsonNode document) {
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
                    operations.add(method.getKey().toUpperCase(java.util.Locale.ROOT) + " " + path.getKey());
        return operations;
    }
}

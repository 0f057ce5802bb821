package org.sing.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A folder of schemas with their golden samples, as it stands in the repository. */
record Contract(Path folder) {
    static final String BASE = "https://sing.example/schemas/json/";
    private static final String SCHEMA = ".schema.json";

    static Contract present() {
        return new Contract(Path.of("json"));
    }

    static Contract released() {
        return new Contract(Path.of("released", "json"));
    }

    /** {@code org.sing.job.submit.v1} stands in {@code job/submit.v1.schema.json}. */
    static String pathOf(String type) {
        return type.substring("org.sing.".length()).replaceFirst("\\.", "/");
    }

    /** Every schema by its path without the ending, such as {@code job/submit.v1}. */
    Map<String, JsonNode> schemas() {
        var schemas = new TreeMap<String, JsonNode>();
        for (var file : files(SCHEMA)) {
            var name = folder.relativize(file).toString();
            schemas.put(name.substring(0, name.length() - SCHEMA.length()), read(file));
        }
        return schemas;
    }

    /** The schemas of messages: neither the envelope nor what messages share. */
    List<String> messages() {
        return schemas().keySet().stream()
                .filter(name -> name.contains("/") && !name.startsWith("common/"))
                .toList();
    }

    List<Sample> samples() {
        return files(".json").stream()
                .filter(file -> file.getParent().toString().endsWith(".examples"))
                .map(file -> new Sample(typeOf(file), folder.relativize(file).toString(), read(file)))
                .toList();
    }

    Validation validation(UnaryOperator<JsonNode> rewrite) {
        return new Validation(schemas(), rewrite);
    }

    /** @param type that its folder names */
    record Sample(String type, String name, JsonNode envelope) {
        boolean is(String kind) {
            return name.endsWith("/" + kind + ".json");
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private String typeOf(Path sample) {
        var name = folder.relativize(sample.getParent()).toString();
        return "org.sing."
                + name.substring(0, name.length() - ".examples".length()).replace('/', '.');
    }

    private List<Path> files(String ending) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode read(Path file) {
        try {
            return Json.mapper().readTree(file.toFile());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package org.sing.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sing.profile.CompileResult.Compiled;
import org.sing.profile.CompileResult.Invalid;
import org.sing.schemas.Json;

/** Scripts as people bring them from Slurm. {@code -Dsing.golden=write} writes the answers anew, to be read before they are kept. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ScriptCorpusTest {
    private static final Path FOLDER = Path.of("src/test/resources/scripts");
    private static final boolean WRITE = "write".equals(System.getProperty("sing.golden"));

    static List<String> scripts() throws IOException {
        try (var files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".sh"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    void there_are_thirty_scripts_or_more() throws IOException {
        assertTrue(scripts().size() >= 30);
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void a_script_becomes_the_specification_or_the_problems_that_stand_beside_it(String name) throws IOException {
        var file = FOLDER.resolve(name.replace(".sh", ".json"));
        var answer = answer(name);
        if (WRITE)
            Files.writeString(
                    file, Json.mapper().writerWithDefaultPrettyPrinter().writeValueAsString(answer) + "\n");
        assertEquals(
                Json.mapper().readTree(Files.readString(file)), Json.mapper().readTree(answer.toString()));
    }

    private static JsonNode answer(String name) throws IOException {
        var text = Files.readString(FOLDER.resolve(name));
        var given = Json.mapper()
                .readTree(Files.readString(FOLDER.resolve("given.json")))
                .path(name);
        var profile = Json.mapper().createObjectNode().put("file", name).put("script", text);
        profile.set("args", Json.mapper().createArrayNode());
        given.properties().forEach(field -> profile.set(field.getKey(), field.getValue()));
        return switch (Profiles.compile(profile.toString(), "json")) {
            case Invalid it -> Json.mapper().valueToTree(Map.of("problems", it.problems()));
            case Compiled it -> compiled(it, text.lines().toList());
        };
    }

    /** The specification, and of its script only what differs from the file. */
    private static JsonNode compiled(Compiled compiled, List<String> lines) {
        ObjectNode answer = Json.mapper().createObjectNode();
        ObjectNode spec = Json.mapper().valueToTree(compiled.spec());
        spec.remove("script");
        answer.set("spec", spec);
        var script = compiled.spec().script();
        var inserted = script.size() - lines.size();
        answer.put("inserted_lines", inserted);
        var changed = answer.putArray("changed_lines");
        Stream.iterate(0, it -> it < script.size(), it -> it + 1)
                .filter(it -> !script.get(it).equals(it > 1 ? lines.get(it - inserted) : lines.get(it)))
                .forEach(it -> changed.add(script.get(it)));
        compiled.account().ifPresent(it -> answer.put("account", it));
        compiled.array().ifPresent(it -> answer.set("array", Json.mapper().valueToTree(it)));
        if (!compiled.waits().forNothing()) answer.set("waits", Json.mapper().valueToTree(compiled.waits()));
        answer.set("warnings", Json.mapper().valueToTree(compiled.warnings()));
        return answer;
    }
}

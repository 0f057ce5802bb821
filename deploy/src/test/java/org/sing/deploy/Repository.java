package org.sing.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.StreamSupport;
import org.sing.schemas.Json;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The files of the checkout. */
final class Repository {
    static final Path ROOT = Path.of(System.getProperty("sing.root"));

    private Repository() {}

    static String text(String path) {
        try {
            return Files.readString(ROOT.resolve(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The documents of a YAML file. */
    static List<JsonNode> yaml(String path) {
        var documents = new Yaml(new SafeConstructor(new LoaderOptions())).loadAll(text(path));
        return StreamSupport.stream(documents.spliterator(), false)
                .map(Json::tree)
                .toList();
    }

    static List<JsonNode> elements(JsonNode node) {
        return StreamSupport.stream(node.spliterator(), false).toList();
    }
}

package org.sing.schemas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

@DisplayNameGeneration(ReplaceUnderscores.class)
class AsyncApiTest {
    private static final Path FILE = Path.of("asyncapi", "sing.yaml");
    private static final String MESSAGES = "#/components/messages/";
    private final JsonNode document = read();

    @Test
    void it_names_every_topic_with_its_partitions_and_settings_and_no_other() {
        var described = new TreeMap<String, Map<String, Object>>();
        channels()
                .forEach(
                        (name, channel) -> described.put(channel.path("address").asText(), settings(channel)));
        var catalogue = new TreeMap<String, Map<String, Object>>();
        for (var topic : Topics.catalogue()) {
            var settings = new TreeMap<String, Object>(topic.config());
            settings.put("partitions", topic.partitions());
            settings.put("strict", topic.strict());
            catalogue.put(topic.name(), settings);
        }
        assertEquals(catalogue, described);
    }

    @Test
    void it_puts_every_message_on_its_topics_and_nowhere_else() {
        var described = new TreeMap<String, Set<String>>();
        channels()
                .forEach(
                        (name, channel) -> described.put(channel.path("address").asText(), messagesOf(channel)));
        var catalogue = new TreeMap<String, Set<String>>();
        for (var topic : Topics.catalogue())
            catalogue.put(
                    topic.name(),
                    Catalogue.types().stream()
                            .filter(type -> type.topics().contains(topic.name()))
                            .map(Catalogue.Type::name)
                            .collect(Collectors.toCollection(TreeSet::new)));
        assertEquals(catalogue, described);
    }

    @Test
    void it_describes_every_message_once_by_the_schema_of_its_type() {
        var names = new TreeSet<String>();
        for (var message : document.at("/components/messages")) {
            var name = message.path("name").asText();
            var parts = message.at("/payload/schema/allOf");
            names.add(name);
            assertEquals("../json/envelope.v1.schema.json", parts.at("/0/$ref").asText());
            assertEquals(name, parts.at("/1/properties/type/const").asText());
            assertEquals(
                    "../json/" + Contract.pathOf(name) + ".schema.json",
                    parts.at("/1/properties/data/$ref").asText());
        }
        assertEquals(
                Catalogue.types().stream().map(Catalogue.Type::name).collect(Collectors.toCollection(TreeSet::new)),
                names);
    }

    @Test
    void every_reference_leads_somewhere() {
        for (var reference : document.findValuesAsText("$ref")) {
            if (reference.startsWith("#"))
                assertTrue(document.at(reference.substring(1)).isObject(), reference);
            else assertTrue(Files.exists(FILE.resolveSibling(reference).normalize()), reference);
        }
    }

    @Test
    void it_names_the_writers_of_every_topic() {
        var described = new TreeMap<String, Set<String>>();
        for (var operation : document.path("operations")) {
            assertEquals("send", operation.path("action").asText());
            var channel = document.at(operation.at("/channel/$ref").asText().substring(1));
            described
                    .computeIfAbsent(channel.path("address").asText(), topic -> new TreeSet<>())
                    .add(operation.at("/tags/0/name").asText());
        }
        var catalogue = Topics.catalogue().stream()
                .collect(Collectors.toMap(
                        Topics.Topic::name,
                        topic -> (Set<String>) new TreeSet<>(Topics.writers(topic.name())),
                        (a, b) -> a,
                        TreeMap::new));
        assertEquals(catalogue, described);
    }

    @Test
    void it_names_the_readers_of_every_topic() {
        channels().forEach((name, channel) -> {
            var described = new TreeSet<String>();
            channel.path("x-readers").forEach(reader -> described.add(reader.asText()));
            assertTrue(channel.has("x-readers"), name);
            assertEquals(new TreeSet<>(Topics.readers(channel.path("address").asText())), described, name);
        });
    }

    @Test
    void every_topic_has_a_key_and_a_meaning() {
        channels().forEach((name, channel) -> {
            assertTrue(channel.path("x-key").asText().length() > 2, name);
            assertTrue(channel.path("description").asText().length() > 10, name);
            assertEquals(
                    channel.path("address").asText(),
                    channel.at("/bindings/kafka/topic").asText());
        });
    }

    private Map<String, JsonNode> channels() {
        var channels = new TreeMap<String, JsonNode>();
        document.path("channels").properties().forEach(field -> channels.put(field.getKey(), field.getValue()));
        return channels;
    }

    private static Map<String, Object> settings(JsonNode channel) {
        var kafka = channel.at("/bindings/kafka");
        var settings = new TreeMap<String, Object>();
        settings.put("partitions", kafka.path("partitions").asInt());
        settings.put("strict", channel.path("x-sequence-without-gaps").asBoolean());
        kafka.path("topicConfiguration")
                .properties()
                .forEach(field -> settings.put(field.getKey(), text(field.getValue())));
        return settings;
    }

    private static String text(JsonNode value) {
        return value.isArray() ? value.path(0).asText() : value.asText();
    }

    private Set<String> messagesOf(JsonNode channel) {
        var names = new TreeSet<String>();
        channel.path("messages").properties().forEach(field -> {
            var reference = field.getValue().path("$ref").asText();
            assertEquals(MESSAGES + field.getKey(), reference);
            names.add(document.at(reference.substring(1)).path("name").asText());
        });
        return names;
    }

    private static JsonNode read() {
        try {
            var yaml = new Yaml(new SafeConstructor(new LoaderOptions()));
            return Json.tree(yaml.load(Files.readString(FILE)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

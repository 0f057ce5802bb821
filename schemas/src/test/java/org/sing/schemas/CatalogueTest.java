package org.sing.schemas;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class CatalogueTest {
    private final Contract contract = Contract.present();

    @Test
    void every_message_has_a_schema_and_every_schema_is_of_a_message() {
        var types = Catalogue.types().stream()
                .map(type -> Contract.pathOf(type.name()))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(types, new TreeSet<>(contract.messages()));
    }

    @Test
    void every_message_has_a_full_and_a_minimal_sample() {
        var wanted =
                Catalogue.types().stream().map(Catalogue.Type::name).collect(Collectors.toCollection(TreeSet::new));
        for (var kind : List.of("full", "minimal"))
            assertEquals(
                    wanted,
                    contract.samples().stream()
                            .filter(sample -> sample.is(kind))
                            .map(Contract.Sample::type)
                            .collect(Collectors.toCollection(TreeSet::new)),
                    kind);
    }

    @Test
    void every_schema_is_a_valid_schema_that_names_its_own_place() {
        contract.schemas().forEach((name, schema) -> {
            assertEquals(List.of(), Validation.errorsOfSchema(schema), name);
            assertEquals(
                    Contract.BASE + name + ".schema.json", schema.path("$id").asText());
        });
    }

    @Test
    void every_field_says_what_it_means() {
        var silent = new ArrayList<String>();
        contract.schemas().forEach((name, schema) -> collectSilent(name, schema, silent));
        assertEquals(List.of(), silent);
    }

    @Test
    void every_topic_that_a_message_names_exists() {
        var topics = Topics.catalogue().stream().map(Topics.Topic::name).collect(Collectors.toSet());
        Catalogue.types()
                .forEach(type -> type.topics().forEach(topic -> assertEquals(true, topics.contains(topic), topic)));
    }

    @Test
    void the_schemas_are_on_the_class_path() {
        for (var type : Catalogue.types()) {
            var resource = "/schemas/json/" + Contract.pathOf(type.name()) + ".schema.json";
            assertEquals(true, getClass().getResource(resource) != null, resource);
        }
    }

    private static void collectSilent(String place, JsonNode schema, List<String> silent) {
        schema.path("properties").properties().forEach(field -> {
            if (!field.getValue().has("description") && !field.getValue().has("$ref"))
                silent.add(place + "." + field.getKey());
        });
        schema.properties().forEach(field -> collectSilent(place + "." + field.getKey(), field.getValue(), silent));
    }
}

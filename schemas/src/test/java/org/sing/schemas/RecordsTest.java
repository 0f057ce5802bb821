package org.sing.schemas;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class RecordsTest {
    private static final Contract CONTRACT = Contract.present();
    private static final Validation SHAPE = CONTRACT.validation(Validation::shape);
    private final Fields fields = new Fields(CONTRACT.schemas());

    static List<Catalogue.Type> types() {
        return Catalogue.types();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("types")
    void whatever_a_record_writes_is_in_its_schema(Catalogue.Type type) {
        for (var seed = 0; seed < 20; seed++) {
            var specimen = new Specimens(new Random(seed)).complete(type.record());
            var written = Json.read(Json.bytes(specimen), JsonNode.class);
            assertEquals(List.of(), SHAPE.errors(Contract.pathOf(type.name()), written), "seed " + seed);
            assertEquals(specimen, Json.read(Json.bytes(specimen), type.record()), "seed " + seed);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("types")
    void a_schema_has_the_fields_of_its_record_and_requires_those_that_are_always_written(Catalogue.Type type) {
        var name = Contract.pathOf(type.name());
        compare(new Fields.Place(name, CONTRACT.schemas().get(name)), type.record());
    }

    private void compare(Fields.Place place, Type type) {
        var here = fields.resolve(place);
        if (type instanceof ParameterizedType generic) {
            var inner = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
            if (generic.getRawType() == Optional.class) compare(here, inner);
            if (generic.getRawType() == List.class)
                compare(here.at(here.schema().path("items")), inner);
        } else if (type instanceof Class<?> enumeration && enumeration.isEnum()) {
            assertEquals(constants(enumeration), texts(here.schema().path("enum")), here.name());
            assertEquals(
                    true, here.schema().path("x-open-enum").asBoolean(), here.name() + " must be open for readers");
        } else if (type instanceof Class<?> record && record.isRecord() && record != Envelope.class) {
            compareRecord(here, record);
        }
    }

    private void compareRecord(Fields.Place place, Class<?> record) {
        var components = record.getRecordComponents();
        var properties = place.schema().path("properties");
        var names = Arrays.stream(components).map(RecordsTest::wireName).collect(Collectors.toCollection(TreeSet::new));
        var always = Arrays.stream(components)
                .filter(component -> component.getType() != Optional.class)
                .map(RecordsTest::wireName)
                .collect(Collectors.toSet());
        var named = new TreeSet<String>();
        properties.fieldNames().forEachRemaining(named::add);
        assertEquals(names, named, place.name() + ": " + record.getSimpleName());
        var required = texts(place.schema().path("required"));
        required.removeAll(always);
        assertEquals(Set.of(), required, place.name() + " requires what a record may leave out");
        for (var component : components)
            compare(place.at(properties.path(wireName(component))), component.getGenericType());
    }

    private static String wireName(RecordComponent component) {
        return component.getName().replaceAll("([A-Z])", "_$1").toLowerCase(java.util.Locale.ROOT);
    }

    private static Set<String> constants(Class<?> enumeration) {
        return Arrays.stream(enumeration.getEnumConstants())
                .map(Object::toString)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> texts(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false)
                .map(JsonNode::asText)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}

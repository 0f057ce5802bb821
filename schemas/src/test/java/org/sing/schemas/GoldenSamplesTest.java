package org.sing.schemas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class GoldenSamplesTest {
    private static final Contract CONTRACT = Contract.present();
    private static final Validation CLOSED = CONTRACT.validation(Validation::closed);
    private static final Validation RELEASED = Contract.released().validation(Validation::open);

    static List<Contract.Sample> samples() {
        return CONTRACT.samples();
    }

    static Stream<Contract.Sample> fullSamples() {
        return CONTRACT.samples().stream().filter(sample -> sample.is("full"));
    }

    static List<Contract.Sample> releasedSamples() {
        return Contract.released().samples();
    }

    @ParameterizedTest
    @MethodSource("samples")
    void a_sample_is_what_its_schema_says(Contract.Sample sample) {
        assertEquals(List.of(), CLOSED.errors("envelope.v1", sample.envelope()));
        assertEquals(
                List.of(),
                CLOSED.errors(Contract.pathOf(sample.type()), sample.envelope().path("data")));
    }

    @ParameterizedTest
    @MethodSource("samples")
    void a_sample_stands_on_a_topic_of_its_type_under_an_id_that_repeats(Contract.Sample sample) {
        var envelope = Json.convert(sample.envelope(), Envelope.class);
        var type = Catalogue.byName(envelope.type()).orElseThrow();
        assertEquals(sample.type(), envelope.type());
        assertTrue(type.topics().contains(envelope.topic()), envelope.topic());
        if (envelope.sequenced()) assertEquals(envelope.subject() + ":" + envelope.sequence(), envelope.id());
        if (Topics.strict(envelope.topic())) assertTrue(envelope.sequenced(), "an event without a sequence");
    }

    @ParameterizedTest
    @MethodSource("samples")
    void a_sample_that_was_read_is_written_again_as_it_was(Contract.Sample sample) {
        var envelope = Json.convert(sample.envelope(), Envelope.class);
        assertEquals(sample.envelope(), rewritten(envelope));
        assertEquals(
                sample.envelope().path("data"),
                rewritten(Catalogue.open(envelope).orElseThrow()));
    }

    @ParameterizedTest
    @MethodSource("fullSamples")
    void a_full_sample_shows_every_field(Contract.Sample sample) {
        var schemas = CONTRACT.schemas();
        var fields = new Fields(schemas);
        assertEquals(
                List.of(),
                fields.missing(Contract.pathOf(sample.type()), sample.envelope().path("data")));
    }

    @ParameterizedTest
    @MethodSource("releasedSamples")
    void a_sample_of_every_release_stays_readable(Contract.Sample sample) {
        var envelope = Json.convert(sample.envelope(), Envelope.class);
        assertEquals(
                List.of(),
                RELEASED.errors(
                        Contract.pathOf(sample.type()), sample.envelope().path("data")));
        assertContains(
                rewritten(Catalogue.open(envelope).orElseThrow()),
                sample.envelope().path("data"),
                sample.name());
    }

    private static JsonNode rewritten(Record value) {
        return Json.read(Json.bytes(value), JsonNode.class);
    }

    private static void assertContains(JsonNode whole, JsonNode part, String place) {
        if (part.isObject())
            part.properties()
                    .forEach(field ->
                            assertContains(whole.path(field.getKey()), field.getValue(), place + "/" + field.getKey()));
        else if (part.isArray()) {
            assertEquals(part.size(), whole.size(), place);
            for (var i = 0; i < part.size(); i++) assertContains(whole.path(i), part.path(i), place + "/" + i);
        } else assertEquals(part, whole, place);
    }
}

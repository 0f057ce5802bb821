package org.sing.schemas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class MessageCheckTest {
    private final MessageCheck check = new MessageCheck();

    @Test
    void every_golden_sample_passes_where_it_belongs() {
        for (var sample : Contract.present().samples())
            assertEquals(
                    List.of(),
                    check.errors(sample.envelope().path("bustopic").asText(), Json.bytes(sample.envelope())),
                    sample.name());
    }

    @Test
    void what_no_schema_names_is_told() {
        assertTold("colour", held -> ((ObjectNode) held.path("data")).put("colour", "red"));
        assertTold("colour", held -> held.put("colour", "red"));
        assertTold("job", held -> ((ObjectNode) held.path("data")).put("job", "42"));
        assertTold("unknown type", held -> held.put("type", "org.sing.job.vanished.v1"));
    }

    @Test
    void a_message_in_the_wrong_place_or_by_the_wrong_writer_is_told() {
        var held = Json.bytes(held());
        assertTrue(check.errors(Topics.JOB_STATE, held).toString().contains("does not belong here"));
        assertTold("must not write here", message -> message.put("source", "/services/scheduling"));
    }

    @Test
    void a_fact_whose_id_does_not_follow_from_its_sequence_is_told() {
        assertTold("another id", held -> held.put("sequence", 5));
        assertTold("no sequence", held -> held.remove("sequence"));
    }

    @Test
    void what_is_no_JSON_is_told() {
        assertTrue(check.errors(Topics.FEED, new byte[] {1, 2}).toString().contains("not JSON"));
    }

    private void assertTold(String what, Consumer<ObjectNode> change) {
        var message = held();
        change.accept(message);
        var errors = check.errors(Topics.JOB_EVENTS, Json.bytes(message)).toString();
        assertTrue(errors.contains(what), errors);
    }

    private static ObjectNode held() {
        return Contract.present().samples().stream()
                .filter(sample -> sample.name().equals("job/held.v1.examples/full.json"))
                .map(sample -> (ObjectNode) sample.envelope().deepCopy())
                .findFirst()
                .orElseThrow();
    }
}

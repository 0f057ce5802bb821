package org.sing.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Says where a record that was found on the bus breaks the contract. For tests that listen: it is stricter than any reader
 * may be, for it refuses what no schema names.
 */
public final class MessageCheck {
    private final Validation closed = new Validation(MessageCheck::load, Validation::closed);

    /** @param topic its name without a prefix */
    public List<String> errors(String topic, byte[] record) {
        JsonNode message;
        try {
            message = Json.read(record, JsonNode.class);
        } catch (IllegalArgumentException e) {
            return List.of("not JSON: " + e.getMessage());
        }
        var errors = new ArrayList<>(closed.errors("envelope.v1", message));
        var type = message.path("type").asText();
        Catalogue.byName(type)
                .ifPresentOrElse(
                        known -> errors.addAll(data(known, topic, message)), () -> errors.add("unknown type " + type));
        return errors.stream()
                .map(error -> type + " on " + topic + ": " + error)
                .toList();
    }

    private List<String> data(Catalogue.Type type, String topic, JsonNode message) {
        var errors = new ArrayList<>(closed.errors(Contract.pathOf(type.name()), message.path("data")));
        if (!type.topics().contains(topic)) errors.add("does not belong here");
        if (!message.path("bustopic").asText().equals(topic)) errors.add("was meant for " + message.path("bustopic"));
        if (!writes(message.path("source").asText(), topic))
            errors.add(message.path("source") + " must not write here");
        if (Topics.strict(topic) && !message.has("sequence")) errors.add("has no sequence");
        var id = message.path("subject").asText() + ":"
                + message.path("sequence").asText();
        if (message.has("sequence") && !message.path("id").asText().equals(id)) errors.add("has another id than " + id);
        return errors;
    }

    private static boolean writes(String source, String topic) {
        var writer = source.startsWith("/nodes/") ? "node-agent" : source.replaceFirst("^/services/", "");
        return Topics.writers(topic).contains(writer);
    }

    private static String load(String schema) {
        try (var in = MessageCheck.class.getResourceAsStream("/schemas/json/" + schema)) {
            return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

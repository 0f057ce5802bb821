package org.sing.gateway.api.body;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;
import org.sing.gateway.domain.Caller;
import org.sing.gateway.domain.Redaction;
import org.sing.schemas.Envelope;
import org.sing.schemas.FeedEntry;
import org.sing.schemas.Json;

/** An event at its place in the feed, as one reader may see it. */
public record EntryBody(long position, Envelope event) {

    public static EntryBody of(FeedEntry entry, Caller reader) {
        return new EntryBody(entry.position(), redacted(entry.event(), reader));
    }

    private static Envelope redacted(Envelope event, Caller reader) {
        var hidden = reader.staff() ? Set.<String>of() : Redaction.hiddenFields(event.type());
        if (hidden.isEmpty()) return event;
        var tree = Json.tree(event);
        for (var field : hidden) remove(tree, JsonPointer.compile("/data/" + field));
        return Json.convert(tree, Envelope.class);
    }

    private static void remove(JsonNode tree, JsonPointer field) {
        if (tree.at(field.head()) instanceof ObjectNode object)
            object.remove(field.last().getMatchingProperty());
    }
}

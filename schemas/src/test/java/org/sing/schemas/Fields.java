package org.sing.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Walks a schema and a document together, following references. */
record Fields(Map<String, JsonNode> schemas) {

    /** Fields of the schema, at any depth, that the document does not show. */
    List<String> missing(String schema, JsonNode document) {
        var missing = new ArrayList<String>();
        collect(new Place(schema, schemas.get(schema)), document, "", missing);
        return missing;
    }

    private void collect(Place place, JsonNode document, String path, List<String> missing) {
        var here = resolve(place);
        here.schema.path("properties").properties().forEach(field -> {
            var name = path + "/" + field.getKey();
            if (!document.has(field.getKey())) missing.add(name);
            else collect(here.at(field.getValue()), document.path(field.getKey()), name, missing);
        });
        if (here.schema.path("type").asText().equals("array") && document.isEmpty()) missing.add(path + "[]");
        document.forEach(element -> {
            if (document.isArray()) collect(here.at(here.schema.path("items")), element, path + "[]", missing);
        });
    }

    Place resolve(Place place) {
        return place.schema.has("$ref") && place.schema.path("properties").isMissingNode()
                ? resolve(target(place))
                : place;
    }

    Place target(Place place) {
        var reference = place.schema.path("$ref").asText().split("#", 2);
        var name = reference[0].isEmpty() ? place.name : resolveName(place.name, reference[0]);
        var document = schemas.get(name);
        if (document == null) throw new IllegalStateException(place.name + " refers to " + reference[0]);
        return new Place(name, reference.length == 1 ? document : document.at(reference[1]));
    }

    private static String resolveName(String from, String reference) {
        return java.nio.file.Path.of(from)
                .resolveSibling(reference)
                .normalize()
                .toString()
                .replaceFirst("\\.schema\\.json$", "");
    }

    /** A schema inside the document that {@code name} is the path of. */
    record Place(String name, JsonNode schema) {
        Place at(JsonNode inner) {
            return new Place(name, inner);
        }
    }
}

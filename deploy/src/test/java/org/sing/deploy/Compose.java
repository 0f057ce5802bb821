package org.sing.deploy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** {@code compose/compose.yaml}. */
final class Compose {
    static final String FILE = "compose/compose.yaml";

    private Compose() {}

    static JsonNode document() {
        return Repository.yaml(FILE).getFirst();
    }

    /** The containers that stay; the one that creates the topics ends. */
    static Map<String, Part> parts() {
        var parts = new TreeMap<String, Part>();
        for (var service : document().path("services").properties()) {
            var name = service.getKey().equals("agent-node-1") ? "agent" : service.getKey();
            if (!name.equals("topics")) parts.put(name, part(name, service.getValue()));
        }
        return parts;
    }

    private static Part part(String name, JsonNode service) {
        var ports = new TreeSet<Integer>();
        for (var list : new String[] {"ports", "expose"})
            for (var port : service.path(list))
                ports.add(Integer.valueOf(port.asText().replaceFirst(".*:", "")));
        var settings = new TreeMap<String, String>();
        service.path("environment")
                .properties()
                .forEach(field -> settings.put(field.getKey(), field.getValue().asText()));
        return new Part(name, ports, service.path("image").asText(), settings);
    }
}

package org.sing.platform;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** The realm of the campus together with the demonstration's accounts. */
public final class DemoRealm {

    public static final String CLIENT = "sing-demo";

    private static final ObjectMapper JSON = new ObjectMapper();

    private DemoRealm() {}

    /**
     * The realm file with the demo's values over it and the demo's accounts and clients added.
     *
     * @param origins from where the console's page fetches its tokens, each with its port: Keycloak lets a sign-in return
     *     to any port of this machine, but derives no origin from that
     */
    public static String merged(List<String> origins) {
        var realm = (ObjectNode) read("campus-realm.json");
        for (var client : realm.path("clients")) {
            if (client.path("clientId").asText().equals("console")) {
                ArrayNode allowed = client.withArray("/webOrigins");
                origins.forEach(allowed::add);
            }
        }
        for (var field : read("campus-demo.json").properties()) {
            if (field.getKey().equals("WARNING")) {
                continue;
            }
            if (field.getValue() instanceof ArrayNode added) {
                realm.withArray("/" + field.getKey()).addAll(added);
            } else {
                realm.set(field.getKey(), field.getValue());
            }
        }
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(realm);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static List<String> users() {
        return accounts().stream().map(user -> user.path("username").asText()).toList();
    }

    public static Optional<String> password(String user) {
        return accounts().stream()
                .filter(account -> account.path("username").asText().equals(user))
                .map(account -> account.at("/credentials/0/value").asText())
                .findFirst();
    }

    private static List<JsonNode> accounts() {
        return StreamSupport.stream(read("campus-demo.json").path("users").spliterator(), false)
                .toList();
    }

    private static JsonNode read(String name) {
        try (var in = DemoRealm.class.getResourceAsStream("/identity/" + name)) {
            return JSON.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

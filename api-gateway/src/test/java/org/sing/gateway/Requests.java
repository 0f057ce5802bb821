package org.sing.gateway;

import static org.sing.gateway.CampusTest.as;
import static org.sing.gateway.Person.ADAM;

import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.sing.snapshots.domain.Digests;

/** A request for each operation of the contract, with a body that is good, and the files that it may be about. */
final class Requests {
    private static final String PROFILE = "entrypoint: [echo]";
    static final String RESERVATION = "lecture";
    static final String CONTENT = "the content of a file";
    private static final Map<String, String> BODIES = Map.of(
            "POST /api/v1/jobs",
            PROFILE,
            "POST /api/v1/jobs/validate",
            PROFILE,
            "POST /api/v1/nodes/enroll",
            "{\"node\":\"node-3\",\"token\":\"t\",\"public_key\":\"AAAA\"}",
            "PUT /api/v1/groups/{group}/rule",
            "{\"rule\":\"campus\"}",
            "PUT /api/v1/reservations/{reservation}",
            "{\"nodes\":[\"gpu-1\"],\"from\":\"2030-01-07T08:00:00Z\",\"until\":\"2030-01-07T12:00:00Z\"}",
            "PUT /api/v1/blobs/{sha256}",
            CONTENT,
            "POST /api/v1/simulations",
            "{\"from\":\"queue\",\"rule\":\"easy\"}",
            "PUT /api/v1/files/{path}",
            CONTENT,
            "POST /api/v1/snapshots",
            "{\"files\":[{\"path\":\"a\",\"sha256\":\"%s\",\"size_bytes\":%d}]}"
                    .formatted(Digests.of(CONTENT), CONTENT.length()),
            "PUT /api/v1/limits/{scope}/{name}",
            "{\"running_jobs\":3}");

    private Requests() {}

    static Response ask(String operation, RequestSpecification as, Map<String, String> names) {
        var verb = operation.substring(0, operation.indexOf(' '));
        var path = operation.substring(verb.length() + 1);
        path = path.replace("{reservation}", RESERVATION);
        for (var name : names.entrySet()) path = path.replace("{" + name.getKey() + "}", name.getValue());
        if (verb.equals("POST") || verb.equals("PUT")) {
            var body = BODIES.getOrDefault(operation, "{}");
            as.contentType(body.startsWith("{") ? "application/json" : "application/yaml")
                    .header("Idempotency-Key", UUID.randomUUID())
                    .header("If-Match", "*")
                    .body(body.getBytes(StandardCharsets.UTF_8));
        }
        return as.request(verb, path);
    }

    /** A name under which the caller and the job both have a file. */
    static String files(Path store, String job) {
        var path = "1/rank-0.out";
        try {
            var output = store.resolve("jobs").resolve(job).resolve(path);
            Files.createDirectories(output.getParent());
            Files.writeString(output, CONTENT);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        as(ADAM).body(CONTENT.getBytes(StandardCharsets.UTF_8))
                .put("/api/v1/files/" + path)
                .then()
                .statusCode(204);
        return path;
    }

    static String snapshot() {
        as(ADAM).body(CONTENT.getBytes(StandardCharsets.UTF_8))
                .put("/api/v1/blobs/" + Digests.of(CONTENT))
                .then()
                .statusCode(204);
        return as(ADAM).contentType("application/json")
                .body(BODIES.get("POST /api/v1/snapshots"))
                .post("/api/v1/snapshots")
                .path("id");
    }
}

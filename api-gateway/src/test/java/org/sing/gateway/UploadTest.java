package org.sing.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.restassured.response.Response;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.sing.schemas.Json;
import org.sing.snapshots.domain.Digests;

/** What tests do that send files: contents of their own, manifests, jobs that bring them. */
abstract class UploadTest extends CampusTest {
    record File(String path, String sha256, long size_bytes, String mode) {}

    record Link(String path, String target) {}

    static String fresh() {
        return UUID.randomUUID().toString();
    }

    static File file(String path, String content) {
        return new File(path, Digests.of(content), content.length(), "0644");
    }

    static Response create(Person person, File... files) {
        return post(person, Map.of("files", List.of(files)));
    }

    static Response post(Person person, Object body) {
        return as(person).contentType("application/json").body(Json.bytes(body)).post("/api/v1/snapshots");
    }

    static void send(Person person, String content) {
        put(person, "/api/v1/blobs/" + Digests.of(content), content).then().statusCode(204);
    }

    static Response put(Person person, String path, String content) {
        return as(person)
                .contentType("application/octet-stream")
                .body(content.getBytes(UTF_8))
                .put(path);
    }

    static Response submit(Person person, String snapshot, String key) {
        return as(person)
                .contentType("application/yaml")
                .header("Idempotency-Key", key)
                .queryParam("snapshot", snapshot)
                .body("entrypoint: [./run]".getBytes(UTF_8))
                .post("/api/v1/jobs");
    }
}

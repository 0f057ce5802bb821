package org.sing.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItems;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sing.gateway.Person.ALICE;
import static org.sing.gateway.Person.BOB;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.Json;
import org.sing.snapshots.domain.Digests;

@QuarkusTest
@WithTestResource(CampusPlatform.class)
@WithTestResource(TestIssuer.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ManifestTest extends UploadTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @Test
    void a_manifest_may_be_packed_and_a_bomb_is_none() throws IOException {
        var content = fresh();
        send(ALICE, content);
        var manifest = Json.bytes(Map.of("files", List.of(file("a", content))));
        var id = packed(manifest).then().statusCode(201).extract().<String>path("id");
        as(ALICE).head("/api/v1/snapshots/" + id).then().statusCode(200);
        as(BOB).head("/api/v1/snapshots/" + id).then().statusCode(404);
        packed(new byte[64 << 20]).then().statusCode(413);
        as(ALICE)
                .contentType("application/json")
                .header("Content-Encoding", "gzip")
                .body("not packed".getBytes(UTF_8))
                .post("/api/v1/snapshots")
                .then()
                .statusCode(400);
    }

    @Test
    void every_fault_of_a_manifest_has_its_place_and_sentence() {
        var body = Map.of(
                "files",
                List.of(
                        new File("ok", "a".repeat(64), 1, "0644"),
                        new File("../x", "a".repeat(64), 1, "0644"),
                        new File("suid", "a".repeat(64), 1, "4755"),
                        new File("huge", "b".repeat(64), 1L << 60, "0644")),
                "links",
                List.of(new Link("l", "/etc/passwd")));
        var refused = post(ALICE, body).then().statusCode(422).body("code", equalTo("invalid-snapshot"));
        refused.body("errors.pointer", hasItems("/files/1", "/files/2", "/files/3", "/links/0"));
        refused.body(
                "errors.detail",
                hasItems(
                        "'../x' has '..' in it; write it without.",
                        "'suid' has a mode with more than permissions in it; only bits up to 0777 are taken.",
                        "'l' points to an absolute path; links stay inside the project."));
    }

    @Test
    void what_is_no_manifest_is_no_error_of_ours() {
        var bodies = List.of(
                "", "[]", "null", "{\"files\":[null]}", "{\"links\":[{}]}", "{\"files\":[{}]}", "{\"x\":1}", "{");
        assertAll(bodies.stream().map(body -> () -> {
            var status = as(ALICE)
                    .contentType("application/json")
                    .body(body)
                    .post("/api/v1/snapshots")
                    .statusCode();
            assertTrue(status == 400 || status == 422, body + " " + status);
        }));
    }

    @Test
    void ten_thousand_files_are_a_snapshot_and_one_more_is_not() {
        var content = fresh();
        send(ALICE, content);
        var files = new ArrayList<>(IntStream.range(0, 10_000)
                .mapToObj(i -> file("folder-%03d/file-%d.py".formatted(i / 100, i), content))
                .toList());
        create(ALICE, files.toArray(File[]::new)).then().statusCode(201);
        files.add(file("one-more", content));
        create(ALICE, files.toArray(File[]::new))
                .then()
                .statusCode(422)
                .body(
                        "detail",
                        equalTo(
                                "The snapshot has 10001 files and links; at most 10000 are taken. Keep data out of it."));
    }

    @Test
    void a_manifest_or_a_body_without_a_length_has_an_end() throws Exception {
        assertEquals(413, endless("POST", "/api/v1/snapshots", 9 << 20));
        assertEquals(413, endless("POST", "/api/v1/jobs/validate", 900 << 10));
    }

    /** An upgraded connection has no back pressure for the body of its first request. */
    @Test
    void an_offer_to_speak_HTTP_2_in_clear_text_is_not_taken_up() throws Exception {
        var bytes = 1L << 20;
        var content = new String(pattern(bytes).readAllBytes(), UTF_8);
        var request = request("/api/v1/blobs/" + Digests.of(content), "application/octet-stream")
                .method("PUT", BodyPublishers.ofString(content))
                .build();
        try (var client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
            var answer = client.send(request, BodyHandlers.discarding());
            assertEquals(204, answer.statusCode());
            assertEquals(HttpClient.Version.HTTP_1_1, answer.version());
        }
    }

    private static Response packed(byte[] bytes) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(packed)) {
            gzip.write(bytes);
        }
        return as(ALICE)
                .contentType("application/json")
                .header("Content-Encoding", "gzip")
                .body(packed.toByteArray())
                .post("/api/v1/snapshots");
    }

    /** Without a Content-Length; the server may also just close. */
    private static int endless(String method, String path, long bytes) throws Exception {
        return exchange(method, path, BodyPublishers.ofInputStream(() -> pattern(bytes)), "application/json");
    }

    private static int exchange(String method, String path, HttpRequest.BodyPublisher body, String type)
            throws Exception {
        var request = request(path, type).method(method, body).build();
        return HTTP.send(request, BodyHandlers.discarding()).statusCode();
    }

    private static HttpRequest.Builder request(String path, String type) {
        return HttpRequest.newBuilder(URI.create(RestAssured.baseURI + ":" + RestAssured.port + path))
                .header("Authorization", "Bearer " + ALICE.token())
                .header("Content-Type", type);
    }

    private static InputStream pattern(long bytes) {
        return new InputStream() {
            private long left = bytes;

            @Override
            public int read() {
                return left-- > 0 ? 'x' : -1;
            }

            @Override
            public int read(byte[] into, int offset, int length) {
                if (left <= 0) return -1;
                var count = (int) Math.min(left, length);
                java.util.Arrays.fill(into, offset, offset + count, (byte) 'x');
                left -= count;
                return count;
            }
        };
    }
}

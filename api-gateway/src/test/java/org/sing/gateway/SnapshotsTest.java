package org.sing.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItems;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sing.gateway.Person.ALICE;
import static org.sing.gateway.Person.BOB;
import static org.sing.gateway.Person.OLIVIA;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.gateway.app.ClearSnapshots;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.EndCause;
import org.sing.schemas.JobCommand;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobPhase;
import org.sing.schemas.Json;
import org.sing.schemas.Topics;
import org.sing.snapshots.domain.Digests;

@QuarkusTest
@WithTestResource(CampusPlatform.class)
@WithTestResource(TestIssuer.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class SnapshotsTest extends CampusTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @ConfigProperty(name = "sing.store.path")
    Path store;

    @Inject
    ClearSnapshots clearing;

    record File(String path, String sha256, long size_bytes, String mode) {}

    record Link(String path, String target) {}

    @Test
    void a_project_is_sent_once_and_then_only_what_changed() {
        var one = fresh();
        var two = fresh();
        var missing = create(ALICE, file("a", one), file("b", two), file("c", one));
        assertEquals(409, missing.statusCode());
        assertEquals("blobs-missing", missing.path("code"));
        assertEquals(List.of(Digests.of(one), Digests.of(two)), missing.path("missing"));
        send(ALICE, one);
        send(ALICE, two);
        var created = create(ALICE, file("a", one), file("b", two), file("c", one));
        assertEquals(201, created.statusCode());
        assertEquals(
                200,
                create(ALICE, file("c", one), file("b", two), file("a", one)).statusCode());
        var three = fresh();
        assertEquals(
                List.of(Digests.of(three)),
                create(ALICE, file("a", three), file("b", two)).path("missing"));
        as(ALICE)
                .get("/api/v1/snapshots/" + created.path("id"))
                .then()
                .statusCode(200)
                .body("manifest.files.path", equalTo(List.of("a", "b", "c")))
                .body("size_bytes", equalTo(one.length() * 2 + two.length()));
    }

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

    @Test
    void nobody_gets_a_file_by_knowing_its_digest() {
        var secret = fresh();
        send(ALICE, secret);
        var id = create(ALICE, file("a", secret))
                .then()
                .statusCode(201)
                .extract()
                .<String>path("id");
        for (var other : List.of(BOB, OLIVIA)) {
            assertEquals(
                    List.of(Digests.of(secret)),
                    create(other, file("a", secret)).path("missing"));
            as(other).get("/api/v1/snapshots/" + id).then().statusCode(404);
            submit(other, id, UUID.randomUUID().toString())
                    .then()
                    .statusCode(422)
                    .body("code", equalTo("unknown-snapshot"));
        }
        as(ALICE).get("/api/v1/blobs/" + Digests.of(secret)).then().statusCode(405);
    }

    @Test
    void a_job_is_told_its_snapshot_and_the_key_covers_it() {
        var content = fresh();
        send(ALICE, content);
        var id = create(ALICE, file("a", content)).<String>path("id");
        var key = UUID.randomUUID().toString();
        var job = submit(ALICE, id, key).then().statusCode(201).extract().<String>path("id");
        var command = campus.bus().await(Topics.JOB_COMMANDS, it -> it.key().equals(job));
        assertEquals(Optional.of(id), command.as(JobCommand.Submit.class).snapshot());
        submit(ALICE, id, key).then().statusCode(201);
        var other = create(ALICE, file("b", content)).<String>path("id");
        submit(ALICE, other, key).then().statusCode(422).body("code", equalTo("idempotency-key-reused"));
    }

    @Test
    void what_is_no_snapshot_is_refused_in_a_sentence() {
        for (var id : List.of("x", "..%2f..%2fblobs", "f".repeat(64), "F".repeat(64), "a".repeat(500)))
            submit(ALICE, id, UUID.randomUUID().toString())
                    .then()
                    .statusCode(422)
                    .body("code", equalTo("unknown-snapshot"));
    }

    @Test
    void bytes_must_be_what_their_address_says() {
        var content = fresh();
        var digest = Digests.of(fresh());
        put(ALICE, "/api/v1/blobs/" + digest, content).then().statusCode(422).body("code", equalTo("digest-mismatch"));
        for (var name : List.of("abc", "A".repeat(64), digest + "0"))
            put(ALICE, "/api/v1/blobs/" + name, content).then().statusCode(400);
        send(ALICE, content);
        send(ALICE, content);
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

    @Test
    void old_snapshots_go_but_not_under_a_job_that_is_not_over() throws IOException {
        var content = fresh();
        var other = fresh();
        send(ALICE, content);
        send(ALICE, other);
        var used = create(ALICE, file("a", content)).<String>path("id");
        var unused = create(ALICE, file("a", other)).<String>path("id");
        var job = "job_" + "%026d".formatted(System.nanoTime());
        campus.submission(
                job,
                new JobEvent.Submitted(
                        job,
                        System.nanoTime(),
                        ALICE.id(),
                        "vision",
                        ScriptedCampus.spec().bringing(Optional.of(used)),
                        Instant.now()));
        campus.submission(job, new JobEvent.Queued(job, 1));
        shown(ALICE, "/api/v1/jobs/" + job, "spec.snapshot", used);
        age(Duration.ofDays(31));
        clearing.now().await().atMost(PATIENCE);
        as(ALICE).get("/api/v1/snapshots/" + used).then().statusCode(200);
        as(ALICE).get("/api/v1/snapshots/" + unused).then().statusCode(404);
        assertEquals(List.of(content), blobs(content, other));
        campus.submission(
                job,
                new JobEvent.Finished(
                        job, 1, JobPhase.SUCCEEDED, EndCause.EXITED, Optional.of(0), Optional.empty(), "none", "", ""));
        shown(ALICE, "/api/v1/jobs/" + job, "state", "SUCCEEDED");
        age(Duration.ofDays(31));
        clearing.now().await().atMost(PATIENCE);
        as(ALICE).get("/api/v1/snapshots/" + used).then().statusCode(404);
        assertEquals(List.of(), blobs(content, other));
    }

    /** As if everything had been sent so long ago. */
    private void age(Duration by) throws IOException {
        try (var files = Files.walk(store.resolve("uploads/snapshots"))) {
            for (var file : files.filter(Files::isRegularFile).toList())
                Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(by)));
        }
    }

    private List<String> blobs(String... wanted) {
        return List.of(wanted).stream()
                .filter(content -> {
                    var digest = Digests.of(content);
                    return Files.exists(
                            store.resolve("uploads/snapshots/blobs/" + digest.substring(0, 2) + "/" + digest));
                })
                .toList();
    }

    private static String fresh() {
        return UUID.randomUUID().toString();
    }

    private static File file(String path, String content) {
        return new File(path, Digests.of(content), content.length(), "0644");
    }

    private static Response create(Person person, File... files) {
        return post(person, Map.of("files", List.of(files)));
    }

    private static Response post(Person person, Object body) {
        return as(person).contentType("application/json").body(Json.bytes(body)).post("/api/v1/snapshots");
    }

    private static void send(Person person, String content) {
        put(person, "/api/v1/blobs/" + Digests.of(content), content).then().statusCode(204);
    }

    private static Response put(Person person, String path, String content) {
        return as(person)
                .contentType("application/octet-stream")
                .body(content.getBytes(UTF_8))
                .put(path);
    }

    private static Response submit(Person person, String snapshot, String key) {
        return as(person)
                .contentType("application/yaml")
                .header("Idempotency-Key", key)
                .queryParam("snapshot", snapshot)
                .body("entrypoint: [./run]".getBytes(UTF_8))
                .post("/api/v1/jobs");
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

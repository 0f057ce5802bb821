package org.sing.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItems;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sing.gateway.Person.ALICE;
import static org.sing.gateway.Person.ANNA;
import static org.sing.gateway.Person.BOB;
import static org.sing.gateway.Person.OLIVIA;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.platform.testing.CampusPlatform;

@QuarkusTest
@WithTestResource(CampusPlatform.class)
@WithTestResource(TestIssuer.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class FilesTest extends CampusTest {
    @ConfigProperty(name = "sing.store.path")
    Path store;

    /** The server straightens these before anybody sees them; what is left lies inside. */
    private static final List<String> BENT = List.of("%2e%2e/secret", "a//b", "%252e%252e/secret");

    private final String folder = "t" + UUID.randomUUID();

    @Test
    void a_file_is_written_read_listed_and_deleted_by_its_owner() {
        write(ALICE, "a/notes.txt", "0123456789").then().statusCode(204);
        read(ALICE, "a/notes.txt").then().statusCode(200).body(equalTo("0123456789"));
        read(ALICE, "a")
                .then()
                .statusCode(200)
                .contentType("application/json")
                .body("items.path", equalTo(List.of(folder + "/a/notes.txt")))
                .body("items.size_bytes", equalTo(List.of(10)));
        as(ALICE).get("/api/v1/files").then().statusCode(200).body("items.path", hasItems(folder));
        read(BOB, "a/notes.txt").then().statusCode(404);
        read(OLIVIA, "a/notes.txt").then().statusCode(404);
        delete(BOB, "a/notes.txt").then().statusCode(404);
        delete(ALICE, "a").then().statusCode(409).body("code", equalTo("path-taken"));
        delete(ALICE, "a/notes.txt").then().statusCode(204);
        delete(ALICE, "a/notes.txt").then().statusCode(404);
        delete(ALICE, "a").then().statusCode(204);
    }

    /** Two such names would be one file. */
    @Test
    void a_name_that_is_no_text_is_refused() {
        as(ALICE)
                .urlEncodingEnabled(false)
                .contentType("application/octet-stream")
                .body("x".getBytes(UTF_8))
                .put("/api/v1/files/" + folder + "/a%FF")
                .then()
                .statusCode(400)
                .body("code", equalTo("malformed-parameter"))
                .body("detail", equalTo("The path is not UTF-8."));
    }

    @Test
    void a_part_of_a_file_is_enough() {
        write(ALICE, "f", "0123456789");
        assertEquals("206 234 bytes 2-4/10", part("bytes=2-4"));
        assertEquals("206 789 bytes 7-9/10", part("bytes=7-"));
        assertEquals("206 89 bytes 8-9/10", part("bytes=-2"));
        assertEquals("206 0123456789 bytes 0-9/10", part("bytes=0-99"));
        assertEquals("200 0123456789 null", part("bytes=0-1,3-4"));
        assertEquals("200 0123456789 null", part("lines=1-2"));
        as(ALICE)
                .header("Range", "bytes=10-")
                .get(path("f"))
                .then()
                .statusCode(416)
                .header("Content-Range", "bytes */10");
        var tag = read(ALICE, "f").header("ETag");
        as(ALICE).header("If-None-Match", tag).get(path("f")).then().statusCode(304);
        write(ALICE, "f", "changed");
        as(ALICE)
                .header("If-Range", tag)
                .header("Range", "bytes=0-0")
                .get(path("f"))
                .then()
                .statusCode(200)
                .body(equalTo("changed"));
    }

    @Test
    void an_empty_file_is_a_file() {
        write(ALICE, "empty", "").then().statusCode(204);
        read(ALICE, "empty")
                .then()
                .statusCode(200)
                .header("Content-Length", "0")
                .body(equalTo(""));
    }

    @Test
    void headers_alone_open_nothing() {
        write(ALICE, "f", "0123456789");
        for (var i = 0; i < 150; i++) as(ALICE).head(path("f")).then().statusCode(200);
        read(ALICE, "f").then().statusCode(200);
    }

    @Test
    void no_address_leads_out_of_the_directory() throws IOException {
        Files.writeString(store.resolve("secret"), "not yours");
        write(ALICE, "f", "x");
        var bad = List.of(
                "..%2fsecret",
                "%2e%2e/secret",
                "a/..%2f..%2fsecret",
                "%2fetc%2fpasswd",
                "a%00b",
                "a%0ab",
                "a//b",
                "a;b",
                "%252e%252e/secret",
                "x".repeat(300));
        assertAll(bad.stream()
                .flatMap(name -> List.of("GET", "PUT", "DELETE").stream().map(method -> () -> {
                    var request = as(ALICE).urlEncodingEnabled(false);
                    if (method.equals("PUT"))
                        request.contentType("application/octet-stream").body("x".getBytes(UTF_8));
                    var answer = request.request(method, "/api/v1/files/" + folder + "/" + name);
                    var harmless = BENT.contains(name) ? List.of(204, 404) : List.of(400, 404, 405);
                    assertEquals(
                            true,
                            harmless.contains(answer.statusCode()),
                            method + " " + name + " " + answer.statusCode());
                })));
        assertEquals("not yours", Files.readString(store.resolve("secret")));
        assertEquals(List.of(), outside());
    }

    @Test
    void a_link_in_the_directory_leads_nowhere() throws IOException {
        write(ALICE, "f", "x");
        var home = store.resolve("uploads/files/people/id-of-alice").resolve(folder);
        var secret = Files.writeString(store.resolve("secret-" + folder), "not yours");
        Files.createSymbolicLink(home.resolve("link"), secret);
        Files.createSymbolicLink(home.resolve("out"), store);
        read(ALICE, "link").then().statusCode(404);
        read(ALICE, "out/secret-" + folder).then().statusCode(404);
        delete(ALICE, "out/secret-" + folder).then().statusCode(404);
        write(ALICE, "out/planted", "x").then().statusCode(409);
        assertEquals("not yours", Files.readString(secret));
    }

    @Test
    void somebodys_page_is_not_shown_as_one_of_ours() {
        write(ALICE, "page.html", "<script>steal()</script>");
        read(ALICE, "page.html")
                .then()
                .contentType("application/octet-stream")
                .header("Content-Disposition", "attachment")
                .header("X-Content-Type-Options", "nosniff");
    }

    @Test
    void what_is_stored_of_a_job_is_for_those_who_see_the_job() throws IOException {
        var job = shownJob(ALICE, "vision");
        var attempt = Files.createDirectories(store.resolve("jobs").resolve(job).resolve("1"));
        Files.writeString(attempt.resolve("rank-0.out"), "epoch 1\n");
        Files.createSymbolicLink(attempt.resolve("link"), Path.of("/etc/passwd"));
        for (var reader : List.of(ALICE, ANNA, OLIVIA)) {
            as(reader)
                    .get("/api/v1/jobs/" + job + "/files")
                    .then()
                    .statusCode(200)
                    .body("items.path", equalTo(List.of("1", "1/rank-0.out")));
            as(reader)
                    .header("Range", "bytes=0-4")
                    .get("/api/v1/jobs/" + job + "/files/1/rank-0.out")
                    .then()
                    .statusCode(206)
                    .body(equalTo("epoch"));
        }
        as(BOB).get("/api/v1/jobs/" + job + "/files").then().statusCode(404);
        as(BOB).get("/api/v1/jobs/" + job + "/files/1/rank-0.out").then().statusCode(404);
        as(ALICE).get("/api/v1/jobs/" + job + "/files/1/link").then().statusCode(404);
        as(ALICE).get("/api/v1/jobs/" + job + "/files/1").then().statusCode(404);
        as(ALICE).delete("/api/v1/jobs/" + job + "/files/1/rank-0.out").then().statusCode(404);
        assertEquals("epoch 1\n", Files.readString(attempt.resolve("rank-0.out")));
        as(ALICE)
                .get("/api/v1/jobs/" + shownJob(ALICE, "vision") + "/files")
                .then()
                .body("items", equalTo(List.of()));
    }

    /** What lies beside the directories and should not. */
    private List<String> outside() throws IOException {
        try (var files = Files.list(store.resolve("uploads/files"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !List.of("people", "incoming").contains(name))
                    .toList();
        }
    }

    private String part(String range) {
        var answer = as(ALICE).header("Range", range).get(path("f"));
        return answer.statusCode() + " " + answer.asString() + " " + answer.header("Content-Range");
    }

    private String path(String name) {
        return "/api/v1/files/" + folder + "/" + name;
    }

    private Response write(Person person, String name, String content) {
        return as(person)
                .contentType("application/octet-stream")
                .body(content.getBytes(UTF_8))
                .put(path(name));
    }

    private Response read(Person person, String name) {
        return as(person).get(path(name));
    }

    private Response delete(Person person, String name) {
        return as(person).delete(path(name));
    }
}

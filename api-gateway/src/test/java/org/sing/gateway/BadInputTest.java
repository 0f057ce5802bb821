package org.sing.gateway;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sing.gateway.Person.ALICE;
import static org.sing.gateway.Person.OLIVIA;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.config.EncoderConfig;
import io.restassured.config.RestAssuredConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.platform.testing.CampusPlatform;

@QuarkusTest
@WithTestResource(CampusPlatform.class)
@WithTestResource(TestIssuer.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class BadInputTest extends CampusTest {
    private static final byte[] NOT_UTF8 = {'a', ':', ' ', (byte) 0xff};
    private static final byte[] TOO_LARGE = new byte[256 * 1024 + 1];

    private record Bad(Person by, String method, String path, String type, byte[] body, int status, String code) {
        Bad(Person by, String method, String path, String type, String body, int status, String code) {
            this(by, method, path, type, body.getBytes(StandardCharsets.UTF_8), status, code);
        }
    }

    private static final List<Bad> TABLE = List.of(
            new Bad(ALICE, "POST", "/jobs", "application/yaml", "", 400, "malformed-body"),
            new Bad(ALICE, "POST", "/jobs", "application/yaml", NOT_UTF8, 400, "malformed-body"),
            new Bad(ALICE, "POST", "/jobs", "application/yaml", TOO_LARGE, 413, "body-too-large"),
            new Bad(ALICE, "POST", "/jobs", "image/png", "x", 415, "unsupported-media-type"),
            new Bad(ALICE, "POST", "/jobs/validate", "application/json", "{", 422, "invalid-profile"),
            new Bad(ALICE, "POST", "/jobs/validate", "application/yaml", "entrypoint: [", 422, "invalid-profile"),
            new Bad(ALICE, "POST", "/jobs/validate", "application/yaml", "a: &a [*a]", 422, "invalid-profile"),
            new Bad(ALICE, "GET", "/jobs?limit=0", "", "", 400, "malformed-parameter"),
            new Bad(ALICE, "GET", "/jobs?limit=501", "", "", 400, "malformed-parameter"),
            new Bad(ALICE, "GET", "/jobs?limit=many", "", "", 400, "malformed-parameter"),
            new Bad(ALICE, "GET", "/jobs?state=SLEEPING", "", "", 400, "malformed-parameter"),
            new Bad(ALICE, "GET", "/jobs?cursor=xyz", "", "", 400, "malformed-parameter"),
            new Bad(ALICE, "GET", "/jobs?min_position=soon", "", "", 400, "malformed-parameter"),
            new Bad(ALICE, "GET", "/jobs/job_unknown", "", "", 404, "job-not-found"),
            new Bad(ALICE, "GET", "/jobs/999999999", "", "", 404, "job-not-found"),
            new Bad(ALICE, "GET", "/jobs/99999999999999999999999", "", "", 404, "job-not-found"),
            new Bad(ALICE, "GET", "/jobs/1%00", "", "", 400, "malformed-parameter"),
            new Bad(ALICE, "GET", "/jobs?project=a%00b", "", "", 400, "malformed-parameter"),
            new Bad(ALICE, "GET", "/jobs/{job}/logs?rank=-1", "", "", 400, "malformed-parameter"),
            new Bad(ALICE, "GET", "/jobs/{job}/logs?stream=stderr", "", "", 400, "malformed-parameter"),
            new Bad(ALICE, "POST", "/jobs/{job}/cancel", "application/json", "{", 400, "malformed-body"),
            new Bad(ALICE, "POST", "/jobs/{job}/cancel", "application/json", "[]", 400, "malformed-body"),
            new Bad(
                    ALICE,
                    "POST",
                    "/jobs/{job}/cancel",
                    "application/json",
                    "{\"resaon\":\"\"}",
                    422,
                    "invalid-request"),
            new Bad(ALICE, "POST", "/jobs/job_unknown/cancel", "application/json", "{}", 404, "job-not-found"),
            new Bad(OLIVIA, "POST", "/nodes/nowhere/cordon", "application/json", "{}", 404, "node-not-found"),
            new Bad(OLIVIA, "POST", "/nodes/x/drain", "application/json", "{\"mode\":\"now\"}", 422, "invalid-request"),
            new Bad(
                    OLIVIA,
                    "POST",
                    "/nodes/tokens",
                    "application/json",
                    "{\"expires_in_seconds\":0}",
                    422,
                    "invalid-request"),
            new Bad(OLIVIA, "POST", "/nodes/tokens", "application/json", "{\"node\":\"../x\"}", 422, "invalid-request"),
            new Bad(ALICE, "POST", "/nodes/enroll", "application/json", "{\"node\":\"n\"}", 422, "invalid-request"),
            new Bad(ALICE, "GET", "/usage?by=planet", "", "", 400, "malformed-parameter"),
            new Bad(ALICE, "GET", "/incidents?state=bad", "", "", 400, "malformed-parameter"),
            new Bad(ALICE, "GET", "/limits/planet/earth", "", "", 404, "not-found"),
            new Bad(OLIVIA, "PUT", "/limits/user/x", "application/json", "{}", 422, "invalid-request"),
            new Bad(
                    OLIVIA,
                    "PUT",
                    "/limits/user/x",
                    "application/json",
                    "{\"running_jobs\":-1}",
                    422,
                    "invalid-request"),
            new Bad(ALICE, "GET", "/events?after=x", "", "", 400, "malformed-parameter"),
            new Bad(ALICE, "GET", "/nothing", "", "", 404, "not-found"),
            new Bad(ALICE, "DELETE", "/jobs", "", "", 405, "method-not-allowed"));

    /** It would else be read as if it were text. */
    @Test
    void a_body_that_is_packed_where_or_how_nobody_unpacks_it_is_refused() {
        for (var path : List.of("/jobs", "/snapshots", "/simulations"))
            as(ALICE)
                    .header("Content-Encoding", "br")
                    .contentType("application/json")
                    .body("{}")
                    .post("/api/v1" + path)
                    .then()
                    .statusCode(415)
                    .body("code", equalTo("unsupported-media-type"))
                    .body("detail", equalTo("Send the body as it is or with gzip, not with br."));
        as(ALICE)
                .header("Content-Encoding", "gzip")
                .contentType("application/json")
                .body("{}")
                .post("/api/v1/jobs")
                .then()
                .statusCode(415)
                .body("detail", equalTo("Only manifests and simulations are taken packed."));
        as(ALICE)
                .header("Content-Encoding", "identity")
                .contentType("application/json")
                .body("{}")
                .post("/api/v1/jobs/validate")
                .then()
                .statusCode(422)
                .body("code", equalTo("invalid-profile"));
    }

    @Test
    void every_bad_request_is_told_what_is_bad_about_it() {
        var job = shownJob(ALICE, "vision");
        assertAll(TABLE.stream().map(bad -> () -> refused(bad, job)));
    }

    @Test
    void the_page_of_problems_names_every_code_and_no_other() throws IOException {
        var root = Path.of(System.getProperty("sing.root", ".."));
        var documented = Pattern.compile("(?m)^\\| `([a-z-]+)` \\| (\\d+)")
                .matcher(Files.readString(root.resolve("docs/problems.md")))
                .results()
                .map(found -> found.group(1) + " " + found.group(2))
                .toList();
        var code = Files.readString(root.resolve("api-gateway/src/main/java/org/sing/gateway/api/Code.java"));
        var known = Pattern.compile("(?m)^    ([A-Z_]+)\\((\\d+),")
                .matcher(code)
                .results()
                .map(found -> found.group(1).toLowerCase(Locale.ROOT).replace('_', '-') + " " + found.group(2))
                .toList();
        assertEquals(new TreeSet<>(known), new TreeSet<>(documented));
    }

    @Test
    void health_and_metrics_are_not_for_everybody() {
        for (var path : List.of("/q/metrics", "/q/health", "/q/health/ready"))
            as(OLIVIA).get(path).then().statusCode(404);
    }

    @Test
    void whoever_only_reads_may_name_any_content_type() {
        as(ALICE).contentType("application/xml").get("/api/v1/jobs").then().statusCode(200);
    }

    @Test
    void a_cursor_that_no_list_has_answered_is_refused_whatever_time_it_names() {
        for (var place :
                List.of("+1000000000-12-31T23:59:59Z job_x", "+294277-01-01T00:00:00Z x", "2026-01-01T00:00:00Z \0"))
            as(ALICE)
                    .get("/api/v1/jobs?cursor="
                            + Base64.getUrlEncoder().encodeToString(place.getBytes(StandardCharsets.UTF_8)))
                    .then()
                    .statusCode(400)
                    .body("code", equalTo("malformed-parameter"));
    }

    @Test
    void every_answer_says_once_that_its_type_is_not_to_be_guessed() {
        for (var path : List.of("/api/v1/jobs", "/api/v1/jobs/job_unknown", "/api/v1/version", "/"))
            assertEquals(List.of("nosniff"), as(ALICE).get(path).headers().getValues("X-Content-Type-Options"), path);
    }

    @Test
    void a_request_keeps_the_name_that_it_came_with() {
        as(ALICE)
                .header("X-Request-Id", "from-the-proxy-1")
                .get("/api/v1/jobs/job_unknown")
                .then()
                .header("X-Request-Id", "from-the-proxy-1")
                .body("request_id", equalTo("from-the-proxy-1"));
        as(ALICE)
                .header("X-Request-Id", "<script>")
                .get("/api/v1/jobs/job_unknown")
                .then()
                .body("request_id", org.hamcrest.Matchers.not(equalTo("<script>")));
    }

    private void refused(Bad bad, String job) {
        var request = as(bad.by)
                .urlEncodingEnabled(false)
                .config(RestAssuredConfig.config()
                        .encoderConfig(EncoderConfig.encoderConfig()
                                .appendDefaultContentCharsetToContentTypeIfUndefined(false)))
                .header("Idempotency-Key", "key-" + System.nanoTime())
                .header("If-Match", "*");
        if (!bad.type.isEmpty()) request.contentType(bad.type).body(bad.body);
        request.request(bad.method, "/api/v1" + bad.path.replace("{job}", job))
                .then()
                .contentType(startsWith("application/problem+json"))
                .statusCode(bad.status)
                .body("code", equalTo(bad.code))
                .body("status", equalTo(bad.status))
                .body("type", equalTo("urn:sing:problem:" + bad.code))
                .body("request_id", notNullValue());
    }
}

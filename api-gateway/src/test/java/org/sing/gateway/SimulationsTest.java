package org.sing.gateway;

import static org.hamcrest.Matchers.anyOf;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sing.gateway.Person.ALICE;
import static org.sing.gateway.Person.ANNA;
import static org.sing.gateway.Person.BOB;
import static org.sing.gateway.Person.OLIVIA;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.JobEvent;
import org.sing.schemas.Json;
import org.sing.schemas.SimulationMessage;
import org.sing.schemas.SimulationQuestion;
import org.sing.schemas.Topics;

/** What-if questions at the door. */
@QuarkusTest
@WithTestResource(CampusPlatform.class)
@WithTestResource(TestIssuer.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class SimulationsTest extends CampusTest {
    private static final String HEADING = "job_id,submit_seconds,run_seconds,gpus\\n";

    @Test
    void a_question_goes_to_the_scheduler_and_its_answer_comes_back() {
        var location = ask(ALICE, """
                {"from": "queue", "rule": "easy", "nodes": 20, "gpus_per_node": 4, "seed": 7,
                 "limits": [{"scope": "user", "name": "*", "running_jobs": 2}],
                 "failures": {"mean_seconds_between": 600, "mean_seconds_to_repair": 60}}""")
                .statusCode(202)
                .header("Location", startsWith("/api/v1/simulations/sim_"))
                .header("X-Feed-Position", notNullValue())
                .extract()
                .header("Location");
        var request = sent(location);
        assertEquals(ALICE.id(), request.requester().id());
        var question = request.question();
        assertEquals("queue", question.from());
        assertEquals(7, question.seed());
        assertEquals(Optional.of("easy"), question.change().rule());
        assertEquals(
                List.of(20, 4),
                List.of(
                        question.change().nodes().orElseThrow(),
                        question.change().gpusPerNode().orElseThrow()));
        assertEquals(Optional.of(2L), question.change().limits().getFirst().runningJobs());
        assertEquals(
                Optional.of(600L), question.change().failures().orElseThrow().meanSecondsBetween());

        var says = new Simulations(campus);
        var id = request.simulation();
        says.says(new SimulationMessage.Queued(id, ALICE.id(), question.brief()));
        shown(ALICE, location, "state", "QUEUED");
        says.says(new SimulationMessage.Started(id, ALICE.id()));
        says.says(new SimulationMessage.Progressed(id, ALICE.id(), 30));
        shown(ALICE, location, "percent", 30);
        says.says(new SimulationMessage.Finished(id, ALICE.id(), Optional.of(Simulations.result())));
        shown(ALICE, location, "state", "DONE");
        var answer = Json.read(as(ALICE).get(location).asString(), JsonNode.class);
        assertEquals(Simulations.sampleResult(), answer.path("result"));
        assertEquals("queue", answer.path("asked").path("from").asText());
        assertEquals("easy", answer.path("asked").path("rule").asText());
        assertEquals(
                600,
                answer.path("asked")
                        .path("failures")
                        .path("mean_seconds_between")
                        .asInt());
    }

    @Test
    void everybody_sees_their_own_and_operators_all() {
        var simulation = new Simulations(campus).answered(ALICE);
        shown(ALICE, "/api/v1/simulations/" + simulation, "state", "DONE");
        as(OLIVIA).get("/api/v1/simulations/" + simulation).then().statusCode(200);
        for (var other : List.of(ANNA, BOB)) {
            as(other)
                    .get("/api/v1/simulations/" + simulation)
                    .then()
                    .statusCode(404)
                    .body("code", equalTo("simulation-not-found"));
            as(other).get("/api/v1/simulations").then().body("items.id", not(hasItem(simulation)));
        }
        as(OLIVIA).get("/api/v1/simulations?limit=100").then().body("items.id", hasItem(simulation));
        as(ALICE)
                .get("/api/v1/simulations?limit=100")
                .then()
                .body("items.id", hasItem(simulation))
                .body("items.find { it.id == '" + simulation + "' }.result", equalTo(null));
    }

    @Test
    void the_feed_tells_of_it_without_the_result_and_only_to_those_who_see_it() {
        var simulation = new Simulations(campus).answered(ALICE);
        shown(ALICE, "/api/v1/simulations/" + simulation, "state", "DONE");
        var finished = "items.find { it.event.subject == 'simulations/" + simulation
                + "' && it.event.type == 'org.sing.simulation.finished.v1' }";
        var position = as(ALICE).get("/api/v1/jobs").header("X-Feed-Position");
        var after = "/api/v1/events?limit=1000&after=" + Math.max(0, Long.parseLong(position) - 50);
        as(ALICE).get(after).then().body(finished + ".event.data.owner", equalTo(ALICE.id()));
        as(ALICE).get(after).then().body(finished + ".event.data.result", equalTo(null));
        as(BOB).get(after).then().body(finished, equalTo(null));
    }

    @Test
    void a_failure_says_why() {
        var says = new Simulations(campus);
        var id = "sim_"
                + UUID.randomUUID().toString().replace("-", "").toUpperCase().substring(0, 26);
        says.says(new SimulationMessage.Queued(id, ALICE.id(), Simulations.question()));
        says.says(new SimulationMessage.Failed(id, ALICE.id(), "took-too-long", "It took longer than 300 s."));
        shown(ALICE, "/api/v1/simulations/" + id, "failure.code", "took-too-long");
    }

    @Test
    void an_uploaded_trace_travels_packed() throws IOException {
        var body = "{\"from\": {\"trace\": \"" + HEADING
                + "1,0,60,4\\n2,5,60,0\\n\", \"form\": \"philly\", \"nodes\": 80}, \"rule\": \"fcfs\"}";
        var location = as(BOB).contentType("application/json")
                .header("Content-Encoding", "gzip")
                .body(gzip(body))
                .post("/api/v1/simulations")
                .then()
                .statusCode(202)
                .extract()
                .header("Location");
        var trace = sent(location).question().trace().orElseThrow();
        assertEquals(Optional.of(new SimulationQuestion.Machines(80, 8)), trace.machines());
        assertEquals("philly", trace.form());
        assertEquals(HEADING.replace("\\n", "\n") + "1,0,60,4\n2,5,60,0\n", unpacked(trace));
    }

    @Test
    void a_recorded_range_is_the_jobs_as_they_ran_and_for_operators_only() throws IOException {
        var since = Instant.now();
        var first = shownJob(ALICE, "vision");
        var waits = shownJob(BOB, "language");
        new Simulations(campus).ran(first, Instant.now(), 90);
        shown(ALICE, "/api/v1/jobs/" + first, "state", "SUCCEEDED");
        var never = "job_" + "%026d".formatted(System.nanoTime());
        campus.submission(never, new JobEvent.Rejected(never, ALICE.id(), "vision", "invalid-profile", List.of()));
        shown(ALICE, "/api/v1/jobs/" + never, "state", "REJECTED");
        var body = "{\"from\": {\"range\": {\"since\": \"%s\", \"until\": \"%s\"}}, \"rule\": \"campus\"}"
                .formatted(since, Instant.now().plusSeconds(1));
        ask(ALICE, body).statusCode(403).body("detail", containsString("Only operators"));
        var question = sent(ask(OLIVIA, body).statusCode(202).extract().header("Location"))
                .question();
        assertEquals("range", question.from());
        assertEquals(since, question.range().orElseThrow().since());
        var lines = unpacked(question.trace().orElseThrow()).lines().toList();
        assertEquals(
                3, lines.size(), "a heading, one that ran, one that waits, and not the one that was refused: " + lines);
        assertTrue(
                lines.stream().anyMatch(line -> line.endsWith(",90,2,1," + ALICE.id() + ",vision,train,3600")),
                lines.toString());
        assertTrue(
                lines.stream().anyMatch(line -> line.contains(",,2,1," + BOB.id() + ",language")),
                waits + " never ran: " + lines);
    }

    @Test
    void a_range_that_is_asked_about_again_is_the_same_question_although_jobs_came() {
        var job = shownJob(ALICE, "vision");
        new Simulations(campus).ran(job, Instant.now(), 90);
        shown(ALICE, "/api/v1/jobs/" + job, "state", "SUCCEEDED");
        var body = "{\"from\": {\"range\": {\"since\": \"%s\", \"until\": \"%s\"}}, \"rule\": \"campus\"}"
                .formatted(Instant.now().minusSeconds(3600), Instant.now().plusSeconds(3600));
        var once = sent(ask(OLIVIA, body).statusCode(202).extract().header("Location"));
        shownJob(ALICE, "vision");
        var again = sent(ask(OLIVIA, body).statusCode(202).extract().header("Location"));
        assertNotEquals(once.question(), again.question());
        assertEquals(once.payloadHash(), again.payloadHash());
    }

    @Test
    void the_largest_trace_that_is_taken_travels_and_a_larger_one_is_refused() throws IOException {
        var location = large(45_000).statusCode(202).extract().header("Location");
        assertTrue(sent(location)
                        .question()
                        .trace()
                        .orElseThrow()
                        .packed()
                        .orElseThrow()
                        .length()
                > 800_000);
        large(50_000).statusCode(413).body("detail", containsString("at most 640,000 are taken"));
    }

    private static String name(Random random) {
        return random.ints(15, 0, 36)
                .mapToObj(digit -> Integer.toString(digit, 36))
                .collect(Collectors.joining());
    }

    /** Names that cannot be packed. */
    private static ValidatableResponse large(int jobs) throws IOException {
        var random = new Random(7);
        var rows = IntStream.range(0, jobs)
                .mapToObj(job -> "%d,60,4,%s\\n".formatted(job, name(random)))
                .collect(Collectors.joining());
        var text = "submit_seconds,run_seconds,gpus,user\\n" + rows;
        return as(BOB).contentType("application/json")
                .header("Content-Encoding", "gzip")
                .body(gzip(trace("\"form\": \"sing\", \"trace\": \"%s\"".formatted(text))))
                .post("/api/v1/simulations")
                .then();
    }

    @Test
    void the_same_key_names_the_same_simulation() {
        var key = UUID.randomUUID().toString();
        var once = keyed(key).extract().header("Location");
        assertEquals(once, keyed(key).extract().header("Location"));
    }

    @Test
    void what_the_scheduler_refuses_is_refused() {
        campus.answering(command -> new ScriptedCampus.Answer.Refuse("too-many-simulations", List.of()));
        ask(ALICE, "{\"from\": \"queue\", \"rule\": \"easy\"}")
                .statusCode(429)
                .header("Retry-After", "5")
                .body("code", equalTo("too-many-simulations"));
        campus.answering(command -> new ScriptedCampus.Answer.Refuse("invalid-request", List.of()));
        ask(ALICE, "{\"from\": \"queue\", \"rule\": \"best\"}").statusCode(422);
    }

    @Test
    void a_simulation_is_cancelled_by_whoever_asked() {
        var simulation = new Simulations(campus).answered(ALICE);
        shown(ALICE, "/api/v1/simulations/" + simulation, "state", "DONE");
        as(BOB).post("/api/v1/simulations/" + simulation + "/cancel").then().statusCode(404);
        as(ALICE)
                .post("/api/v1/simulations/" + simulation + "/cancel")
                .then()
                .statusCode(anyOf(equalTo(200), equalTo(202)));
        var cancel = campus.bus()
                .await(Topics.SIMULATION_COMMANDS, it -> it.key().equals(simulation))
                .as(SimulationMessage.Cancel.class);
        assertEquals(ALICE.id(), cancel.requester().id());
        campus.answering(command -> new ScriptedCampus.Answer.Refuse("simulation-is-over", List.of()));
        as(ALICE)
                .post("/api/v1/simulations/" + simulation + "/cancel")
                .then()
                .statusCode(409)
                .body("code", equalTo("simulation-is-over"));
    }

    private record Bad(String body, String code, String pointer, String detail) {}

    @Test
    void every_bad_question_is_told_what_is_bad_about_it_in_one_sentence() {
        var where =
                "Say where the jobs come from: \"queue\", {\"range\": {\"since\": ..., \"until\": ...}} or {\"trace\": ..., \"form\": ...}.";
        var table = List.of(
                bad("{\"rule\": \"easy\"}", "/from", where),
                bad("{\"from\": \"moon\", \"rule\": \"easy\"}", "/from", where),
                bad("{\"from\": {}, \"rule\": \"easy\"}", "/from", where),
                bad("{\"from\": {\"trase\": \"\"}, \"rule\": \"easy\"}", "/trase", "There is no such field"),
                bad(
                        "{\"from\": \"queue\"}",
                        "",
                        "Say what is different: rule, nodes, gpus_per_node, limits or failures."),
                bad("{\"from\": \"queue\", \"rule\": \" \"}", "/rule", "Name the rule."),
                bad("{\"from\": \"queue\", \"nodes\": -1}", "/nodes", "nodes is a number from 1 to 2,000."),
                bad("{\"from\": \"queue\", \"nodes\": 2001}", "/nodes", "nodes is a number from 1 to 2,000."),
                bad("{\"from\": \"queue\", \"nodes\": 2, \"gpus_per_node\": 0}", "/gpus_per_node", "from 1 to 64"),
                bad("{\"from\": \"queue\", \"gpus_per_node\": 4}", "/gpus_per_node", "say how many, too"),
                bad(limit("\"scope\": \"planet\", \"name\": \"*\""), "/limits/0/scope", "scope is user or project."),
                bad(limit("\"scope\": \"user\""), "/limits/0/name", "Name the user or project"),
                bad(
                        limit("\"scope\": \"user\", \"name\": \"id-of-bob\", \"running_jobs\": 1"),
                        "/limits/0/name",
                        "There are no limits of user id-of-bob that you may see."),
                bad(limit("\"scope\": \"user\", \"name\": \"*\""), "/limits/0", "Say which limit"),
                bad(limit("\"scope\": \"user\", \"name\": \"*\", \"running_jobs\": -1"), "/limits/0", "0 for none"),
                bad(failures(""), "/failures", "by chance"),
                bad(failures("\"mean_seconds_between\": 5"), "/failures", "Say both"),
                bad(
                        failures("\"mean_seconds_between\": 0, \"mean_seconds_to_repair\": 1"),
                        "/failures/mean_seconds_between",
                        "a number from 1"),
                bad(
                        failures("\"outages\": [{\"node\": \"\", \"after_seconds\": 1, \"for_seconds\": 1}]"),
                        "/failures/outages/0/node",
                        "Name the node."),
                bad(
                        failures("\"outages\": [{\"node\": \"a\", \"after_seconds\": 1, \"for_seconds\": 0}]"),
                        "/failures/outages/0/for_seconds",
                        "a number from 1"),
                bad(trace("\"form\": \"swf\", \"nodes\": 0, \"trace\": \"x\""), "/from/nodes", "from 1 to 2,000"),
                bad(trace("\"trace\": \"x\""), "/from/form", "Name the form of the trace"));
        assertAll(table.stream().map(bad -> () -> refused(ALICE, bad)));
        assertAll(traces().stream().map(bad -> () -> refused(ALICE, bad)));
        assertAll(ranges().stream().map(bad -> () -> refused(OLIVIA, bad)));
    }

    private static List<Bad> traces() {
        return List.of(
                badTrace("xml", "x", "There is no form xml; the forms are swf, sacct, philly, venus, sing."),
                badTrace("sing", "", "The trace is empty."),
                badTrace("sing", HEADING + "1,0,x,1\\n", "row 2: run is no number: 'x'"),
                badTrace("sing", HEADING + "1,0,5\\n", "row 2: has 3 fields, the heading 4"),
                badTrace("sing", HEADING + "1,0,5,0\\n", "asked for no GPUs (first: row 2)"),
                badTrace("sing", HEADING + "1,-5,5,1\\n", "submitted at a negative time (first: row 2)"),
                badTrace("sing", HEADING + "1,,5,1\\n", "no time of submission or no run time (first: row 2)"),
                badTrace("swf", "1 2 3\\n", "row 1: has 3 of the 18 fields of SWF"),
                badTrace("sacct", "JobID|Submit\\n", "row 1: no column Elapsed"),
                badTrace(
                        "sing",
                        HEADING
                                + IntStream.rangeClosed(0, 50_000)
                                        .mapToObj(job -> job + ",0,5,1\\n")
                                        .collect(Collectors.joining()),
                        "The trace has 50,001 jobs; at most 50,000 are taken."));
    }

    private static List<Bad> ranges() {
        return List.of(
                bad(trace("\"range\": {\"since\": \"2026-01-02T00:00:00Z\"}"), "/from/range", "a beginning and an end"),
                bad(
                        range("2026-01-02T00:00:00Z", "2026-01-01T00:00:00Z"),
                        "/from/range",
                        "until is after since, by at most 366 days."),
                bad(
                        range("2020-01-02T00:00:00Z", "2026-01-01T00:00:00Z"),
                        "/from/range",
                        "until is after since, by at most 366 days."),
                bad(
                        range("-1000000000-01-01T00:00:00Z", "+1000000000-12-31T23:59:59Z"),
                        "/from/range",
                        "at most 366 days."),
                new Bad(
                        range("2001-01-01T00:00:00Z", "2001-01-02T00:00:00Z"),
                        "invalid-trace",
                        "/from/trace",
                        "the trace has no job to replay"));
    }

    @Test
    void a_body_that_is_too_large_or_no_body_is_refused() throws IOException {
        var large = new byte[(8 << 20) + 1];
        Arrays.fill(large, (byte) ' ');
        as(ALICE)
                .contentType("application/json")
                .body(large)
                .post("/api/v1/simulations")
                .then()
                .statusCode(413);
        as(ALICE)
                .contentType("application/json")
                .header("Content-Encoding", "gzip")
                .body(gzip(new String(large, StandardCharsets.US_ASCII)))
                .post("/api/v1/simulations")
                .then()
                .statusCode(413);
        as(ALICE)
                .contentType("application/json")
                .header("Content-Encoding", "gzip")
                .body("{}".getBytes(StandardCharsets.US_ASCII))
                .post("/api/v1/simulations")
                .then()
                .statusCode(400);
        ask(ALICE, "{").statusCode(400).body("code", equalTo("malformed-body"));
        as(ALICE).get("/api/v1/simulations?limit=101").then().statusCode(400);
    }

    private static Bad bad(String body, String pointer, String detail) {
        return new Bad(body, "invalid-request", pointer, detail);
    }

    private static Bad badTrace(String form, String text, String detail) {
        return new Bad(
                trace("\"form\": \"%s\", \"trace\": \"%s\"".formatted(form, text)),
                "invalid-trace",
                "/from/trace",
                detail);
    }

    private static String limit(String fields) {
        return "{\"from\": \"queue\", \"limits\": [{" + fields + "}]}";
    }

    private static String failures(String fields) {
        return "{\"from\": \"queue\", \"failures\": {" + fields + "}}";
    }

    private static String trace(String fields) {
        return "{\"from\": {" + fields + "}, \"rule\": \"easy\"}";
    }

    private static String range(String since, String until) {
        return trace("\"range\": {\"since\": \"%s\", \"until\": \"%s\"}".formatted(since, until));
    }

    private void refused(Person person, Bad bad) {
        ask(person, bad.body)
                .statusCode(422)
                .body("code", equalTo(bad.code))
                .body("detail", containsString(bad.detail))
                .body("errors[0].pointer", equalTo(bad.pointer.isEmpty() ? null : bad.pointer));
    }

    private SimulationMessage.Request sent(String location) {
        var id = location.substring(location.lastIndexOf('/') + 1);
        return campus.bus()
                .await(Topics.SIMULATION_COMMANDS, it -> it.key().equals(id))
                .as(SimulationMessage.Request.class);
    }

    private static ValidatableResponse keyed(String key) {
        return as(ALICE)
                .contentType("application/json")
                .header("Idempotency-Key", key)
                .body("{\"from\": \"queue\", \"rule\": \"easy\"}")
                .post("/api/v1/simulations")
                .then()
                .statusCode(202);
    }

    private static ValidatableResponse ask(Person person, String body) {
        return as(person)
                .contentType("application/json")
                .body(body.getBytes(StandardCharsets.UTF_8))
                .post("/api/v1/simulations")
                .then();
    }

    private static byte[] gzip(String text) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private static String unpacked(SimulationQuestion.Trace trace) throws IOException {
        var packed = Base64.getDecoder().decode(trace.packed().orElseThrow());
        return new String(new GZIPInputStream(new ByteArrayInputStream(packed)).readAllBytes(), StandardCharsets.UTF_8);
    }
}

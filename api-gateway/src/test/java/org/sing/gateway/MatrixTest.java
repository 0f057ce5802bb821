package org.sing.gateway;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sing.gateway.Person.ADAM;
import static org.sing.gateway.Person.ALICE;
import static org.sing.gateway.Person.ANNA;
import static org.sing.gateway.Person.BOB;
import static org.sing.gateway.Person.NORA;
import static org.sing.gateway.Person.OLIVIA;
import static org.sing.gateway.Person.OTTO;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.NodePhase;
import org.sing.schemas.NodeSnapshot;
import org.sing.schemas.Topics;

/** Who may do what: every operation, tried by everybody. The job is Alice's, in the project that Otto owns. */
@QuarkusTest
@WithTestResource(CampusPlatform.class)
@WithTestResource(TestIssuer.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class MatrixTest extends CampusTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final String RESERVATION =
            "{\"nodes\":[\"node-1\"],\"from\":\"2030-01-07T08:00:00Z\",\"until\":\"2030-01-07T12:00:00Z\"}";
    private static final String RANGE = "{\"range\":{\"since\":\"2026-01-01T00:00:00Z\",\"until\":\"%s\"}}"
            .formatted(Instant.now().plusSeconds(9));
    private static final String NOWHERE = "0".repeat(64);

    @ConfigProperty(name = "sing.store.path")
    String store;

    /** In the order of {@link #people}: owner, member, project owner, other project, operator, admin, no role, nobody. */
    private record Operation(String method, String path, String body, int... expected) {}

    private static List<Person> people() {
        return Stream.of(ALICE, ANNA, OTTO, BOB, OLIVIA, ADAM, NORA).toList();
    }

    private static List<Operation> operations() {
        var reason = "{\"reason\":\"because\"}";
        return List.of(
                op("POST", "/jobs", "entrypoint: [echo]", 201, 201, 201, 201, 201, 201, 403, 401),
                op("GET", "/jobs", "", 200, 200, 200, 200, 200, 200, 403, 401),
                op("POST", "/jobs/validate", "entrypoint: [echo]", 200, 200, 200, 200, 200, 200, 403, 401),
                op("GET", "/jobs/{job}", "", 200, 200, 200, 404, 200, 200, 403, 401),
                op("GET", "/jobs/{job}/attempts", "", 200, 200, 200, 404, 200, 200, 403, 401),
                op("GET", "/jobs/{job}/explain", "", 200, 200, 200, 404, 200, 200, 403, 401),
                op("GET", "/jobs/{job}/events", "", 200, 200, 200, 404, 200, 200, 403, 401),
                op("GET", "/jobs/{job}/logs", "", 200, 200, 200, 404, 200, 200, 403, 401),
                op("GET", "/jobs/{job}/files", "", 200, 200, 200, 404, 200, 200, 403, 401),
                op("GET", "/jobs/{job}/files/1/rank-0.out", "", 200, 200, 200, 404, 200, 200, 403, 401),
                op("POST", "/snapshots", manifest(), 409, 409, 409, 409, 409, 409, 403, 401),
                op("GET", "/snapshots/" + NOWHERE, "", 404, 404, 404, 404, 404, 404, 403, 401),
                op("PUT", "/blobs/" + NOWHERE, "x", 422, 422, 422, 422, 422, 422, 403, 401),
                op("GET", "/files", "", 200, 200, 200, 200, 200, 200, 403, 401),
                op("GET", "/files/of-alice", "", 200, 404, 404, 404, 404, 404, 403, 401),
                op("DELETE", "/files/of-alice", "", 204, 404, 404, 404, 404, 404, 403, 401),
                op("PUT", "/files/mine", "x", 204, 204, 204, 204, 204, 204, 403, 401),
                op("POST", "/jobs/{job}/cancel", reason, 200, 403, 200, 404, 200, 200, 403, 401),
                op("POST", "/jobs/{job}/hold", reason, 200, 403, 200, 404, 200, 200, 403, 401),
                op("POST", "/jobs/{job}/release", reason, 200, 403, 200, 404, 200, 200, 403, 401),
                op("POST", "/jobs/{job}/requeue", reason, 200, 403, 200, 404, 200, 200, 403, 401),
                op("GET", "/arrays/{array}", "", 200, 200, 200, 404, 200, 200, 403, 401),
                op("POST", "/arrays/{array}/cancel", reason, 200, 403, 200, 404, 200, 200, 403, 401),
                op("POST", "/arrays/{array}/hold", reason, 200, 403, 200, 404, 200, 200, 403, 401),
                op("POST", "/arrays/{array}/release", reason, 200, 403, 200, 404, 200, 200, 403, 401),
                op("POST", "/arrays/{array}/requeue", reason, 200, 403, 200, 404, 200, 200, 403, 401),
                op("GET", "/nodes", "", 200, 200, 200, 200, 200, 200, 403, 401),
                op("GET", "/nodes/node-1", "", 200, 200, 200, 200, 200, 200, 403, 401),
                op("POST", "/nodes/node-1/cordon", reason, 403, 403, 403, 403, 200, 200, 403, 401),
                op("POST", "/nodes/node-1/drain", reason, 403, 403, 403, 403, 200, 200, 403, 401),
                op("POST", "/nodes/node-1/resume", reason, 403, 403, 403, 403, 200, 200, 403, 401),
                op("POST", "/nodes/tokens", "{}", 403, 403, 403, 403, 201, 201, 403, 401),
                op("POST", "/nodes/enroll", enrollment(), 201, 201, 201, 201, 201, 201, 201, 201),
                op("GET", "/usage", "", 200, 200, 200, 200, 200, 200, 403, 401),
                op("GET", "/incidents", "", 200, 200, 200, 200, 200, 200, 403, 401),
                op("GET", "/limits/project/vision", "", 200, 200, 200, 404, 200, 200, 403, 401),
                op("GET", "/limits/user/id-of-alice", "", 200, 404, 404, 404, 200, 200, 403, 401),
                op("PUT", "/limits/project/vision", "{\"running_jobs\":9}", 403, 403, 403, 403, 200, 200, 403, 401),
                op("GET", "/groups", "", 200, 200, 200, 200, 200, 200, 403, 401),
                op("PUT", "/groups/default/rule", "{\"rule\":\"campus\"}", 403, 403, 403, 403, 403, 200, 403, 401),
                op("GET", "/reservations", "", 200, 200, 200, 200, 200, 200, 403, 401),
                op("PUT", "/reservations/lecture", RESERVATION, 403, 403, 403, 403, 200, 200, 403, 401),
                op("DELETE", "/reservations/lecture", "", 403, 403, 403, 403, 200, 200, 403, 401),
                op("POST", "/simulations", asked("\"queue\""), 202, 202, 202, 202, 202, 202, 403, 401),
                op("POST", "/simulations", asked(RANGE), 403, 403, 403, 403, 202, 202, 403, 401),
                op("GET", "/simulations", "", 200, 200, 200, 200, 200, 200, 403, 401),
                op("GET", "/simulations/{simulation}", "", 200, 404, 404, 404, 200, 200, 403, 401),
                op("POST", "/simulations/{simulation}/cancel", "", 200, 404, 404, 404, 200, 200, 403, 401),
                op("GET", "/events", "", 200, 200, 200, 200, 200, 200, 403, 401),
                op("GET", "/events/stream", "", 200, 200, 200, 200, 200, 200, 403, 401),
                op("GET", "/me", "", 200, 200, 200, 200, 200, 200, 403, 401),
                op("GET", "/healthz", "", 200, 200, 200, 200, 200, 200, 200, 200),
                op("GET", "/readyz", "", 200, 200, 200, 200, 200, 200, 200, 200),
                op("GET", "/version", "", 200, 200, 200, 200, 200, 200, 200, 200));
    }

    @Test
    void every_operation_answers_everybody_as_it_should() throws IOException {
        showNode();
        shownGroup("default", "sing");
        reserved();
        var job = shownJob(ALICE, "vision");
        var task = campus.array(ALICE, "vision", 0).getFirst();
        shown(ALICE, "/api/v1/jobs/" + task, "state", "QUEUED");
        var array = as(ALICE).get("/api/v1/jobs/" + task).jsonPath().getString("array.number");
        var output = Files.createDirectories(Path.of(store, "jobs", job, "1")).resolve("rank-0.out");
        Files.writeString(output, "epoch 1");
        as(ALICE)
                .body("x".getBytes(StandardCharsets.UTF_8))
                .put("/api/v1/files/of-alice")
                .then()
                .statusCode(204);
        var simulation = new Simulations(campus).answered(ALICE);
        shown(ALICE, "/api/v1/simulations/" + simulation, "state", "DONE");
        aJobThatRan();
        assertAll(operations().stream().flatMap(operation -> tries(operation, job, array, simulation)));
    }

    @Test
    void no_operation_of_the_contract_is_left_out() {
        var tried = new TreeSet<String>();
        for (var operation : operations())
            tried.add(operation.method + " /api/v1"
                    + operation
                            .path
                            .replaceAll("/nodes/node-1", "/nodes/{node}")
                            .replaceAll("/reservations/lecture", "/reservations/{reservation}")
                            .replaceAll("/groups/default", "/groups/{group}")
                            .replaceAll("/snapshots/.+", "/snapshots/{snapshot}")
                            .replaceAll("/blobs/.+", "/blobs/{sha256}")
                            .replaceAll("/files/.+", "/files/{path}")
                            .replaceAll("/limits/[a-z]+/[a-z-]+", "/limits/{scope}/{name}"));
        var public_ = List.of("/healthz", "/readyz", "/version", "/console-config.json", "/client/tcloud.pyz");
        var inContract = new TreeSet<>(Contract.load().operations());
        inContract.removeIf(name -> public_.contains(name.split(" ")[1]));
        assertEquals(inContract, tried);
    }

    private Stream<Executable> tries(Operation operation, String job, String array, String simulation) {
        var path =
                operation.path.replace("{job}", job).replace("{array}", array).replace("{simulation}", simulation);
        return Stream.concat(people().stream().map(Optional::of), Stream.of(Optional.<Person>empty()))
                .map(person -> () -> assertEquals(
                        operation.expected[person.map(people()::indexOf).orElse(people().size())],
                        status(operation, path, person),
                        () -> operation.method + " " + path + " by "
                                + person.map(Person::name).orElse("nobody")));
    }

    private static int status(Operation operation, String path, Optional<Person> person)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(
                        URI.create(RestAssured.baseURI + ":" + RestAssured.port + "/api/v1" + path))
                .timeout(Duration.ofSeconds(20))
                .header("Content-Type", operation.body.startsWith("{") ? "application/json" : "application/yaml")
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .header("If-Match", "*")
                .method(operation.method, HttpRequest.BodyPublishers.ofString(operation.body));
        person.ifPresent(it -> request.header("Authorization", "Bearer " + it.token()));
        var answer = HTTP.send(request.build(), BodyHandlers.ofInputStream());
        answer.body().close(); // a stream would never end
        return answer.statusCode();
    }

    private void aJobThatRan() {
        var job = shownJob(ALICE, "vision");
        new Simulations(campus).ran(job, Instant.now().minusSeconds(60), 30);
        shown(ALICE, "/api/v1/jobs/" + job, "state", "SUCCEEDED");
    }

    private void showNode() {
        campus.snapshot(
                Topics.NODE_STATE,
                "node-1",
                "nodes/node-1",
                1,
                new NodeSnapshot(
                        "node-1",
                        1,
                        1,
                        NodePhase.HEALTHY,
                        true,
                        0,
                        false,
                        "",
                        List.of(),
                        8,
                        1,
                        Instant.now(),
                        "default"));
        shown(OLIVIA, "/api/v1/nodes/node-1", "state", "HEALTHY");
    }

    private static String manifest() {
        return "{\"files\":[{\"path\":\"a\",\"sha256\":\"%s\",\"size_bytes\":1}]}".formatted(NOWHERE);
    }

    private static String asked(String from) {
        return "{\"from\":%s,\"rule\":\"easy\"}".formatted(from);
    }

    private static String enrollment() {
        return "{\"node\":\"node-2\",\"token\":\"sing_join_x\",\"public_key\":\"AAAA\"}";
    }

    private static Operation op(String method, String path, String body, int... expected) {
        return new Operation(method, path, body, expected);
    }
}

package org.sing.gateway;

import static io.restassured.RestAssured.given;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sing.gateway.Person.ADAM;
import static org.sing.gateway.Person.ALICE;

import com.fasterxml.jackson.databind.JsonNode;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.AccountingMessage;
import org.sing.schemas.IncidentSnapshot;
import org.sing.schemas.Json;
import org.sing.schemas.NodePhase;
import org.sing.schemas.NodeSnapshot;
import org.sing.schemas.SchedulingEvent;
import org.sing.schemas.Topics;
import org.sing.snapshots.domain.Digests;

/** The OpenAPI document is what the gateway serves, names every operation, and tells the truth about the answers. */
@QuarkusTest
@WithTestResource(CampusPlatform.class)
@WithTestResource(TestIssuer.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ContractTest extends CampusTest {
    @ConfigProperty(name = "sing.store.path")
    java.nio.file.Path store;

    private final Contract contract = Contract.load();

    @Test
    void the_document_that_is_served_is_the_one_in_the_repository() {
        var served =
                given().get("/openapi.json").then().statusCode(200).extract().asString();
        assertEquals(contract.document(), Json.read(served, JsonNode.class));
    }

    @Test
    void the_document_names_exactly_the_operations_that_exist() {
        var existing = new TreeSet<String>();
        for (var resource : resources())
            for (var method : resource.getDeclaredMethods())
                verb(method).ifPresent(verb -> existing.add(verb + " " + path(resource) + path(method)));
        assertEquals(existing, new TreeSet<>(contract.operations()));
    }

    @Test
    void a_good_request_is_answered_as_documented() {
        var names = populate();
        var answering = contract.operations().stream().filter(name -> !name.endsWith("/stream"));
        assertAll(answering.map(operation -> () -> {
            var answer = Requests.ask(operation, as(ADAM), names);
            assertEquals(2, answer.statusCode() / 100, () -> operation + ": " + answer.asString());
            assertEquals(List.of(), contract.errors(operation, answer), operation);
        }));
    }

    @Test
    void a_bad_request_is_answered_as_documented() {
        var names = Map.of(
                "job",
                "job_unknown",
                "array",
                "987654321",
                "node",
                "nowhere",
                "group",
                "nobody",
                "scope",
                "planet",
                "name",
                "earth",
                "path",
                "nowhere",
                "sha256",
                "0".repeat(64),
                "snapshot",
                "0".repeat(64),
                "simulation",
                "sim_nowhere");
        var secured =
                contract.operations().stream().filter(contract::needsToken).toList();
        assertAll(secured.stream()
                .flatMap(operation -> Stream.of(
                        () -> refused(operation, 401, Requests.ask(operation, given(), names)),
                        () -> refused(operation, 403, Requests.ask(operation, as(Person.NORA), names)))));
        refused(
                "POST /api/v1/nodes/enroll",
                422,
                given().contentType("application/json").body("{}").post("/api/v1/nodes/enroll"));
    }

    private void refused(String operation, int status, Response answer) {
        assertEquals(status, answer.statusCode(), () -> operation + ": " + answer.asString());
        assertEquals(List.of(), contract.errors(operation, answer), operation);
    }

    /** Something of everything, so that answers have contents that can be wrong. */
    private Map<String, String> populate() {
        var job = shownJob(ALICE, "vision");
        campus.scheduling(job, new SchedulingEvent.Waiting(job, "WAITING", "gpus", 8, 8, 2, 1, 4, "Wait."));
        campus.scheduling(
                job,
                new SchedulingEvent.Placed(
                        job,
                        1,
                        job + "-1",
                        1,
                        "overtaking",
                        List.of(new SchedulingEvent.Share("contract-node", 1, 0, List.of("contract-node-gpu-0"), 1, 1)),
                        Optional.of(new SchedulingEvent.Overtaking("job_head", 8, 6, "gpus")),
                        "It fits.",
                        Instant.now()));
        campus.snapshot(
                Topics.NODE_STATE,
                "contract-node",
                "nodes/contract-node",
                1,
                new NodeSnapshot(
                        "contract-node",
                        1,
                        1,
                        NodePhase.CORDONED,
                        true,
                        1,
                        true,
                        "dust",
                        List.of(ScriptedCampus.gpu("contract-node", 0)),
                        8,
                        1L << 36,
                        Instant.now(),
                        "vision"));
        campus.snapshot(
                Topics.INCIDENT_STATE,
                "inc_c",
                "incidents/inc_c",
                1,
                new IncidentSnapshot(
                        "inc_c",
                        1,
                        "k",
                        "node-lost",
                        "high",
                        "open",
                        "n",
                        "Gone",
                        1,
                        List.of(job),
                        "look",
                        Instant.now(),
                        Optional.empty()));
        campus.says(
                "accounting",
                Topics.ACCOUNTING_EVENTS,
                "vision",
                "jobs/" + job,
                new AccountingMessage.EntryRecorded(
                        job + "/1/0", "usage", job, 1, 0, "n", ALICE.id(), "vision", 2, 30, 60, Instant.now()));
        var task = campus.array(ALICE, "vision", 0, 1).getLast();
        shown(ADAM, "/api/v1/jobs/" + task, "state", "QUEUED");
        var array = as(ADAM).get("/api/v1/jobs/" + task).jsonPath().getString("array.number");
        shown(ADAM, "/api/v1/nodes/contract-node", "gpus_held", 1);
        var simulation = new Simulations(campus).answered(ALICE);
        shown(ADAM, "/api/v1/simulations/" + simulation, "state", "DONE");
        shownGroup("default", "sing");
        reserved();
        shown(ADAM, "/api/v1/usage?by=job", "items.find { it.key == '" + job + "' }.gpu_seconds", 60);
        shown(ADAM, "/api/v1/incidents", "items.find { it.incident == 'inc_c' }.state", "open");
        return Map.of(
                "job",
                job,
                "simulation",
                simulation,
                "array",
                array,
                "node",
                "contract-node",
                "group",
                "default",
                "scope",
                "project",
                "name",
                "vision",
                "path",
                Requests.files(store, job),
                "sha256",
                Digests.of(Requests.CONTENT),
                "snapshot",
                Requests.snapshot());
    }

    private static List<Class<?>> resources() {
        return new ClassFileImporter()
                .importPackages("org.sing.gateway.api").stream()
                        .filter(type -> type.isAnnotatedWith(Path.class))
                        .<Class<?>>map(JavaClass::reflect)
                        .toList();
    }

    private static Optional<String> verb(Method method) {
        return Stream.of(GET.class, POST.class, PUT.class, DELETE.class)
                .filter(method::isAnnotationPresent)
                .map(Class::getSimpleName)
                .findFirst();
    }

    private static String path(AnnotatedElement element) {
        return Optional.ofNullable(element.getAnnotation(Path.class))
                .map(Path::value)
                .map(value -> value.replaceAll(": [^}]*}", "}"))
                .filter(value -> !value.equals("/"))
                .orElse("");
    }
}

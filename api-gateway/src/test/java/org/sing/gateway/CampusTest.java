package org.sing.gateway;

import static io.restassured.RestAssured.given;
import static org.awaitility.Awaitility.await;
import static org.sing.gateway.Person.OLIVIA;

import io.restassured.response.Response;
import io.restassured.specification.RequestSpecification;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.sing.schemas.GroupMessage;
import org.sing.schemas.NodePhase;
import org.sing.schemas.NodeSnapshot;
import org.sing.schemas.ReservationMessage;
import org.sing.schemas.ReservationMessage.Phase;
import org.sing.schemas.SchedulingEvent;
import org.sing.schemas.Topics;

/** A test that speaks to the gateway as people do, while a script plays the other services. */
abstract class CampusTest {
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private static List<String> large = List.of();

    ScriptedCampus campus;

    @BeforeEach
    void openCampus() {
        campus = ScriptedCampus.open();
        if (testPeopleSignIn() && large.isEmpty()) large = List.of(showLarge("large-1"), showLarge("large-2"));
    }

    /** Whether the people of these tests are known to the gateway; a real identity provider knows others. */
    boolean testPeopleSignIn() {
        return true;
    }

    /** Whatever nodes a test shows, what another one hands in fits somewhere. */
    private String showLarge(String name) {
        var gpus = IntStream.range(0, 8)
                .mapToObj(index -> ScriptedCampus.gpu(name, index))
                .toList();
        var node = new NodeSnapshot(
                name, 1, 1, NodePhase.HEALTHY, true, 0, false, "", gpus, 256, 2L << 40, Instant.now(), "default");
        campus.snapshot(Topics.NODE_STATE, name, "nodes/" + name, 1, node);
        shown(OLIVIA, "/api/v1/nodes/" + name, "state", "HEALTHY");
        return name;
    }

    @AfterEach
    void closeCampus() throws InterruptedException {
        campus.close();
    }

    static RequestSpecification as(Person person) {
        return given().auth().oauth2(person.token());
    }

    /** A job of the person that the gateway already shows. */
    String shownJob(Person owner, String project) {
        return shownJob(owner, project, "default");
    }

    String shownJob(Person owner, String project, String group) {
        var job = campus.job(owner, project, group);
        shown(owner, "/api/v1/jobs/" + job, "state", "QUEUED");
        return job;
    }

    /** The gateway knows the group and its rule. */
    void shownGroup(String group, String rule) {
        campus.says(
                "scheduling",
                Topics.SCHEDULING_EVENTS,
                group,
                "groups/" + group,
                new GroupMessage.RuleChanged(group, "", rule, "/services/scheduling"));
        shown(Person.ADAM, "/api/v1/groups", "items.find { it.name == '" + group + "' }.rule", rule);
    }

    /** The gateway knows a reservation. */
    void reserved() {
        var name = Requests.RESERVATION;
        var from = Instant.parse("2030-01-07T08:00:00Z");
        campus.says(
                "scheduling",
                Topics.SCHEDULING_EVENTS,
                name,
                "reservations/" + name,
                new ReservationMessage.ReservationChanged(
                        name, List.of("gpu-1"), from, from.plusSeconds(60), List.of(), "", Phase.PLANNED, "olivia"));
        shown(Person.ADAM, "/api/v1/reservations", "items.find { it.reservation == '" + name + "' }.phase", "PLANNED");
    }

    static Response shown(Person reader, String path, String field, Object value) {
        return await("what " + path + " shows")
                .atMost(PATIENCE)
                .until(
                        () -> as(reader).get(path),
                        answer -> answer.statusCode() == 200
                                && value.equals(answer.jsonPath().get(field)));
    }

    String showNode(String name, int gpus) {
        campus.snapshot(Topics.NODE_STATE, name, "nodes/" + name, 5, node(name, 5, NodePhase.HEALTHY, gpus));
        shown(OLIVIA, "/api/v1/nodes/" + name, "state", "HEALTHY");
        return name;
    }

    void showNode(String name, String group, int gpus) {
        campus.snapshot(Topics.NODE_STATE, name, "nodes/" + name, 5, node(name, group, 5, NodePhase.HEALTHY, gpus));
        shown(OLIVIA, "/api/v1/nodes/" + name, "resource_group", group);
    }

    static NodeSnapshot node(String name, long sequence, NodePhase phase, int gpus) {
        return node(name, "default", sequence, phase, gpus);
    }

    static NodeSnapshot node(String name, String group, long sequence, NodePhase phase, int gpus) {
        var list = IntStream.range(0, gpus)
                .mapToObj(index -> ScriptedCampus.gpu(name, index))
                .toList();
        return new NodeSnapshot(name, sequence, 1, phase, true, 0, false, "", list, 8, 1L << 36, Instant.now(), group);
    }

    static SchedulingEvent.Placed placed(String job, String node, String gpu) {
        return new SchedulingEvent.Placed(
                job,
                1,
                job + "-1",
                1,
                "first-come",
                List.of(new SchedulingEvent.Share(node, 1, 0, List.of(gpu), 1, 1)),
                Optional.empty(),
                "It fits.",
                Instant.now());
    }
}

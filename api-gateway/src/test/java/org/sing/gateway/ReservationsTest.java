package org.sing.gateway;

import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.notNullValue;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sing.gateway.Person.ALICE;
import static org.sing.gateway.Person.OLIVIA;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.ValidatableResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.Envelope;
import org.sing.schemas.ReservationMessage;
import org.sing.schemas.ReservationMessage.Phase;
import org.sing.schemas.Topics;

@QuarkusTest
@WithTestResource(CampusPlatform.class)
@WithTestResource(TestIssuer.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ReservationsTest extends CampusTest {
    private static final Instant FROM = Instant.parse("2030-01-07T08:00:00Z");
    private static final Instant UNTIL = Instant.parse("2030-01-07T12:00:00Z");

    @Test
    void an_operator_reserves_nodes_and_everybody_sees_it_until_it_is_over() {
        var heard = new ArrayList<Envelope>();
        campus.answering(command -> {
            heard.add(command);
            return new ScriptedCampus.Answer.Accept();
        });
        reserve("course", """
                        {"nodes": ["gpu-1", "gpu-2"], "from": "2030-01-07T09:00:00+01:00", "until": "2030-01-07T12:00:00Z",
                         "projects": ["vision"], "reason": "Exercise 3"}
                        """).statusCode(200).header("X-Feed-Position", notNullValue());
        var wish = heard.getFirst().as(ReservationMessage.Reserve.class);
        assertEquals(
                new ReservationMessage.Reserve(
                        wish.requester(),
                        "course",
                        List.of("gpu-1", "gpu-2"),
                        FROM,
                        UNTIL,
                        List.of("vision"),
                        "Exercise 3"),
                wish);
        assertEquals(true, wish.requester().staff());
        says("course", Phase.PLANNED);
        says("later", Phase.PLANNED);
        shown(ALICE, "/api/v1/reservations", "items.find { it.reservation == 'course' }.phase", "PLANNED");
        as(ALICE)
                .get("/api/v1/reservations")
                .then()
                .body("items.find { it.reservation == 'course' }.nodes", equalTo(List.of("gpu-1", "gpu-2")))
                .body("items.find { it.reservation == 'course' }.from", equalTo("2030-01-07T08:00:00Z"));
        var profile = "{\"command\": \"date\", \"reservation\": \"%s\"}";
        as(ALICE)
                .contentType("application/json")
                .body(profile.formatted("course"))
                .post("/api/v1/jobs/validate")
                .then()
                .statusCode(200)
                .body("spec.where.reservation", equalTo("course"));
        as(ALICE)
                .contentType("application/json")
                .body(profile.formatted("curse"))
                .post("/api/v1/jobs/validate")
                .then()
                .statusCode(422)
                .body("code", equalTo("never-fits"));
        as(OLIVIA).delete("/api/v1/reservations/course").then().statusCode(200);
        assertEquals(
                "course", heard.getLast().as(ReservationMessage.Unreserve.class).reservation());
        says("course", Phase.OVER);
        shown(ALICE, "/api/v1/reservations", "items.findAll { it.reservation == 'course' }.size()", 0);
        as(OLIVIA).delete("/api/v1/reservations/course").then().statusCode(404).body("code", equalTo("not-found"));
    }

    @Test
    void researchers_reserve_nothing() {
        var body = "{\"nodes\": [\"a\"], \"from\": \"2030-01-07T08:00:00Z\", \"until\": \"2030-01-07T09:00:00Z\"}";
        as(ALICE)
                .contentType("application/json")
                .body(body)
                .put("/api/v1/reservations/mine")
                .then()
                .statusCode(403);
        as(ALICE).delete("/api/v1/reservations/mine").then().statusCode(403);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        {"from": "2030-01-07T08:00:00Z", "until": "2030-01-07T09:00:00Z"}                           | /nodes
        {"nodes": ["a b"], "from": "2030-01-07T08:00:00Z", "until": "2030-01-07T09:00:00Z"}         | /nodes
        {"nodes": ["a"], "until": "2030-01-07T09:00:00Z"}                                           | /from
        {"nodes": ["a"], "from": "tomorrow", "until": "2030-01-07T09:00:00Z"}                       | /from
        {"nodes": ["a"], "from": "2030-01-07T08:00:00", "until": "2030-01-07T09:00:00Z"}            | /from
        {"nodes": ["a"], "from": "2030-01-07T08:00:00Z", "until": "+99999-01-07T09:00:00Z"}         | /until
        {"nodes": ["a"], "from": "2030-01-07T08:00:00Z", "until": "2030-01-07T08:00:00Z"}           | /until
        {"nodes": ["a"], "from": "2030-01-07T08:00:00Z", "until": "2030-01-07T09:00:00Z", "projects": [null]} | /projects
        """)
    void what_is_wrong_is_pointed_at(String body, String pointer) {
        reserve("wrong", body).statusCode(422).body("errors[0].pointer", equalTo(pointer));
    }

    private static ValidatableResponse reserve(String name, String body) {
        return as(OLIVIA)
                .contentType("application/json")
                .body(body)
                .put("/api/v1/reservations/" + name)
                .then();
    }

    private void says(String name, Phase phase) {
        campus.says(
                "scheduling",
                Topics.SCHEDULING_EVENTS,
                name,
                "reservations/" + name,
                new ReservationMessage.ReservationChanged(
                        name, List.of("gpu-1", "gpu-2"), FROM, UNTIL, List.of("vision"), "", phase, "olivia"));
    }
}

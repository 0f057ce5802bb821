package org.sing.gateway;

import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sing.gateway.Person.ALICE;
import static org.sing.gateway.Person.ANNA;
import static org.sing.gateway.Person.BOB;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.EndCause;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobPhase;

/** An array of three tasks of Alice's, with the indices 3, 4 and 5. */
@QuarkusTest
@WithTestResource(CampusPlatform.class)
@WithTestResource(TestIssuer.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ArrayTest extends CampusTest {
    private List<String> tasks;
    private long array;

    @BeforeEach
    void three_tasks() {
        tasks = campus.array(ALICE, "vision", 3, 4, 5);
        shown(ALICE, "/api/v1/jobs/" + tasks.getLast(), "state", "QUEUED");
        array = as(ALICE).get("/api/v1/jobs/" + tasks.getFirst()).jsonPath().getLong("array.number");
    }

    @Test
    void a_task_is_named_by_the_number_of_its_array_and_its_index() {
        as(ALICE)
                .get("/api/v1/jobs/" + array + "_4")
                .then()
                .statusCode(200)
                .body("id", equalTo(tasks.get(1)))
                .body("array.index", equalTo(4))
                .body("array.tasks", equalTo(3));
        as(ALICE).get("/api/v1/jobs/" + array + "_9").then().statusCode(404);
        as(ALICE).get("/api/v1/jobs/" + array).then().body("id", equalTo(tasks.getFirst()));
        as(BOB).get("/api/v1/jobs/" + array + "_4").then().statusCode(404);
    }

    @Test
    void a_job_that_is_no_task_says_nothing_of_arrays() {
        as(ALICE).get("/api/v1/jobs/" + shownJob(ALICE, "vision")).then().body("array", nullValue());
    }

    @Test
    void the_tasks_of_an_array_are_listed_by_its_number() {
        as(ALICE)
                .get("/api/v1/jobs?array=" + array)
                .then()
                .body("items", hasSize(3))
                .body("items.id", hasItem(tasks.get(2)));
        as(BOB).get("/api/v1/jobs?array=" + array).then().body("items", hasSize(0));
        as(ALICE).get("/api/v1/jobs?array=many").then().statusCode(400).body("code", equalTo("malformed-parameter"));
    }

    @Test
    void an_array_shows_how_its_tasks_stand_and_when_the_last_one_has_ended() {
        ends(tasks.get(0), JobPhase.SUCCEEDED);
        shown(ALICE, "/api/v1/arrays/" + array, "states.SUCCEEDED", 1);
        as(ALICE)
                .get("/api/v1/arrays/" + array)
                .then()
                .body("tasks", equalTo(3))
                .body("states.QUEUED", equalTo(2))
                .body("owner_name", equalTo("alice"))
                .body("finished_at", nullValue());
        ends(tasks.get(1), JobPhase.SUCCEEDED);
        ends(tasks.get(2), JobPhase.FAILED);
        shown(ALICE, "/api/v1/arrays/" + array, "states.FAILED", 1);
        as(ALICE).get("/api/v1/arrays/" + array).then().body("finished_at", notNullValue());
        as(BOB).get("/api/v1/arrays/" + array).then().statusCode(404).body("code", equalTo("job-not-found"));
        as(ALICE).get("/api/v1/arrays/many").then().statusCode(400).body("code", equalTo("malformed-parameter"));
    }

    @Test
    void what_is_asked_of_an_array_is_asked_of_each_task_that_is_not_over() {
        ends(tasks.get(0), JobPhase.SUCCEEDED);
        shown(ALICE, "/api/v1/arrays/" + array, "states.SUCCEEDED", 1);
        var asked = new ConcurrentSkipListSet<String>();
        campus.answering(command -> {
            asked.add(command.type() + " " + command.key());
            return command.key().equals(tasks.get(2))
                    ? new ScriptedCampus.Answer.Refuse("job-already-finished", List.of())
                    : new ScriptedCampus.Answer.Accept();
        });
        as(ALICE)
                .contentType("application/json")
                .body("{\"reason\":\"enough\"}")
                .post("/api/v1/arrays/" + array + "/cancel")
                .then()
                .statusCode(200)
                .body("accepted", equalTo(1))
                .body("refused", equalTo(1))
                .body("open", equalTo(0));
        assertEquals(
                List.of("org.sing.job.cancel.v1 " + tasks.get(1), "org.sing.job.cancel.v1 " + tasks.get(2)).stream()
                        .sorted()
                        .toList(),
                List.copyOf(asked));
    }

    @Test
    void who_may_see_an_array_but_not_act_on_it_is_told_so_and_nothing_is_asked() {
        var asked = new ConcurrentSkipListSet<String>();
        campus.answering(command -> {
            asked.add(command.type());
            return new ScriptedCampus.Answer.Accept();
        });
        as(ANNA).post("/api/v1/arrays/" + array + "/hold")
                .then()
                .statusCode(403)
                .body("code", equalTo("not-your-job"));
        as(BOB).post("/api/v1/arrays/" + array + "/release").then().statusCode(404);
        assertEquals(List.of(), List.copyOf(asked));
    }

    @Test
    void a_profile_says_beforehand_which_tasks_it_would_become() {
        as(ALICE)
                .contentType("application/yaml")
                .body("script: [echo]\narray: 1-3%2\n".getBytes(java.nio.charset.StandardCharsets.UTF_8))
                .post("/api/v1/jobs/validate")
                .then()
                .statusCode(200)
                .body("array.indices", contains(1, 2, 3))
                .body("array.at_once", equalTo(2));
    }

    private void ends(String job, JobPhase phase) {
        campus.submission(
                job,
                new JobEvent.Finished(
                        job, 1, phase, EndCause.EXITED, Optional.of(0), Optional.empty(), "none", "", ""));
    }
}

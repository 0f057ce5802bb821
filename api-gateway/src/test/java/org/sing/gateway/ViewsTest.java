package org.sing.gateway;

import static org.hamcrest.Matchers.contains;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.hasSize;
import static org.hamcrest.Matchers.not;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sing.gateway.Person.ADAM;
import static org.sing.gateway.Person.ALICE;
import static org.sing.gateway.Person.ANNA;
import static org.sing.gateway.Person.BOB;
import static org.sing.gateway.Person.OLIVIA;
import static org.sing.gateway.Person.OTTO;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.AccountingMessage;
import org.sing.schemas.EndCause;
import org.sing.schemas.IncidentEvent;
import org.sing.schemas.IncidentSnapshot;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobPhase;
import org.sing.schemas.NodePhase;
import org.sing.schemas.SchedulingEvent;
import org.sing.schemas.Topics;

@QuarkusTest
@WithTestResource(CampusPlatform.class)
@WithTestResource(TestIssuer.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ViewsTest extends CampusTest {
    private static final SchedulingEvent.Estimate ESTIMATE = new SchedulingEvent.Estimate(
            Instant.parse("2026-12-01T09:40:00Z"),
            Instant.parse("2026-12-01T10:15:00Z"),
            Instant.parse("2026-12-01T12:30:00Z"),
            Instant.parse("2026-12-01T09:00:00Z"));

    @Test
    void a_job_is_found_by_its_number_and_told_why_it_waits() {
        var job = shownJob(ALICE, "vision");
        campus.scheduling(
                job, new SchedulingEvent.Waiting(job, "WAITING", "gpus", 8, 7, 2, 3, 5, "Three jobs are ahead."));
        shown(ALICE, "/api/v1/jobs/" + job + "/explain", "verdict", "WAITING");
        var number = as(ALICE).get("/api/v1/jobs/" + job).jsonPath().getLong("number");
        as(ALICE)
                .get("/api/v1/jobs/" + number)
                .then()
                .statusCode(200)
                .body("id", equalTo(job))
                .body("state_short", equalTo("PD"))
                .body("owner_name", equalTo("alice"))
                .body("waiting.constraint", equalTo("gpus"))
                .body("waiting.jobs_ahead", equalTo(3));
    }

    @Test
    void who_waits_sees_when_it_should_start_until_it_does_and_others_do_not() {
        var job = shownJob(ALICE, "vision");
        campus.scheduling(job, waiting(job, Optional.of(ESTIMATE)));
        shown(ALICE, "/api/v1/jobs/" + job + "/explain", "estimate.likely", "2026-12-01T10:15:00Z");
        as(ALICE)
                .get("/api/v1/jobs/" + job)
                .then()
                .body("waiting.estimate.earliest", equalTo("2026-12-01T09:40:00Z"))
                .body("waiting.estimate.latest", equalTo("2026-12-01T12:30:00Z"))
                .body("waiting.estimate.made_at", equalTo("2026-12-01T09:00:00Z"));
        as(ANNA).get("/api/v1/jobs/" + job + "/explain").then().body("estimate.likely", notNullValue());
        as(BOB).get("/api/v1/jobs/" + job + "/explain").then().statusCode(404);
        as(BOB).get("/api/v1/jobs/" + job).then().statusCode(404);
        as(BOB).get("/api/v1/events?limit=1000")
                .then()
                .body("items.findAll { it.event.data.job == '" + job + "' }", hasSize(0));
        campus.scheduling(
                job, new SchedulingEvent.Waiting(job, "WAITING", "cpus", 8, 7, 2, 3, 5, "Three jobs are ahead."));
        shown(ALICE, "/api/v1/jobs/" + job, "waiting.constraint", "cpus");
        as(ALICE).get("/api/v1/jobs/" + job + "/explain").then().body("estimate", nullValue());
        campus.scheduling(job, waiting(job, Optional.of(ESTIMATE)));
        shown(ALICE, "/api/v1/jobs/" + job + "/explain", "estimate.likely", "2026-12-01T10:15:00Z");
        campus.scheduling(job, placed(job, "n", "g"));
        shown(ALICE, "/api/v1/jobs/" + job + "/explain", "verdict", "PLACED");
        as(ALICE).get("/api/v1/jobs/" + job + "/explain").then().body("estimate", nullValue());
    }

    @Test
    void a_GPU_shows_the_job_that_holds_it_only_to_those_who_may_see_the_job() {
        var node = showNode("gpu-node", 2);
        var job = shownJob(ALICE, "vision");
        campus.scheduling(job, placed(job, node, node + "-gpu-1"));
        shown(ALICE, "/api/v1/nodes/" + node, "gpus_held", 1);
        as(ANNA).get("/api/v1/nodes/" + node)
                .then()
                .body("gpus[0].state", equalTo("free"))
                .body("gpus[1].state", equalTo("held"))
                .body("gpus[1].held_by.job", equalTo(job));
        as(BOB).get("/api/v1/nodes/" + node)
                .then()
                .body("gpus[1].state", equalTo("held"))
                .body("gpus[1].held_by", nullValue());
        campus.scheduling(job, new SchedulingEvent.AllocationReleased(job, 1, job + "-1"));
        shown(ALICE, "/api/v1/nodes/" + node, "gpus_held", 0);
    }

    @Test
    void an_older_snapshot_of_a_node_changes_nothing() {
        var node = showNode("old-node", 1);
        campus.snapshot(Topics.NODE_STATE, node, "nodes/" + node, 9, node(node, 9, NodePhase.LOST, 1));
        shown(OLIVIA, "/api/v1/nodes/" + node, "state", "LOST");
        campus.snapshot(Topics.NODE_STATE, node, "nodes/" + node, 3, node(node, 3, NodePhase.HEALTHY, 1));
        showNode("later-node", 1);
        as(OLIVIA)
                .get("/api/v1/nodes/" + node)
                .then()
                .body("state", equalTo("LOST"))
                .body("gpus[0].state", equalTo("down"));
    }

    @Test
    void a_job_that_waits_for_another_one_says_for_which() {
        var job = shownJob(ALICE, "vision");
        campus.submission(job, new JobEvent.Blocked(job, "It waits until job 7 has succeeded."));
        shown(ALICE, "/api/v1/jobs/" + job + "/explain", "verdict", "BLOCKED");
        shown(ALICE, "/api/v1/jobs/" + job + "/explain", "detail", "It waits until job 7 has succeeded.");
        shown(ALICE, "/api/v1/jobs/" + job, "state", "BLOCKED");
    }

    @Test
    void a_job_that_ended_without_a_word_is_explained_in_a_sentence() {
        var job = shownJob(ALICE, "vision");
        campus.submission(
                job,
                new JobEvent.Finished(
                        job,
                        0,
                        JobPhase.CANCELLED,
                        EndCause.CANCELLED,
                        Optional.empty(),
                        Optional.empty(),
                        "",
                        "",
                        ""));
        shown(ALICE, "/api/v1/jobs/" + job + "/explain", "detail", "It was cancelled.");
    }

    @Test
    void a_failed_job_says_how_it_ended_and_what_to_try() {
        var job = shownJob(ALICE, "vision");
        campus.scheduling(job, placed(job, "n", "g"));
        campus.says(
                "incident",
                Topics.INCIDENT_EVENTS,
                job,
                "jobs/" + job,
                new IncidentEvent.AttemptClassified(
                        job, 1, "user", "import-error", "A module is missing.", "Add it.", false, ""));
        campus.submission(
                job,
                new JobEvent.Finished(
                        job,
                        1,
                        JobPhase.FAILED,
                        EndCause.EXITED,
                        Optional.of(1),
                        Optional.empty(),
                        "user",
                        "import-error",
                        "A module is missing. Add it."));
        shown(ALICE, "/api/v1/jobs/" + job + "/explain", "detail", "A module is missing.");
        shown(ALICE, "/api/v1/jobs/" + job + "/explain", "advice", "Add it.");
        as(ALICE)
                .get("/api/v1/jobs/" + job)
                .then()
                .body("state", equalTo("FAILED"))
                .body("exit_code", equalTo(1))
                .body("finished_at", notNullValue());
        as(ALICE)
                .get("/api/v1/jobs/" + job + "/attempts")
                .then()
                .body("items", hasSize(1))
                .body("items[0].verdict.code", equalTo("import-error"))
                .body("items[0].placement.rule", equalTo("first-come"));
    }

    @Test
    void a_list_is_walked_page_by_page_without_losing_a_job() {
        var mine = new ArrayList<String>();
        for (var i = 0; i < 5; i++) mine.add(shownJob(OTTO, "vision"));
        var walked = new ArrayList<String>();
        var path = "/api/v1/jobs?limit=2&owner=me";
        while (path != null) {
            var page = as(OTTO).get(path).then().statusCode(200).extract();
            walked.addAll(page.jsonPath().getList("items.id", String.class));
            var link = page.header("Link");
            path = link == null ? null : link.substring(1, link.indexOf('>'));
        }
        assertEquals(mine.reversed(), walked.subList(0, mine.size()));
        assertEquals(walked.size(), walked.stream().distinct().count());
    }

    @Test
    void a_list_is_filtered_by_state_and_project() {
        var queued = shownJob(ALICE, "vision");
        var held = shownJob(ALICE, "vision");
        campus.submission(held, new JobEvent.Held(held, "not now"));
        shown(ALICE, "/api/v1/jobs/" + held, "state", "HELD");
        as(ALICE)
                .get("/api/v1/jobs?state=HELD,RUNNING&project=vision&limit=500")
                .then()
                .body("items.id", hasItem(held))
                .body("items.id", not(hasItem(queued)));
        as(BOB).get("/api/v1/jobs?project=vision").then().statusCode(200).body("items", hasSize(0));
    }

    @Test
    void what_has_not_changed_is_not_sent_again() {
        var job = shownJob(ALICE, "vision");
        var tag = as(ALICE).get("/api/v1/jobs/" + job).header("ETag");
        as(ALICE).header("If-None-Match", tag).get("/api/v1/jobs/" + job).then().statusCode(304);
        campus.submission(job, new JobEvent.Held(job, ""));
        shown(ALICE, "/api/v1/jobs/" + job, "state", "HELD");
        as(ALICE).header("If-None-Match", tag).get("/api/v1/jobs/" + job).then().statusCode(200);
    }

    @Test
    void a_list_waits_for_the_position_that_the_reader_has_seen() {
        var position = Long.parseLong(as(ALICE).get("/api/v1/me").header("X-Feed-Position"));
        as(ALICE).get("/api/v1/jobs?min_position=" + position).then().statusCode(200);
        as(ALICE)
                .get("/api/v1/jobs?min_position=" + (position + 100_000))
                .then()
                .statusCode(503)
                .header("Retry-After", "1")
                .body("code", equalTo("position-not-reached"));
    }

    @Test
    void usage_counts_each_line_once_and_takes_refunds_off() {
        var job = shownJob(OTTO, "vision");
        var line = new AccountingMessage.EntryRecorded(
                job + "/1/0", "usage", job, 1, 0, "n", OTTO.id(), "vision", 2, 30, 60, Instant.now());
        var refund = new AccountingMessage.EntryRecorded(
                job + "/1/0/refund", "refund", job, 1, 0, "n", OTTO.id(), "vision", 2, 10, -20, Instant.now());
        for (var each : List.of(line, line, refund))
            campus.says("accounting", Topics.ACCOUNTING_EVENTS, "vision", "jobs/" + job, each);
        shown(OTTO, "/api/v1/usage?by=job", "items.find { it.key == '" + job + "' }.gpu_seconds", 40);
        as(OTTO).get("/api/v1/usage?by=user")
                .then()
                .body("items.find { it.key == 'id-of-otto' }.gpu_seconds", equalTo(40))
                .body("items.find { it.key == 'id-of-otto' }.refunded_gpu_seconds", equalTo(20))
                .body("items.find { it.key == 'id-of-otto' }.name", equalTo("otto"));
        as(BOB).get("/api/v1/usage?by=job").then().body("items.key", not(hasItem(job)));
    }

    @Test
    void an_incident_names_only_the_jobs_that_the_reader_may_see() {
        var alices = shownJob(ALICE, "vision");
        var bobs = shownJob(BOB, "language");
        var incident = new IncidentSnapshot(
                "inc_9",
                1,
                "k",
                "node-lost",
                "high",
                "open",
                "n",
                "A node is gone",
                1,
                List.of(alices, bobs),
                "look",
                Instant.now(),
                Optional.empty());
        campus.snapshot(Topics.INCIDENT_STATE, "inc_9", "incidents/inc_9", 1, incident);
        shown(OLIVIA, "/api/v1/incidents?state=open", "items.find { it.incident == 'inc_9' }.title", "A node is gone");
        as(ALICE)
                .get("/api/v1/incidents")
                .then()
                .body("items.find { it.incident == 'inc_9' }.affected_jobs", contains(alices));
        as(ADAM).get("/api/v1/incidents")
                .then()
                .body("items.find { it.incident == 'inc_9' }.affected_jobs", contains(alices, bobs));
    }

    @Test
    void the_receipt_of_an_overtaking_names_only_a_job_that_the_reader_may_see() {
        var job = shownJob(ALICE, "vision");
        var bobs = shownJob(BOB, "language");
        var annas = shownJob(ANNA, "vision");
        campus.scheduling(job, overtaking(job, 1, bobs));
        shown(ALICE, "/api/v1/jobs/" + job + "/explain", "placement.overtaking.budget_after", 6);
        as(ALICE).get("/api/v1/jobs/" + job + "/explain").then().body("placement.overtaking.head", nullValue());
        as(OLIVIA)
                .get("/api/v1/jobs/" + job + "/explain")
                .then()
                .body("placement.overtaking.head", equalTo(bobs))
                .body("placement.overtaking.unit", equalTo("gpu-seconds"));
        campus.scheduling(job, overtaking(job, 2, annas));
        shown(ALICE, "/api/v1/jobs/" + job + "/attempts", "items[1].placement.overtaking.head", annas);
        as(ALICE)
                .get("/api/v1/jobs/" + job + "/attempts")
                .then()
                .body("items[0].placement.overtaking.budget_before", equalTo(8))
                .body("items[0].placement.overtaking.head", nullValue());
    }

    @Test
    void limits_follow_the_default_until_somebody_sets_them() {
        limits("project", "*", 1, 4);
        shown(OLIVIA, "/api/v1/limits/project/*", "running_jobs", 4);
        as(ALICE)
                .get("/api/v1/limits/project/vision")
                .then()
                .body("running_jobs", equalTo(4))
                .body("inherited", equalTo(true));
        var put = as(ADAM).contentType("application/json").body("{\"running_jobs\": 9}");
        put.put("/api/v1/limits/project/vision").then().statusCode(428).body("code", equalTo("version-required"));
        as(ADAM).contentType("application/json")
                .body("{\"running_jobs\": 9}")
                .header("If-Match", "\"7\"")
                .put("/api/v1/limits/project/vision")
                .then()
                .statusCode(412)
                .body("code", equalTo("version-mismatch"));
        as(ADAM).contentType("application/json")
                .body("{\"running_jobs\": 9, \"running_gpus\": 16}")
                .header("If-Match", "\"0\"")
                .put("/api/v1/limits/project/vision")
                .then()
                .statusCode(200)
                .header("X-Feed-Position", notNullValue());
    }

    @Test
    void a_person_is_told_who_they_are() {
        as(OTTO).get("/api/v1/me")
                .then()
                .body("id", equalTo(OTTO.id()))
                .body("name", equalTo("otto"))
                .body("projects[0].name", equalTo("vision"))
                .body("projects[0].owner", equalTo(true))
                .header("RateLimit", startsWith("\"read\";r="));
    }

    static SchedulingEvent.Placed overtaking(String job, int attempt, String head) {
        return new SchedulingEvent.Placed(
                job,
                attempt,
                job + "-" + attempt,
                1,
                "sing",
                List.of(),
                Optional.of(new SchedulingEvent.Overtaking(head, 8, 6, "gpu-seconds")),
                "It overtakes.",
                Instant.now());
    }

    private static SchedulingEvent.Waiting waiting(String job, Optional<SchedulingEvent.Estimate> estimate) {
        return new SchedulingEvent.Waiting(job, "WAITING", "gpus", 8, 7, 2, 3, 5, "Three jobs are ahead.", estimate);
    }

    private void limits(String scope, String name, long version, long jobs) {
        campus.snapshot(
                Topics.ACCOUNTING_STATE,
                scope + "/" + name,
                "limits/" + scope + "/" + name,
                version,
                new AccountingMessage.Limits(scope, name, version, jobs, 0, 0));
    }
}

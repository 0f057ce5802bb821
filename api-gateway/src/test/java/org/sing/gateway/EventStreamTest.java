package org.sing.gateway;

import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sing.gateway.Person.ALICE;
import static org.sing.gateway.Person.ANNA;
import static org.sing.gateway.Person.BOB;
import static org.sing.gateway.Person.OLIVIA;
import static org.sing.gateway.Person.OTTO;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.IncidentEvent;
import org.sing.schemas.JobEvent;
import org.sing.schemas.NodeEvent;
import org.sing.schemas.NodeTelemetry;
import org.sing.schemas.SchedulingEvent;
import org.sing.schemas.Topics;

@QuarkusTest
@WithTestResource(CampusPlatform.class)
@WithTestResource(TestIssuer.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class EventStreamTest extends CampusTest {

    @Test
    void a_reader_that_comes_back_misses_nothing_and_sees_nothing_twice() throws Exception {
        var job = shownJob(ALICE, "vision");
        var start = position();
        var seen = new ArrayList<SseReader.Event>();
        for (var round = 0; round < 4; round++) {
            var from = seen.isEmpty() ? start : seen.getLast().id();
            try (var reader = SseReader.open(ALICE, Optional.of(from))) {
                for (var i = 0; i < 10; i++) campus.submission(job, new JobEvent.Held(job, "round " + round));
                seen.addAll(reader.take(7)); // leaves in the middle: the rest must come after the return
            }
        }
        try (var reader = SseReader.open(ALICE, Optional.of(seen.getLast().id()))) {
            seen.addAll(reader.take(12));
        }
        var ids = seen.stream().map(SseReader.Event::id).toList();
        assertEquals(new HashSet<>(ids).size(), ids.size(), "an entry came twice: " + ids);
        assertEquals(ids.stream().sorted().toList(), ids, "out of order");
        var sequences = seen.stream().map(SseReader.Event::sequence).toList();
        for (var i = 1; i < sequences.size(); i++)
            assertEquals(sequences.get(i - 1) + 1, sequences.get(i), "a gap in " + sequences);
    }

    @Test
    void a_reader_hears_what_happens_while_the_stream_is_open() throws Exception {
        var job = shownJob(ALICE, "vision");
        try (var reader = SseReader.open(ANNA, Optional.empty())) {
            campus.submission(job, new JobEvent.Held(job, "wait"));
            var event = reader.take(1).getFirst();
            assertEquals("org.sing.job.held.v1", event.type());
            assertEquals("jobs/" + job, event.data().get("subject").asText());
        }
    }

    @Test
    void nobody_hears_of_the_jobs_of_another_project() throws Exception {
        try (var bob = SseReader.open(BOB, Optional.empty())) {
            var hidden = shownJob(ALICE, "vision");
            var own = shownJob(BOB, "language");
            var heard = bob.take(2);
            assertTrue(heard.stream().allMatch(event -> event.subject().equals("jobs/" + own)), "Bob heard " + heard);
            as(BOB).get("/api/v1/jobs/" + hidden + "/events").then().statusCode(404);
        }
    }

    @Test
    void what_concerns_the_cluster_is_told_to_all_but_without_other_peoples_jobs() throws Exception {
        try (var alice = SseReader.open(ALICE, Optional.empty());
                var olivia = SseReader.open(OLIVIA, Optional.empty())) {
            var opened = new IncidentEvent.Opened(
                    "inc_1", "k", "node-lost", "high", "node-1", "gone", List.of("job_x"), "look", Instant.now());
            campus.says("incident", Topics.INCIDENT_EVENTS, "inc_1", "incidents/inc_1", opened);
            assertTrue(alice.take(1).getFirst().data().at("/data/affected_jobs").isMissingNode());
            assertEquals(
                    1,
                    olivia.take(1).getFirst().data().at("/data/affected_jobs").size());
        }
    }

    @Test
    void a_lost_node_is_told_to_all_but_what_ran_there_only_to_staff() throws Exception {
        try (var alice = SseReader.open(ALICE, Optional.empty());
                var olivia = SseReader.open(OLIVIA, Optional.empty())) {
            var now = Instant.now();
            var live = new NodeTelemetry.Live("job_x", 1, "job_x-1", 0, List.of("gpu-0"), 1);
            campus.says(
                    "node-monitor",
                    Topics.NODE_EVENTS,
                    "node-1",
                    "nodes/node-1",
                    new NodeEvent.Lost("node-1", 1, now, now, List.of(live)));
            var seen = alice.take(1).getFirst().data().at("/data");
            assertEquals("node-1", seen.path("node").asText());
            assertTrue(seen.path("live").isMissingNode(), "Alice saw " + seen);
            assertEquals(
                    "job_x",
                    olivia.take(1).getFirst().data().at("/data/live/0/job").asText());
        }
    }

    @Test
    void the_receipt_of_an_overtaking_names_the_job_that_was_overtaken_only_to_staff() throws Exception {
        var job = shownJob(ALICE, "vision");
        try (var alice = SseReader.open(ALICE, Optional.empty());
                var olivia = SseReader.open(OLIVIA, Optional.empty())) {
            campus.scheduling(job, ViewsTest.overtaking(job, 1, "job_x"));
            var seen = alice.take(1).getFirst().data().at("/data/overtaking");
            assertTrue(seen.path("head").isMissingNode());
            assertEquals(6, seen.path("budget_after").asInt());
            assertEquals(
                    "job_x",
                    olivia.take(1).getFirst().data().at("/data/overtaking/head").asText());
        }
        var pages = as(ALICE).get("/api/v1/jobs/" + job + "/events").asString()
                + as(ALICE).get("/api/v1/events?limit=1000").asString();
        assertTrue(pages.contains("overtaking") && !pages.contains("job_x"), pages);
    }

    @Test
    void a_job_that_is_heard_of_before_it_is_introduced_stays_hidden_until_then() {
        var job = "job_" + "%026d".formatted(System.nanoTime());
        var released = new SchedulingEvent.Withdrawn(job);
        campus.scheduling(job, released);
        var later = shownJob(BOB, "language"); // what came before it has been read as well
        assertTrue(types(BOB).stream().noneMatch(type -> type.contains("withdrawn")));
        assertTrue(
                types(OLIVIA).stream().noneMatch(type -> type.contains("withdrawn")),
                "even staff: it has no place yet");
        campus.submission(job, campus.submitted(job, ALICE.id(), "vision"));
        shown(ALICE, "/api/v1/jobs/" + job, "state", "SUBMITTED");
        var types =
                as(ALICE).get("/api/v1/jobs/" + job + "/events").jsonPath().getList("items.event.type", String.class);
        assertEquals(List.of("org.sing.job.submitted.v1", "org.sing.scheduling.withdrawn.v1"), types);
        as(BOB).get("/api/v1/jobs/" + later).then().statusCode(200);
    }

    @Test
    void a_sixth_stream_of_one_person_is_refused() throws Exception {
        var open = new ArrayList<SseReader>();
        try {
            for (var i = 0; i < 5; i++) open.add(SseReader.open(OTTO, Optional.empty()));
            as(OTTO).get("/api/v1/events/stream")
                    .then()
                    .statusCode(429)
                    .header("Retry-After", "5")
                    .body("code", equalTo("too-many-streams"));
        } finally {
            for (var reader : open) reader.close();
        }
        await("the places to be given back").atMost(PATIENCE).ignoreExceptions().until(() -> {
            try (var again = SseReader.open(OTTO, Optional.empty())) {
                return true;
            }
        });
    }

    private static List<String> types(Person reader) {
        return as(reader).get("/api/v1/events?limit=1000").jsonPath().getList("items.event.type", String.class);
    }

    private static long position() {
        return Long.parseLong(as(OLIVIA).get("/api/v1/me").header("X-Feed-Position"));
    }
}

package org.sing.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sing.gateway.Person.ALICE;
import static org.sing.gateway.Person.BOB;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.RestAssured;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.EndCause;
import org.sing.schemas.Envelopes;
import org.sing.schemas.ExecutionOutput;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobPhase;
import org.sing.schemas.Topics;

@QuarkusTest
@WithTestResource(CampusPlatform.class)
@WithTestResource(TestIssuer.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class LogsTest extends CampusTest {
    @ConfigProperty(name = "sing.store.path")
    String store;

    @Test
    void a_follower_that_came_before_the_job_started_reads_it_to_the_end() throws IOException {
        var job = shownJob(ALICE, "vision");
        var followed = CompletableFuture.supplyAsync(
                () -> as(ALICE).get("/api/v1/jobs/" + job + "/logs?follow=true").asString());
        campus.submission(job, new JobEvent.Starting(job, 1, List.of("n")));
        campus.submission(job, new JobEvent.Running(job, 1, Instant.now()));
        write(job, 1, "epoch 1\n");
        write(job, 1, "epoch 2\n");
        finish(job, 1);
        assertEquals("epoch 1\nepoch 2\n", followed.join());
    }

    @Test
    void a_follower_goes_on_with_the_next_attempt() throws IOException, InterruptedException {
        var job = shownJob(ALICE, "vision");
        campus.submission(job, new JobEvent.Starting(job, 1, List.of("n")));
        shown(ALICE, "/api/v1/jobs/" + job, "attempt", 1);
        write(job, 1, "first\n");
        try (var http = HttpClient.newHttpClient();
                var followed = follow(http, job)) {
            assertEquals("first", followed.readLine());
            campus.submission(job, new JobEvent.Requeued(job, 1, "node lost", List.of(), Instant.now()));
            campus.submission(job, new JobEvent.Starting(job, 2, List.of("n")));
            write(job, 2, "second\n");
            finish(job, 2);
            assertEquals(List.of("second"), followed.lines().toList());
        }
        assertEquals(
                "first\n",
                as(ALICE).get("/api/v1/jobs/" + job + "/logs?attempt=1").asString());
    }

    @Test
    void the_last_lines_are_enough() throws IOException {
        var job = shownJob(ALICE, "vision");
        write(job, 1, "a\nb\nc\nd\n");
        assertEquals(
                "c\nd\n", as(ALICE).get("/api/v1/jobs/" + job + "/logs?tail=2").asString());
        assertEquals(
                "a\nb\nc\nd\n",
                as(ALICE).get("/api/v1/jobs/" + job + "/logs?tail=9").asString());
    }

    @Test
    void a_job_that_has_not_written_has_an_empty_log() {
        var job = shownJob(ALICE, "vision");
        assertEquals(
                "",
                as(ALICE)
                        .get("/api/v1/jobs/" + job + "/logs")
                        .then()
                        .statusCode(200)
                        .extract()
                        .asString());
    }

    @Test
    void a_job_cannot_show_a_file_of_somebody_else_as_its_own() throws IOException {
        var job = shownJob(BOB, "language");
        var secret = Files.writeString(Files.createTempFile("secret", ".txt"), "not yours");
        var file = file(job, 1);
        Files.createDirectories(file.getParent());
        Files.createSymbolicLink(file, secret);
        assertEquals("", as(BOB).get("/api/v1/jobs/" + job + "/logs").asString());
    }

    /** The log as it arrives: a follower sees the attempt that it came in, so a test must know that it is there. */
    private static BufferedReader follow(HttpClient http, String job) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(
                        RestAssured.baseURI + ":" + RestAssured.port + "/api/v1/jobs/" + job + "/logs?follow=true"))
                .header("Authorization", "Bearer " + ALICE.token());
        return new BufferedReader(new InputStreamReader(
                http.send(request.build(), BodyHandlers.ofInputStream()).body(), UTF_8));
    }

    private void finish(String job, int attempt) {
        campus.submission(
                job,
                new JobEvent.Finished(
                        job,
                        attempt,
                        JobPhase.SUCCEEDED,
                        EndCause.EXITED,
                        Optional.of(0),
                        Optional.empty(),
                        "none",
                        "",
                        ""));
    }

    private void write(String job, int attempt, String text) throws IOException {
        var file = file(job, attempt);
        Files.createDirectories(file.getParent());
        var offset = Files.exists(file) ? Files.size(file) : 0;
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        campus.bus()
                .publish(Envelopes.of("/nodes/n")
                        .message(
                                job + attempt + offset,
                                Topics.EXECUTION_OUTPUT,
                                job,
                                "jobs/" + job,
                                Envelopes.Cause.by("n"),
                                Instant.now(),
                                new ExecutionOutput(
                                        job, attempt, 0, offset, offset + text.getBytes(UTF_8).length, text, false)));
    }

    private Path file(String job, int attempt) {
        return Path.of(store, "jobs", job, Integer.toString(attempt), "rank-0.out");
    }
}

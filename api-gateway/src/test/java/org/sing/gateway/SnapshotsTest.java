package org.sing.gateway;

import static org.hamcrest.Matchers.equalTo;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sing.gateway.Person.ALICE;
import static org.sing.gateway.Person.BOB;
import static org.sing.gateway.Person.OLIVIA;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.JobCommand;
import org.sing.schemas.Topics;
import org.sing.snapshots.domain.Digests;

@QuarkusTest
@WithTestResource(CampusPlatform.class)
@WithTestResource(TestIssuer.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class SnapshotsTest extends UploadTest {
    @Test
    void a_project_is_sent_once_and_then_only_what_changed() {
        var one = fresh();
        var two = fresh();
        var missing = create(ALICE, file("a", one), file("b", two), file("c", one));
        assertEquals(409, missing.statusCode());
        assertEquals("blobs-missing", missing.path("code"));
        assertEquals(List.of(Digests.of(one), Digests.of(two)), missing.path("missing"));
        send(ALICE, one);
        send(ALICE, two);
        var created = create(ALICE, file("a", one), file("b", two), file("c", one));
        assertEquals(201, created.statusCode());
        assertEquals(
                200,
                create(ALICE, file("c", one), file("b", two), file("a", one)).statusCode());
        var three = fresh();
        assertEquals(
                List.of(Digests.of(three)),
                create(ALICE, file("a", three), file("b", two)).path("missing"));
        as(ALICE)
                .get("/api/v1/snapshots/" + created.path("id"))
                .then()
                .statusCode(200)
                .body("manifest.files.path", equalTo(List.of("a", "b", "c")))
                .body("size_bytes", equalTo(one.length() * 2 + two.length()));
    }

    @Test
    void nobody_gets_a_file_by_knowing_its_digest() {
        var secret = fresh();
        send(ALICE, secret);
        var id = create(ALICE, file("a", secret))
                .then()
                .statusCode(201)
                .extract()
                .<String>path("id");
        for (var other : List.of(BOB, OLIVIA)) {
            assertEquals(
                    List.of(Digests.of(secret)),
                    create(other, file("a", secret)).path("missing"));
            as(other).get("/api/v1/snapshots/" + id).then().statusCode(404);
            submit(other, id, UUID.randomUUID().toString())
                    .then()
                    .statusCode(422)
                    .body("code", equalTo("unknown-snapshot"));
        }
        as(ALICE).get("/api/v1/blobs/" + Digests.of(secret)).then().statusCode(405);
    }

    @Test
    void a_job_is_told_its_snapshot_and_the_key_covers_it() {
        var content = fresh();
        send(ALICE, content);
        var id = create(ALICE, file("a", content)).<String>path("id");
        var key = UUID.randomUUID().toString();
        var job = submit(ALICE, id, key).then().statusCode(201).extract().<String>path("id");
        var command = campus.bus().await(Topics.JOB_COMMANDS, it -> it.key().equals(job));
        assertEquals(Optional.of(id), command.as(JobCommand.Submit.class).snapshot());
        submit(ALICE, id, key).then().statusCode(201);
        var other = create(ALICE, file("b", content)).<String>path("id");
        submit(ALICE, other, key).then().statusCode(422).body("code", equalTo("idempotency-key-reused"));
    }

    @Test
    void what_is_no_snapshot_is_refused_in_a_sentence() {
        for (var id : List.of("x", "..%2f..%2fblobs", "f".repeat(64), "F".repeat(64), "a".repeat(500)))
            submit(ALICE, id, UUID.randomUUID().toString())
                    .then()
                    .statusCode(422)
                    .body("code", equalTo("unknown-snapshot"));
    }

    @Test
    void bytes_must_be_what_their_address_says() {
        var content = fresh();
        var digest = Digests.of(fresh());
        put(ALICE, "/api/v1/blobs/" + digest, content).then().statusCode(422).body("code", equalTo("digest-mismatch"));
        for (var name : List.of("abc", "A".repeat(64), digest + "0"))
            put(ALICE, "/api/v1/blobs/" + name, content).then().statusCode(400);
        send(ALICE, content);
        send(ALICE, content);
    }
}

package org.sing.gateway;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.sing.gateway.Person.ALICE;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.gateway.app.ClearSnapshots;
import org.sing.platform.testing.CampusPlatform;
import org.sing.schemas.EndCause;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobPhase;
import org.sing.snapshots.domain.Digests;

@QuarkusTest
@WithTestResource(CampusPlatform.class)
@WithTestResource(TestIssuer.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ClearingTest extends UploadTest {
    @ConfigProperty(name = "sing.store.path")
    Path store;

    @Inject
    ClearSnapshots clearing;

    @Test
    void old_snapshots_go_but_not_under_a_job_that_is_not_over() throws IOException {
        var content = fresh();
        var other = fresh();
        send(ALICE, content);
        send(ALICE, other);
        var used = create(ALICE, file("a", content)).<String>path("id");
        var unused = create(ALICE, file("a", other)).<String>path("id");
        var job = "job_" + "%026d".formatted(System.nanoTime());
        campus.submission(
                job,
                new JobEvent.Submitted(
                        job,
                        System.nanoTime(),
                        ALICE.id(),
                        "vision",
                        ScriptedCampus.spec().bringing(Optional.of(used)),
                        Instant.now()));
        campus.submission(job, new JobEvent.Queued(job, 1));
        shown(ALICE, "/api/v1/jobs/" + job, "spec.snapshot", used);
        age(Duration.ofDays(31));
        clearing.now().await().atMost(PATIENCE);
        as(ALICE).get("/api/v1/snapshots/" + used).then().statusCode(200);
        as(ALICE).get("/api/v1/snapshots/" + unused).then().statusCode(404);
        assertEquals(List.of(content), blobs(content, other));
        campus.submission(
                job,
                new JobEvent.Finished(
                        job, 1, JobPhase.SUCCEEDED, EndCause.EXITED, Optional.of(0), Optional.empty(), "none", "", ""));
        shown(ALICE, "/api/v1/jobs/" + job, "state", "SUCCEEDED");
        age(Duration.ofDays(31));
        clearing.now().await().atMost(PATIENCE);
        as(ALICE).get("/api/v1/snapshots/" + used).then().statusCode(404);
        assertEquals(List.of(), blobs(content, other));
    }

    /** As if everything had been sent so long ago. */
    private void age(Duration by) throws IOException {
        try (var files = Files.walk(store.resolve("uploads/snapshots"))) {
            for (var file : files.filter(Files::isRegularFile).toList())
                Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(by)));
        }
    }

    private List<String> blobs(String... wanted) {
        return List.of(wanted).stream()
                .filter(content -> {
                    var digest = Digests.of(content);
                    return Files.exists(
                            store.resolve("uploads/snapshots/blobs/" + digest.substring(0, 2) + "/" + digest));
                })
                .toList();
    }
}

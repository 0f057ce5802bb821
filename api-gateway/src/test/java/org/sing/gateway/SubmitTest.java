package org.sing.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;
import static org.hamcrest.Matchers.hasItem;
import static org.hamcrest.Matchers.matchesPattern;
import static org.hamcrest.Matchers.notNullValue;
import static org.hamcrest.Matchers.nullValue;
import static org.hamcrest.Matchers.startsWith;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sing.gateway.Person.ALICE;
import static org.sing.gateway.Person.OLIVIA;

import io.quarkus.test.common.WithTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.restassured.response.Response;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.sing.platform.testing.CampusPlatform;
import org.sing.profile.CompileResult;
import org.sing.profile.Profiles;
import org.sing.schemas.JobCommand;
import org.sing.schemas.Json;
import org.sing.schemas.NodePhase;
import org.sing.schemas.Problem;
import org.sing.schemas.Topics;
import org.sing.snapshots.AccountNames;

@QuarkusTest
@WithTestResource(CampusPlatform.class)
@WithTestResource(TestIssuer.class)
@DisplayNameGeneration(ReplaceUnderscores.class)
class SubmitTest extends CampusTest {
    private static final String SCRIPT = "#!/bin/bash\n#SBATCH -J bert\n#SBATCH --nodes=2\nsrun python train.py $1\n";
    private static final String PROFILE = "entrypoint:\n  - python train.py\njob:\n  name: train\n";

    @ConfigProperty(name = "sing.store.path")
    Path store;

    @Test
    void a_job_that_is_accepted_is_answered_with_itself() {
        var key = UUID.randomUUID().toString();
        var job = submit(key, PROFILE)
                .then()
                .statusCode(201)
                .header("Location", matchesPattern("/api/v1/jobs/job_[0-9A-Z]{26}"))
                .header("X-Feed-Position", matchesPattern("[0-9]+"))
                .header("ETag", notNullValue())
                .body("owner", equalTo(ALICE.id()))
                .body("project", equalTo("vision"))
                .body("number", notNullValue())
                .body("spec.script", hasItem("python train.py"))
                .extract()
                .jsonPath()
                .getString("id");
        as(ALICE).get("/api/v1/jobs/" + job).then().statusCode(200).body("id", equalTo(job));
    }

    /** For nodes whose jobs run as their owners; the bus tells no names. */
    @Test
    void what_the_owner_is_called_is_written_down_before_the_job_goes_on_its_way() throws IOException {
        var heard = new CompletableFuture<String>();
        campus.answering(command -> {
            try {
                heard.complete(new AccountNames(store.resolve("uploads/accounts"))
                        .of(ALICE.id())
                        .orElse("nobody"));
            } catch (IOException e) {
                heard.completeExceptionally(e);
            }
            return ScriptedCampus.accept(command);
        });
        submit(UUID.randomUUID().toString(), PROFILE).then().statusCode(201);
        assertEquals("alice", heard.join());
    }

    @Test
    void the_same_key_and_profile_name_the_same_job() {
        var key = UUID.randomUUID().toString();
        var first = submit(key, PROFILE).then().statusCode(201).extract().header("Location");
        submit(key, PROFILE).then().statusCode(201).header("Location", equalTo(first));
    }

    @Test
    void what_no_node_could_ever_hold_is_refused_at_once_with_the_nearest_that_fits() {
        showNode("small-node", "small", 1);
        var profile = PROFILE + "  general: [partition=small, gres=gpu:2]\n";
        for (var asked : List.of(
                submit(UUID.randomUUID().toString(), profile),
                as(ALICE)
                        .contentType("application/yaml")
                        .body(profile.getBytes(UTF_8))
                        .post("/api/v1/jobs/validate")))
            asked.then()
                    .statusCode(422)
                    .body("code", equalTo("never-fits"))
                    .body(
                            "errors[0].detail",
                            equalTo(
                                    "2 GPUs are asked for on each node, and the resource group small has at most 1 on one."))
                    .body("errors[0].suggestion", equalTo("1 GPU"));
        submit(UUID.randomUUID().toString(), profile.replace("small", "smal"))
                .then()
                .statusCode(422)
                .body("errors[0].suggestion", equalTo("small"));
    }

    @Test
    void a_job_that_was_taken_in_before_its_nodes_changed_is_the_same_job_as_ever() {
        showNode("changing-node", "changing", 2);
        var key = UUID.randomUUID().toString();
        var profile = PROFILE + "  general: [partition=changing, gres=gpu:2]\n";
        var job = submit(key, profile).then().statusCode(201).extract().header("Location");
        shown(ALICE, job, "state", "QUEUED");
        campus.snapshot(
                Topics.NODE_STATE,
                "changing-node",
                "nodes/changing-node",
                6,
                node("changing-node", "changing", 6, NodePhase.HEALTHY, 1));
        shown(OLIVIA, "/api/v1/nodes/changing-node", "gpus_total", 1);
        submit(key, profile).then().statusCode(201).header("Location", equalTo(job));
        submit(UUID.randomUUID().toString(), profile).then().statusCode(422);
    }

    @Test
    void the_same_key_with_another_profile_is_refused() {
        var key = UUID.randomUUID().toString();
        submit(key, PROFILE).then().statusCode(201);
        submit(key, PROFILE + "# other\n")
                .then()
                .statusCode(422)
                .contentType(startsWith("application/problem+json"))
                .body("code", equalTo("idempotency-key-reused"));
    }

    @Test
    void what_a_request_causes_belongs_to_the_trace_of_the_client() {
        var traces = new ConcurrentLinkedQueue<String>();
        campus.answering(command -> {
            traces.add(command.traceparent());
            return new ScriptedCampus.Answer.Accept();
        });
        var trace = "4bf92f3577b34da6a3ce929d0e0e4736";
        as(ALICE)
                .contentType("application/yaml")
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .header("traceparent", "00-" + trace + "-00f067aa0ba902b7-01")
                .body(PROFILE.getBytes(UTF_8))
                .post("/api/v1/jobs")
                .then()
                .statusCode(201);
        assertTrue(traces.remove().matches("00-" + trace + "-(?!00f067aa0ba902b7)[0-9a-f]{16}-01"));

        submit(UUID.randomUUID().toString(), PROFILE).then().statusCode(201);
        assertTrue(traces.remove().matches("00-(?!" + trace + ")[0-9a-f]{32}-[0-9a-f]{16}-01"));
    }

    @Test
    void a_job_that_is_over_is_not_cancelled_any_more() {
        var job = shownJob(ALICE, "vision");
        campus.answering(command -> new ScriptedCampus.Answer.Refuse("job-already-finished", List.of()));
        as(ALICE)
                .contentType("application/json")
                .body("{}")
                .post("/api/v1/jobs/" + job + "/cancel")
                .then()
                .statusCode(409)
                .contentType(startsWith("application/problem+json"))
                .body("code", equalTo("job-already-finished"));
    }

    @Test
    void a_bad_profile_is_answered_with_its_reasons() {
        campus.answering(command -> new ScriptedCampus.Answer.Refuse(
                "invalid-profile", List.of(new Problem("/job/nodes", 3, 5, "must be at least 1", Optional.of("1")))));
        submit(UUID.randomUUID().toString(), PROFILE)
                .then()
                .statusCode(422)
                .body("code", equalTo("invalid-profile"))
                .body("errors[0].pointer", equalTo("/job/nodes"))
                .body("errors[0].line", equalTo(3))
                .body("errors[0].suggestion", equalTo("1"))
                .body("request_id", notNullValue());
    }

    @Test
    void a_job_cannot_wait_for_one_that_is_not_there() {
        campus.answering(command -> new ScriptedCampus.Answer.Refuse(
                "unknown-dependency",
                List.of(new Problem("/after_ok/0", 2, 12, "there is no job 7 that you may see", Optional.empty()))));
        submit(UUID.randomUUID().toString(), PROFILE)
                .then()
                .statusCode(422)
                .body("code", equalTo("unknown-dependency"))
                .body("errors[0].line", equalTo(2));
    }

    @Test
    void a_job_that_nobody_answers_is_named_and_can_be_asked_for_later() {
        campus.answering(command -> new ScriptedCampus.Answer.Silence());
        submit(UUID.randomUUID().toString(), PROFILE)
                .then()
                .statusCode(202)
                .header("Location", startsWith("/api/v1/jobs/job_"))
                .header("Retry-After", "1")
                .body("id", startsWith("job_"));
    }

    @Test
    void a_key_that_is_in_flight_is_not_handed_in_a_second_time() {
        var key = UUID.randomUUID().toString();
        campus.answering(command -> new ScriptedCampus.Answer.Silence());
        var first = CompletableFuture.supplyAsync(() -> submit(key, PROFILE).statusCode());
        await("the first one to be in flight")
                .atMost(PATIENCE)
                .until(() -> submit(key, PROFILE).statusCode() == 409);
        assertEquals(202, first.join());
    }

    @Test
    void without_a_key_nothing_is_handed_in() {
        as(ALICE)
                .contentType("application/yaml")
                .body(PROFILE.getBytes(UTF_8))
                .post("/api/v1/jobs")
                .then()
                .statusCode(400)
                .body("code", equalTo("idempotency-key-required"));
    }

    @Test
    void a_key_that_is_too_long_is_not_called_missing() {
        as(ALICE)
                .header("Idempotency-Key", "k".repeat(256))
                .contentType("application/yaml")
                .body(PROFILE.getBytes(UTF_8))
                .post("/api/v1/jobs")
                .then()
                .statusCode(400)
                .body("code", equalTo("malformed-parameter"))
                .body("detail", equalTo("The Idempotency-Key has 256 characters; at most 255 are taken."));
    }

    @Test
    void nobody_can_make_another_project_pay() {
        as(ALICE)
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .contentType("text/plain")
                .body(PROFILE.getBytes(UTF_8))
                .post("/api/v1/jobs?project=language")
                .then()
                .statusCode(422)
                .body("code", equalTo("not-your-project"));
    }

    @Test
    void a_profile_can_be_tried_without_handing_it_in() {
        as(ALICE)
                .contentType("application/yaml")
                .body(PROFILE.getBytes(UTF_8))
                .post("/api/v1/jobs/validate")
                .then()
                .statusCode(200)
                .body("spec.script", hasItem("python train.py"))
                .body("waits", nullValue());
        as(ALICE)
                .contentType("application/yaml")
                .body("script: [echo]\nafter_ok: [7]\nbegin: now+1hour\n".getBytes(UTF_8))
                .post("/api/v1/jobs/validate")
                .then()
                .statusCode(200)
                .body("waits.after[0].kind", equalTo("AFTER_OK"))
                .body("waits.after[0].job", equalTo("7"))
                .body("waits.delay_seconds", equalTo(3600))
                .body("waits.singleton", equalTo(false));
        as(ALICE)
                .contentType("application/yaml")
                .body("entrypoint: [echo]\njob: {general: [nodess=2]}\n".getBytes(UTF_8))
                .post("/api/v1/jobs/validate")
                .then()
                .statusCode(422)
                .body("code", equalTo("invalid-profile"))
                .body("errors[0].detail", notNullValue());
    }

    @Test
    void a_script_for_slurm_is_handed_in_as_it_is() {
        var seen = new AtomicReference<JobCommand.Submit>();
        campus.answering(command -> {
            seen.set(command.as(JobCommand.Submit.class));
            return new ScriptedCampus.Answer.Accept();
        });
        as(ALICE)
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .contentType("text/x-shellscript")
                .body(SCRIPT.getBytes(UTF_8))
                .post("/api/v1/jobs")
                .then()
                .statusCode(201);
        var compiled = Profiles.compile(seen.get().profile(), seen.get().format());
        var spec = ((CompileResult.Compiled) compiled).spec();
        assertEquals(SCRIPT.lines().toList(), spec.script());
        assertEquals(2, spec.nodes());
        assertEquals("bert", spec.name());
    }

    @Test
    void what_will_not_do_what_its_author_may_expect_is_said_when_it_is_handed_in() {
        campus.answering(command -> new ScriptedCampus.Answer.Accept());
        as(ALICE)
                .header("Idempotency-Key", UUID.randomUUID().toString())
                .contentType("text/x-shellscript")
                .body("#!/bin/bash\n#SBATCH --mail-type=END\necho\n".getBytes(UTF_8))
                .post("/api/v1/jobs")
                .then()
                .statusCode(201)
                .body("warnings[0].line", equalTo(2))
                .body("warnings[0].detail", containsString("mail-type"));
    }

    @Test
    void a_script_with_arguments_goes_in_as_json() {
        as(ALICE)
                .contentType("application/json")
                .body(Json.bytes(Map.of("script", SCRIPT, "args", List.of("a b", "c"), "options", List.of("-N", "1"))))
                .post("/api/v1/jobs/validate")
                .then()
                .statusCode(200)
                .body("spec.nodes", equalTo(1))
                .body("spec.script[1]", equalTo("set -- 'a b' c"));
    }

    @Test
    void a_bad_script_is_answered_with_its_own_lines() {
        as(ALICE)
                .contentType("text/x-shellscript")
                .body("#!/bin/bash\n\n#SBATCH --time=5 --node=2\necho\n".getBytes(UTF_8))
                .post("/api/v1/jobs/validate")
                .then()
                .statusCode(422)
                .body("errors[0].pointer", equalTo("/script"))
                .body("errors[0].line", equalTo(3))
                .body("errors[0].column", equalTo(18))
                .body("errors[0].suggestion", equalTo("nodes"));
    }

    @Test
    void a_script_that_names_no_interpreter_is_not_taken_for_a_profile() {
        as(ALICE)
                .contentType("text/x-shellscript")
                .body("entrypoint: [echo]\n".getBytes(UTF_8))
                .post("/api/v1/jobs/validate")
                .then()
                .statusCode(422)
                .body("errors[0].suggestion", equalTo("#!/bin/bash"));
    }

    private static Response submit(String key, String profile) {
        return as(ALICE)
                .header("Idempotency-Key", key)
                .contentType("application/yaml")
                .body(profile.getBytes(UTF_8))
                .post("/api/v1/jobs");
    }
}

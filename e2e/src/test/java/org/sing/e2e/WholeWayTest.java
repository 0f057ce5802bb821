package org.sing.e2e;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** One day on a campus, from the first command to the last, with every part real. The day goes on from test to test. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@TestMethodOrder(OrderAnnotation.class)
class WholeWayTest extends CampusDay {
    @Test
    @Order(1)
    void a_newcomers_first_command_shows_a_job_its_way_and_its_price() throws Exception {
        var shown = system.sing("quickstart");
        assertTrue(shown.contains("SUCCEEDED"), shown);
        assertTrue(shown.contains("GPU-seconds"), shown);
        SUBMITTED.add(alice.get("jobs").body().path("items").path(0).path("id").asText());
    }

    @Test
    @Order(2)
    void a_job_runs_on_its_gpus_is_heard_and_billed_by_the_second() throws Exception {
        var job = submit("two-gpus", "echo job $SLURM_JOB_ID has $CUDA_VISIBLE_DEVICES; sleep 2", 1, 2);
        assertEquals("SUCCEEDED", ended(job).path("state").asText());
        var number = job(job).path("number").asText();
        assertTrue(alice.text("jobs/" + job + "/logs").startsWith("job " + number + " has "));
        await().until(() -> billed(job) > 0);
        assertTrue(billed(job) >= 4 && billed(job) % 2 == 0, "two GPUs for two seconds and more: " + billed(job));
        assertTrue(types(job).containsAll(Set.of("submitted", "queued", "placed", "running", "finished")));
    }

    @Test
    @Order(3)
    void a_job_is_nobodys_business_but_its_projects_and_the_staffs() throws Exception {
        var job = submit("private", "true", 1, 1);
        ended(job);
        assertEquals(404, bob.get("jobs/" + job).status());
        assertEquals(200, olivia.get("jobs/" + job).status());
        assertEquals(
                403,
                alice.post("nodes/node-1/cordon", key(), Map.of("reason", "mine"))
                        .status());
    }

    @Test
    @Order(4)
    void a_job_that_fails_says_why_and_what_to_try() throws Exception {
        var job = submit("broken", "python3 -c 'import no_such_module'", 1, 1);
        var over = ended(job);
        assertEquals("FAILED", over.path("state").asText());
        assertEquals(1, over.path("exit_code").asInt());
        await().until(() -> !alice.get("jobs/" + job + "/explain")
                .body()
                .path("advice")
                .asText()
                .isEmpty());
    }

    @Test
    @Order(5)
    void an_evaluation_runs_after_its_training_and_not_if_that_was_cancelled() throws Exception {
        var training = submit(Map.of("name", "training", "script", List.of("sleep 1"), "hold", true));
        var evaluation = submit(Map.of("name", "evaluation", "script", List.of("true"), "after_ok", training));
        await().until(() -> job(evaluation).path("state").asText().equals("BLOCKED"));
        alice.post("jobs/" + training + "/release", key(), Map.of());
        assertEquals("SUCCEEDED", ended(evaluation).path("state").asText());
        var began = Instant.parse(job(evaluation).path("started_at").asText());
        assertTrue(began.isAfter(Instant.parse(job(training).path("finished_at").asText())));

        var abandoned = submit(Map.of("name", "training", "script", List.of("true"), "hold", true));
        var useless = submit(Map.of("name", "evaluation", "script", List.of("true"), "after_ok", abandoned));
        CANCELLED.addAll(List.of(abandoned, useless));
        alice.post("jobs/" + abandoned + "/cancel", key(), Map.of());
        assertEquals("CANCELLED", ended(useless).path("state").asText());
    }

    @Test
    @Order(6)
    void the_tasks_of_an_array_run_each_with_its_index_and_are_called_by_it() throws Exception {
        var first = submit(Map.of(
                "name", "sweep", "script", List.of("echo seed $SLURM_ARRAY_TASK_ID"), "gpus", 1, "array", "3-5%2"));
        var array = job(first).path("array").path("number").asText();
        var over = await("the end of the array")
                .until(() -> alice.get("arrays/" + array).body(), it -> it.hasNonNull("finished_at"));
        assertEquals(3, over.path("states").path("SUCCEEDED").asInt(), over.toString());
        for (var index : List.of(3, 4, 5)) {
            var task = job(array + "_" + index).path("id").asText();
            SUBMITTED.add(task);
            assertEquals("seed " + index + "\n", alice.text("jobs/" + task + "/logs"));
        }
    }

    @Test
    @Order(7)
    void a_cancelled_job_leaves_no_process_and_a_job_over_its_limit_ends() throws Exception {
        var job = submit("endless", "echo $$; exec sleep 1000", 1, 1);
        var process = process(job);
        var late = submit(
                Map.of("name", "late", "script", List.of("sleep 1000"), "gpus_per_node", 1, "time_limit_seconds", 2));
        assertEquals(2, alice.post("jobs/" + job + "/cancel", key(), Map.of()).status() / 100);
        CANCELLED.add(job);
        assertEquals("CANCELLED", ended(job).path("state").asText());
        assertTrue(ProcessHandle.of(process).isEmpty());
        assertEquals("TIMEOUT", ended(late).path("state").asText());
    }

    @Test
    @Order(8)
    void what_is_asked_twice_is_done_once_and_bad_profiles_are_answered_in_a_sentence() throws Exception {
        var key = key();
        var profile = Map.of("name", "once", "script", List.of("true"), "gpus_per_node", 1);
        var first = alice.post("jobs", key, profile);
        SUBMITTED.add(first.body().path("id").asText());
        assertEquals(
                first.body().path("id"), alice.post("jobs", key, profile).body().path("id"));
        var refused = alice.post("jobs", key(), Map.of("script", List.of("true"), "gpus_per_nod", 1));
        assertEquals(422, refused.status());
        assertTrue(refused.body().toString().contains("gpus_per_node"), refused.toString());
    }

    @Test
    @Order(9)
    void a_node_that_drains_gives_its_job_back_and_the_job_goes_on_when_the_node_does() throws Exception {
        var job = submit("moving", "sleep $((SLURM_RESTART_COUNT ? 0 : 1000))", 1, 1);
        runs(job);
        assertEquals(
                2,
                olivia.post("nodes/node-1/drain", key(), Map.of("reason", "a fan", "mode", "requeue"))
                                .status()
                        / 100);
        await().until(() -> state("node-1").equals("DRAINED"));
        assertEquals("QUEUED", job(job).path("state").asText());
        olivia.post("nodes/node-1/resume", key(), Map.of());
        var over = ended(job);
        assertEquals("SUCCEEDED", over.path("state").asText());
        assertEquals(2, over.path("attempt").asInt());
    }

    /** The first job begins to read its files only when the second, with other ones, is over. */
    @Test
    @Order(10)
    void a_folder_goes_with_its_job_and_what_changed_in_it_goes_with_the_next_one_only() throws Exception {
        var main = "import model\nprint('rate', model.RATE)\n";
        var first = new Project(Map.of("train.py", main, "model.py", "RATE = 1\n")).send(alice);
        var second = new Project(Map.of("train.py", main, "model.py", "RATE = 2\n")).send(alice);
        assertEquals(List.of(2, 1), List.of(first.blobs(), second.blobs()));
        var patient = submit(first, "until [ -e ~/over ]; do sleep 0.1; done; python3 train.py");
        var hasty = submit(second, "python3 train.py; touch ~/over");
        assertEquals("SUCCEEDED", ended(hasty).path("state").asText());
        assertEquals("SUCCEEDED", ended(patient).path("state").asText());
        assertEquals("rate 1\n", alice.text("jobs/" + patient + "/logs"));
        assertEquals("rate 2\n", alice.text("jobs/" + hasty + "/files/1/rank-0.out"));
        assertEquals(
                422,
                bob.post("jobs?snapshot=" + first.snapshot(), key(), profile("curious", "cat *", 1, 1))
                        .status());
    }

    @Test
    @Order(11)
    void a_second_node_joins_and_a_gang_runs_on_both() throws Exception {
        var token = system.sing("node", "token").strip();
        system.sing("node", "join", "--name", "node-2", "--gpus", "8", "--token", token);
        await().until(() -> state("node-2").equals("HEALTHY"));
        var job = submit("gang", "echo rank $SLURM_PROCID of $SLURM_NNODES on $SING_NODE", 2, 8);
        assertEquals("SUCCEEDED", ended(job).path("state").asText());
        var said = Set.of(
                alice.text("jobs/" + job + "/logs?rank=0").strip(),
                alice.text("jobs/" + job + "/logs?rank=1").strip());
        assertTrue(
                said.equals(Set.of("rank 0 of 2 on node-1", "rank 1 of 2 on node-2"))
                        || said.equals(Set.of("rank 0 of 2 on node-2", "rank 1 of 2 on node-1")),
                said.toString());
    }

    @Test
    @Order(12)
    void on_a_good_day_nothing_warns_and_the_auditor_finds_nothing() throws Exception {
        assertEquals(List.of(), Machine.warnings(system.state()));
        audited();
    }

    /**
     * Browsers give a page nothing that comes from elsewhere without this header; curl does not care. After the good day:
     * the identity provider warns of the code that is none.
     */
    @Test
    @Order(13)
    void a_browser_may_fetch_a_token_for_the_console_and_for_no_other_page() throws Exception {
        var console = system.status().path("console").asText();
        assertEquals(Optional.of(console.replaceAll("/$", "")), allowed(console.replaceAll("/$", "")));
        assertEquals(Optional.empty(), allowed("http://127.0.0.1:1"));
    }

    private static Optional<String> allowed(String origin) throws Exception {
        var form = "client_id=console&grant_type=authorization_code&code=none&code_verifier=none&redirect_uri=" + origin
                + "/";
        var request = HttpRequest.newBuilder(
                        URI.create(system.status().path("identity").asText() + "/protocol/openid-connect/token"))
                .header("Origin", origin)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form));
        try (var http = HttpClient.newHttpClient()) {
            return http.send(request.build(), BodyHandlers.discarding())
                    .headers()
                    .firstValue("Access-Control-Allow-Origin");
        }
    }

    @Test
    @Order(14)
    void an_agent_that_is_killed_finds_its_job_again() throws Exception {
        olivia.post("nodes/node-1/cordon", key(), Map.of("reason", "the test is about the other one"));
        await().until(() -> olivia.get("nodes/node-1").body().path("cordoned").asBoolean());
        var job = submit("steady", "sleep 8", 1, 1);
        runs(job);
        Faults.kill(system.process("agent-node-2").orElseThrow());
        var over = ended(job);
        assertEquals("SUCCEEDED", over.path("state").asText());
        assertEquals(1, over.path("attempt").asInt());
    }

    @Test
    @Order(15)
    void a_node_that_is_lost_gives_its_job_back_and_leaves_nothing_running_and_somebody_is_told() throws Exception {
        var job = submit("lost", "echo $$; [ $SING_NODE = node-1 ] || exec sleep 1000", 1, 1);
        var process = process(job);
        system.takeAway("agent-node-2");
        await().until(() -> state("node-2").equals("LOST"));
        await().until(() -> !incidents("open").isEmpty());
        olivia.post("nodes/node-1/resume", key(), Map.of());
        var over = ended(job);
        assertTrue(ProcessHandle.of(process).isEmpty(), "the guard ended it before it might run elsewhere");
        assertEquals("SUCCEEDED", over.path("state").asText());
        assertEquals(List.of("node-1"), texts(over.path("node_names")));
        system.giveBack("agent-node-2");
        await().until(() -> state("node-2").equals("HEALTHY"));
        await().until(() -> incidents("open").isEmpty());
    }

    @Test
    @Order(16)
    void down_leaves_no_process_and_up_finds_everything_again() throws Exception {
        var job = submit("over-night", "sleep $((SLURM_RESTART_COUNT ? 0 : 1000))", 1, 1);
        runs(job);
        system.sing("down");
        assertEquals(List.of(), Machine.processes(system.state()));
        system.sing("up");
        signIn();
        assertEquals("SUCCEEDED", ended(job).path("state").asText());
        audited();
    }
}

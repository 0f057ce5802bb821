package org.sing.e2e;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** A campus with every part real, whom one meets there, and what one does there again and again. */
abstract class CampusDay {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    static final Set<String> SUBMITTED = new HashSet<>();
    static final Set<String> CANCELLED = new HashSet<>();

    static Running system;
    static Api alice;
    static Api bob;
    static Api olivia;

    @BeforeAll
    static void morning() {
        Awaitility.setDefaultTimeout(PATIENCE);
        var root = Path.of(System.getProperty("sing.root"));
        system = Running.start(
                root,
                root.resolve("e2e/target/whole-way"),
                11_300,
                Map.of("node-monitor", Map.of("sing.lease.seconds", "30", "sing.lease.kill-grace-seconds", "10")));
        signIn();
    }

    static void signIn() {
        await().until(() -> system.ready("gateway") && system.ready("identity"));
        alice = system.as("alice");
        bob = system.as("bob");
        olivia = system.as("olivia");
    }

    @AfterAll
    static void evening() {
        if (system != null) system.close();
    }

    static void audited() throws Exception {
        await("nothing is left to do")
                .ignoreExceptions()
                .until(() -> audit().stream().noneMatch(violation -> violation.startsWith("L1")));
        assertEquals(List.of(), audit());
    }

    static List<String> audit() throws Exception {
        return Auditor.audit(new Collector(system).collect(SUBMITTED, CANCELLED));
    }

    static String submit(String name, String line, int nodes, int gpusPerNode) throws Exception {
        return submit(profile(name, line, nodes, gpusPerNode));
    }

    static String submit(Project.Sent folder, String line) throws Exception {
        return accepted(alice.post("jobs?snapshot=" + folder.snapshot(), key(), profile("folder", line, 1, 1)));
    }

    static String submit(Map<String, Object> profile) throws Exception {
        return accepted(alice.post("jobs", key(), profile));
    }

    static Map<String, Object> profile(String name, String line, int nodes, int gpusPerNode) {
        return Map.of("name", name, "script", List.of(line), "nodes", nodes, "gpus_per_node", gpusPerNode);
    }

    static String accepted(Api.Answer answer) {
        assertTrue(answer.accepted(), answer.toString());
        var job = answer.body().path("id").asText();
        SUBMITTED.add(job);
        return job;
    }

    static String key() {
        return UUID.randomUUID().toString();
    }

    static JsonNode job(String id) throws Exception {
        return alice.get("jobs/" + id).body();
    }

    static void runs(String id) {
        await(id + " runs").until(() -> job(id).path("state").asText().equals("RUNNING"));
    }

    /** Of a job whose first word is the number of its process. */
    static long process(String id) {
        var said = await().until(() -> alice.text("jobs/" + id + "/logs"), text -> text.endsWith("\n"));
        return Long.parseLong(said.strip());
    }

    static JsonNode ended(String id) {
        return await("the end of " + id).until(() -> job(id), job -> job.hasNonNull("finished_at"));
    }

    static long billed(String job) throws Exception {
        for (var line : alice.get("usage?by=job").body().path("items"))
            if (line.path("key").asText().equals(job))
                return line.path("gpu_seconds").asLong();
        return 0;
    }

    /** The last word of each event's type. */
    static Set<String> types(String job) throws Exception {
        return StreamSupport.stream(
                        alice.get("jobs/" + job + "/events")
                                .body()
                                .path("items")
                                .spliterator(),
                        false)
                .map(entry -> entry.path("event").path("type").asText().split("\\.")[3])
                .collect(Collectors.toSet());
    }

    static String state(String node) throws Exception {
        return olivia.get("nodes/" + node).body().path("state").asText();
    }

    static List<JsonNode> incidents(String state) throws Exception {
        return StreamSupport.stream(
                        olivia.get("incidents?state=" + state)
                                .body()
                                .path("items")
                                .spliterator(),
                        false)
                .toList();
    }

    static List<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }
}

package org.sing.e2e;

import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.sing.schemas.Catalogue;
import org.sing.schemas.Envelope;
import org.sing.schemas.ExecutionEvent;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobPhase;
import org.sing.schemas.NodeEvent;
import org.sing.schemas.Topics;

/**
 * A campus on a bad day: real processes, a real broker, database and identity provider; everything is killed and paused in
 * turn while researchers submit. Time is shortened fifteen-fold: a lease of 60 s stands for the 15 min of a site.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@TestMethodOrder(OrderAnnotation.class)
@Tag("campaign")
class FaultCampaignTest {
    private static final int JOBS = Integer.getInteger("sing.campaign.jobs", 300);
    private static final long SEED = Long.getLong("sing.campaign.seed", 20260302);
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    /** Stands for ten minutes without a control plane. */
    private static final Duration OUTAGE = Duration.ofSeconds(40);

    private static final List<String> SERVICES =
            List.of("submission", "scheduling", "accounting", "node-monitor", "incident", "gateway");
    private static Running system;
    private static Faults faults;

    @BeforeAll
    static void start() {
        var root = Path.of(System.getProperty("sing.root"));
        system = Running.start(root, root.resolve("e2e/target/campus"), 11_000, settings());
        faults = new Faults(system);
        back("identity");
        System.out.println("campaign seed " + SEED + ", jobs " + JOBS);
    }

    /** Three nodes in one agent, which signs for none of them. */
    private static Map<String, Map<String, String>> settings() {
        var settings = new HashMap<String, Map<String, String>>();
        for (var service : SERVICES) settings.put(service, new HashMap<>(Map.of("sing.bus.unsigned-nodes", "*")));
        settings.get("node-monitor").put("sing.lease.seconds", "60");
        settings.get("node-monitor").put("sing.lease.kill-grace-seconds", "3");
        settings.put("agent-node-1", Map.of("sing.agent.nodes", "3"));
        return settings;
    }

    @AfterAll
    static void stop() {
        if (system != null) system.close();
    }

    @Test
    @Order(1)
    void an_outage_of_the_whole_control_plane_kills_no_running_job() throws Exception {
        var load = new Load(system.as("alice"));
        var job = load.submit("outage", job("outage", "sleep " + (OUTAGE.toSeconds() + 10), 1, 1));
        await().atMost(PATIENCE).until(() -> running(job));
        var everything = new ArrayList<>(SERVICES);
        everything.addAll(List.of("broker", "database"));
        faults.pause(everything, OUTAGE);
        await().atMost(PATIENCE).until(() -> phase(job) != null);
        assertEquals(JobPhase.SUCCEEDED, phase(job));
        assertEquals(List.of(), audit(load));
        var runs =
                new Collector(system).collect(load.acknowledged, load.cancelled).runs();
        assertEquals(1, runs.stream().filter(run -> run.job().equals(job)).count(), "it ran once");
    }

    @Test
    @Order(2)
    void no_job_is_lost_no_gpu_given_twice_and_no_second_misbilled_while_everything_is_killed_and_paused()
            throws Exception {
        var load = new Load(system.as("alice"));
        try (var researchers = Executors.newFixedThreadPool(4)) {
            var crowd = new Crowd(load, new Random(SEED), researchers);
            var faults = faults(load);
            for (int i = 0; i < faults.size(); i++) {
                crowd.submit(JOBS * (i + 1) / faults.size());
                faults.get(i).strike();
            }
            crowd.join();
        }
        await("every job ends")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(2))
                .until(() -> unfinished(load.acknowledged).isEmpty());
        await("nothing is left to do")
                .atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofSeconds(2))
                .ignoreExceptions()
                .until(() -> audit(load).stream().noneMatch(violation -> violation.startsWith("L1")));
        assertEquals(List.of(), audit(load));
        assertEquals(JOBS + 3, load.acknowledged.size(), "all that were submitted, and three that saw their agent die");
        theFaultsReallyHit(load);
    }

    /** Researchers whose jobs are on their way while a fault strikes. */
    private record Crowd(Load load, Random random, ExecutorService researchers, List<Future<?>> submissions) {
        Crowd(Load load, Random random, ExecutorService researchers) {
            this(load, random, researchers, new ArrayList<>());
        }

        /** Goes on submitting until there are so many. */
        void submit(int total) {
            while (submissions.size() < total) {
                var key = "campaign-" + submissions.size();
                var kind = random.nextInt(10);
                var tenths = random.nextInt(30);
                submissions.add(researchers.submit(() -> {
                    var id = load.submit(key, job(key, kind, tenths));
                    if (kind == 9) load.cancel(id);
                    return null;
                }));
            }
        }

        void join() throws Exception {
            for (var submission : submissions) submission.get();
        }
    }

    private static Map<String, Object> job(String name, int kind, int tenths) {
        return switch (kind) {
            case 0 -> job(name, "exit 3", 1, 1);
            case 1 -> job(name, "sleep 1", 2, 2);
            case 2 -> job(name, "sleep 0." + tenths, 1, 4);
            case 9 -> job(name, "sleep 20", 1, 1);
            default -> job(name, "sleep " + tenths / 10 + "." + tenths % 10, 1, 1);
        };
    }

    private interface Fault {
        void strike() throws Exception;
    }

    /** Each part dies once and stands still once; the next fault waits until the system has come back. */
    private static List<Fault> faults(Load load) {
        var strikes = new ArrayList<Fault>();
        for (var part : SERVICES) strikes.add(() -> kill(part));
        strikes.add(() -> killAgentWithAJobAlive(load, "sleep 40"));
        // The job ends while nobody looks, and the news of it meets that of its node's return.
        strikes.add(() -> killAgentWithAJobAlive(load, "sleep 3", "scheduling", "gateway"));
        strikes.add(() -> killAgentWithAJobAlive(load, "sleep 3", "broker", "submission", "accounting"));
        strikes.add(() -> kill("broker"));
        strikes.add(() -> kill("database"));
        strikes.add(FaultCampaignTest::standbyTakesTheLead);
        for (var part : List.of("submission", "accounting", "gateway", "agent-node-1", "broker", "database"))
            strikes.add(() -> faults.pause(part, Duration.ofSeconds(4)));
        return strikes;
    }

    private static void kill(String... parts) {
        faults.kill(List.of(parts));
        for (var part : parts) back(part);
    }

    private static void killAgentWithAJobAlive(Load load, String work, String... others) throws Exception {
        var name = "alive-" + String.join("-", others);
        var job = load.submit(name, job(name, work, 1, 1));
        await("a job runs").atMost(PATIENCE).until(() -> running(job));
        kill(Stream.concat(Stream.of("agent-node-1"), Stream.of(others)).toArray(String[]::new));
    }

    /** The leader stands still in the middle of a transaction, for longer than its lease, while a second replica waits. */
    private static void standbyTakesTheLead() {
        try (var standby = Standby.of(system, "scheduling")) {
            await().atMost(PATIENCE).until(standby::ready);
            var leader = system.process("scheduling").orElseThrow();
            var before = system.databases().count("scheduling", "select epoch from bus_leader");
            faults.pauseIn("scheduling", FaultCampaignTest::leaderIsAmidATransaction, Duration.ofSeconds(8));
            await().atMost(PATIENCE)
                    .until(() -> system.databases().count("scheduling", "select epoch from bus_leader") > before);
            assertTrue(leader.isAlive());
        }
    }

    /** Before the point where it holds the leader row: from there on the standby has to wait, and the commit is no stale one. */
    private static boolean leaderIsAmidATransaction() {
        return system.databases().count("scheduling", """
                        select count(*) from pg_stat_activity a
                        where usename = current_user and state = 'idle in transaction' and not exists (
                            select 1 from pg_locks l where l.pid = a.pid and l.mode = 'RowShareLock'
                                and l.relation = cast('bus_leader' as regclass))
                        """) > 0;
    }

    private static void back(String part) {
        await(part + " comes back").atMost(PATIENCE).until(() -> system.ready(part));
    }

    /** A campaign in which nothing went wrong proves nothing. */
    private static void theFaultsReallyHit(Load load) {
        var events = system.topics().read(Collector.EVENT_TOPICS);
        var adopted = records(events, NodeEvent.Registered.class).stream()
                .anyMatch(registered -> !registered.adopted().isEmpty());
        assertTrue(adopted, "an agent came back and found jobs of its own alive");
        assertTrue(load.repeated.get() > 0, "a client had to ask again");
        assertTrue(suppressedDuplicates() > 0, "a repeated message was told apart");
        assertTrue(rejectedStaleWrites() > 0, "a stale writer was turned away");
    }

    private static double suppressedDuplicates() {
        return Metrics.sum(system, "sing_bus_duplicates_total");
    }

    private static double rejectedStaleWrites() {
        return Metrics.sum(system, "sing_bus_zombie_rollbacks_total") + Metrics.sum(system, "sing_bus_fenced_total");
    }

    private static List<String> audit(Load load) throws Exception {
        return Auditor.audit(new Collector(system).collect(load.acknowledged, load.cancelled));
    }

    private static Set<String> unfinished(Set<String> jobs) {
        var open = new HashSet<>(jobs);
        var events = system.topics().read(List.of(Topics.JOB_EVENTS));
        open.removeAll(records(events, JobEvent.Finished.class).stream()
                .map(JobEvent.Finished::job)
                .collect(Collectors.toSet()));
        open.removeAll(records(events, JobEvent.Rejected.class).stream()
                .map(JobEvent.Rejected::job)
                .collect(Collectors.toSet()));
        return open;
    }

    private static boolean running(String job) {
        var events = system.topics().read(List.of(Topics.EXECUTION_EVENTS));
        return records(events, ExecutionEvent.Started.class).stream()
                .anyMatch(started -> started.job().equals(job));
    }

    private static JobPhase phase(String job) {
        var events = system.topics().read(List.of(Topics.JOB_EVENTS));
        return records(events, JobEvent.Finished.class).stream()
                .filter(finished -> finished.job().equals(job))
                .map(JobEvent.Finished::phase)
                .findFirst()
                .orElse(null);
    }

    private static <T> List<T> records(List<Envelope> events, Class<T> type) {
        return events.stream()
                .map(event -> Catalogue.open(event).orElse(null))
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    private static Map<String, Object> job(String name, String line, int nodes, int gpusPerNode) {
        return Map.of("name", name, "script", List.of(line), "nodes", nodes, "gpus_per_node", gpusPerNode);
    }
}

package org.sing.scheduling.core.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.sing.scheduling.core.Account;
import org.sing.scheduling.core.Decision;
import org.sing.scheduling.core.Event;
import org.sing.scheduling.core.Limit;
import org.sing.scheduling.core.Node;
import org.sing.scheduling.core.Request;
import org.sing.scheduling.core.Rule;
import org.sing.scheduling.core.Settings;
import org.sing.scheduling.core.SmallJobs;
import org.sing.scheduling.core.Where;

/** Some hours on a small campus on which everything goes wrong, then quiet, then the final account. */
final class Campus {
    private static final long GIB = 1L << 30;
    private static final Duration TROUBLE = Duration.ofMinutes(40);

    private final World world;
    private final Rule rule;
    private final Model model;
    private final Judge judge;
    private final Scheduling scheduling;
    private final Submission submission;
    private final Map<String, Agent> agents = new TreeMap<>();
    private long limitVersion;
    private int crashes;
    private int partitions;

    /** What a run exercised: a campaign counts only if it really did all of it. */
    record Tally(
            int overtakings,
            int requeues,
            int declared,
            int blockedByLimit,
            int grown,
            int keptAway,
            int keptForSmall,
            int crashes,
            int partitions) {
        Tally plus(Tally other) {
            return new Tally(
                    overtakings + other.overtakings,
                    requeues + other.requeues,
                    declared + other.declared,
                    blockedByLimit + other.blockedByLimit,
                    grown + other.grown,
                    keptAway + other.keptAway,
                    keptForSmall + other.keptForSmall,
                    crashes + other.crashes,
                    partitions + other.partitions);
        }
    }

    record Result(List<String> log, Tally tally) {}

    private Campus(long seed, Rule rule) {
        world = new World(seed);
        this.rule = rule;
        var small = world.chance(40) ? new SmallJobs(Set.of("node-1", "node-3"), world.between(0, 2)) : SmallJobs.NONE;
        model = new Model(Settings.DEFAULT.reportWithin(), small);
        judge = new Judge(model, law());
        scheduling = new Scheduling(world, Settings.DEFAULT.with(rule).with(small), judge, this::publish);
        submission = new Submission(world, scheduling::hear);
    }

    /** Patience of a {@code campus} in a hurry, so that some minutes try what takes hours elsewhere. */
    static final Duration PATIENCE = Duration.ofSeconds(40);

    static final Rule HURRIED = Rule.campus(PATIENCE, Duration.ofMinutes(3));

    private Law law() {
        return switch (rule.name()) {
            case "sing" -> new ThresholdLaw(model);
            case "fcfs" -> new ArrivalLaw(model);
            case "easy" -> new ReservationLaw(model);
            default -> new AccountLaw(model, PATIENCE);
        };
    }

    static Result live(long seed, Rule rule) {
        var campus = new Campus(seed, rule);
        campus.build();
        campus.people();
        campus.trouble();
        campus.runUntilQuiet();
        return new Result(
                campus.scheduling.log(),
                new Tally(
                        campus.judge.overtakings,
                        campus.model.requeues,
                        campus.judge.declared,
                        campus.model.blockedByLimit,
                        campus.model.grown,
                        campus.model.keptAway,
                        campus.model.keptForSmall,
                        campus.crashes,
                        campus.partitions));
    }

    private void build() {
        var nodes = world.between(2, 6);
        for (var i = 1; i <= nodes; i++) {
            var model = world.chance(70) ? "A" : "B";
            var count = world.chance(10) ? 0 : world.oneOf(4, 8);
            var name = "node-" + i;
            var gpus = IntStream.range(0, count)
                    .mapToObj(gpu -> new Node.Gpu(name + "/gpu-" + gpu, model))
                    .toList();
            var group = world.chance(80) ? "default" : "other";
            var cpus = world.between(4, 40);
            agents.put(
                    name,
                    new Agent(
                            world,
                            name,
                            group,
                            gpus,
                            cpus,
                            world.between(16, 256) * GIB,
                            scheduling::hear,
                            this::onTheBus,
                            submission::finished,
                            agents.values()));
        }
        if (world.chance(50)) limit(Limit.Scope.USER, "*");
    }

    private void people() {
        var count = world.between(15, 60);
        for (var number = 1; number <= count; number++) {
            var arrival = number;
            world.in(within(TROUBLE.dividedBy(2)), () -> submit(arrival));
        }
    }

    private void submit(long number) {
        var gpus = world.oneOf(0, 1, 1, 2, 2, 4, 8);
        var nodes = world.oneOf(1, 1, 1, 2, 3);
        var request = new Request(
                nodes,
                gpus,
                world.chance(80) ? "" : world.oneOf("A", "B"),
                world.chance(70) ? 0 : world.between(1, 12),
                world.chance(80) ? 0 : world.between(1, 64) * GIB,
                List.of(),
                world.chance(80) ? nodes : world.between(nodes, 5),
                where(),
                world.chance(50) ? 0 : world.between(30, 3000),
                0);
        var account = new Account("user-" + world.between(1, 4), world.oneOf("", "p1", "p2"));
        submission.submit(number, world.chance(85) ? "default" : "other", account, request);
    }

    private Where where() {
        return new Where(
                world.chance(90) ? List.of() : some(),
                world.chance(90) ? List.of() : some(),
                world.chance(10),
                world.chance(93) ? "" : "course");
    }

    private List<String> some() {
        return agents.keySet().stream().filter(name -> world.chance(50)).toList();
    }

    private void trouble() {
        for (var i = world.between(5, 40); i > 0; i--) world.in(within(TROUBLE), this::something);
        world.in(TROUBLE, this::heal);
    }

    private void something() {
        var jobs = List.copyOf(submission.jobs.values());
        if (jobs.isEmpty()) return;
        var job = jobs.get(world.random.nextInt(jobs.size()));
        var agent = List.copyOf(agents.values()).get(world.random.nextInt(agents.size()));
        switch (world.between(0, 10)) {
            case 0 -> submission.cancel(job);
            case 1 -> submission.hold(job);
            case 2 -> submission.requeue(job);
            case 3 -> {
                partitions++;
                agent.partition(Duration.ofSeconds(world.between(1, 300)));
            }
            case 4 -> agent.restart();
            case 5 -> agent.reboot();
            case 6 -> agent.cordon(world.oneOf(Event.Drain.values()));
            case 7 -> limit(world.oneOf(Limit.Scope.values()), world.oneOf("*", "user-1", "user-2", "p1"));
            case 8 -> reserve();
            default -> {
                crashes++;
                scheduling.crash();
            }
        }
    }

    private void reserve() {
        var name = world.oneOf("course", "repair");
        if (world.chance(20)) {
            scheduling.hear(new Event.Unreserve("c", true, name));
            return;
        }
        var from = world.now().plusSeconds(world.between(-60, 1200));
        var until = from.plusSeconds(world.between(-10, 1800));
        var projects = name.equals("course") ? List.of("p1") : List.<String>of();
        scheduling.hear(new Event.Reserve("c", true, name, some(), from, until, projects, ""));
    }

    /** After this nothing fails any more, nobody is held back, and what can never start is given up. */
    private void heal() {
        scheduling.calm();
        submission.calm();
        agents.values().forEach(Agent::calm);
        for (var scope : Limit.Scope.values())
            for (var name : List.of("*", "user-1", "user-2", "p1"))
                scheduling.hear(new Event.LimitChanged(new Limit(scope, name, ++limitVersion, 0, 0, 0)));
        world.in(
                Duration.ofMinutes(10),
                () -> submission.jobs.values().stream()
                        .filter(job -> judge.hopeless(job.id))
                        .toList()
                        .forEach(submission::cancel));
    }

    private void runUntilQuiet() {
        var end = world.now().plus(TROUBLE).plus(Duration.ofHours(24));
        while (world.now().isBefore(end) && world.step()) {
            if (world.now().isAfter(end.minus(Duration.ofHours(24))) && finished()) break;
        }
        var open = new ArrayList<String>();
        for (var job : submission.jobs.values())
            if (job.phase != Submission.Phase.CLOSED) open.add(job.id + " " + job.phase);
        assertEquals(List.of(), open, "every job ends once the nodes are back");
        assertTrue(judge.nothingHeld(), "nothing is held for ever");
        assertTrue(scheduling.empty(), "nothing of closed jobs is left");
        for (var agent : agents.values()) assertTrue(agent.running().isEmpty(), "no process survives");
    }

    private boolean finished() {
        return submission.jobs.values().stream().allMatch(job -> job.phase == Submission.Phase.CLOSED)
                && scheduling.empty();
    }

    private void limit(Limit.Scope scope, String name) {
        var limit = new Limit(
                scope,
                name,
                ++limitVersion,
                world.between(0, 4),
                world.chance(50) ? 0 : world.between(4, 24),
                world.chance(80) ? 0 : world.between(1, 3));
        world.send("accounting/" + scope + "/" + name, () -> scheduling.hear(new Event.LimitChanged(limit)));
    }

    private void publish(Decision decision) {
        switch (decision) {
            case Decision.JobFact fact -> world.send("scheduling/" + fact.job(), () -> submission.hear(fact));
            case Decision.Command command ->
                world.send(
                        "commands/" + command.node(),
                        () -> agents.get(command.node()).hear(command));
            case Decision.CordonAcknowledged acknowledged -> {}
            case Decision.GroupFact fact -> {}
            case Decision.ReservationFact fact -> {}
        }
    }

    private void onTheBus(Event.RankFinished report, String node) {
        judge.reported(report.allocation(), node, world.now());
        scheduling.expect(report);
    }

    private Duration within(Duration length) {
        return Duration.ofMillis(world.random.nextLong(length.toMillis()));
    }
}

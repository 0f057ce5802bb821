package org.sing.scheduling.core.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.sing.scheduling.core.Allocation;
import org.sing.scheduling.core.Decision;
import org.sing.scheduling.core.Event;
import org.sing.scheduling.core.Request;
import org.sing.scheduling.core.Share;

/**
 * A second, dumber account of the same campus: it hears the same events and the decisions, recomputes everything from
 * scratch by brute force, and never looks into the core.
 */
final class Judge {
    private final boolean overtaking;
    private final Map<String, Waiting> jobs = new TreeMap<>();
    private final Map<String, Machine> machines = new TreeMap<>();
    private final Map<String, Held> held = new TreeMap<>();
    private final Map<String, long[]> limits = new HashMap<>();
    private final Map<String, Long> limitVersions = new HashMap<>();
    private final Map<String, Integer> spent = new HashMap<>();
    private final Map<String, Long> said = new HashMap<>();
    private final Set<String> stopped = new HashSet<>();
    int overtakings;
    int requeues;
    int declared;
    private final Duration reportWithin;
    private final Map<String, Instant> reported = new HashMap<>();
    private Instant heard = Instant.MIN;
    private Instant ripe = Instant.MIN;
    int blockedByLimit;

    private static final class Waiting {
        final Event.JobSubmitted as;
        Request request;
        boolean queued;
        boolean cancelled;
        boolean closed;
        Optional<Instant> notBefore = Optional.empty();
        int attempt;
        Optional<Boolean> queueAfter = Optional.empty();

        Waiting(Event.JobSubmitted as) {
            this.as = as;
            this.request = as.request();
        }
    }

    private static final class Machine {
        Event.NodeRegistered as;
        long cordonVersion;
        boolean cordoned;
        boolean lost;
        Optional<Instant> safeAt = Optional.empty();
        /** Held here under an older lease, and not gone on with. */
        final Set<String> left = new HashSet<>();

        boolean open() {
            return as != null && !cordoned && !lost;
        }
    }

    private record Roomy(int free, String node) {}

    private record Held(String job, int attempt, Map<Integer, Share> shares, int gpus) {}

    Judge(boolean overtaking, Duration reportWithin) {
        this.overtaking = overtaking;
        this.reportWithin = reportWithin;
    }

    /** An agent put the end of a rank on the bus. */
    void reported(String allocation, String node, Instant now) {
        reported.putIfAbsent(allocation + " " + node, now);
    }

    /** Called after every event with everything that was decided upon it. */
    void see(Event event, List<Decision> decisions, Instant now) {
        ripe = Instant.MIN;
        before(event, now);
        for (var decision : decisions) decided(decision);
        cordonsAreOrders(decisions);
        for (var decision : decisions)
            if (decision instanceof Decision.Stop stop) stopped.add(stop.node() + " " + stop.allocation());
        if (event instanceof Event.RankFinished finished && !finished.well()) gangEnds(finished);
        var nothingChanged = event instanceof Event.NodeRenewed || event instanceof Event.RankStarted;
        if (nothingChanged && decisions.isEmpty()) return;
        var groups = new HashSet<String>();
        for (var job : jobs.values()) groups.add(job.as.group());
        for (var group : groups) nothingMoreCanStart(group);
    }

    /** Facts and commands that left: per subject counted without a gap. */
    void published(Decision decision) {
        var subject = switch (decision) {
            case Decision.JobFact fact -> "jobs/" + fact.job();
            case Decision.Command command -> "commands/" + command.node();
            case Decision.CordonAcknowledged cordon -> "nodes/" + cordon.node();
            case Decision.GroupFact fact -> "groups/" + fact.group();
        };
        assertEquals(said.merge(subject, 1L, Long::sum), decision.sequence(), "no gap on " + subject);
    }

    boolean nothingHeld() {
        return held.isEmpty();
    }

    /** Jobs that can never start: too large for these nodes. */
    boolean hopeless(String id) {
        var job = jobs.get(id);
        return job == null || room(job, machine -> true, false).isEmpty();
    }

    private void before(Event event, Instant now) {
        switch (event) {
            case Event.JobSubmitted e -> jobs.putIfAbsent(e.job(), new Waiting(e));
            case Event.JobQueued e -> {
                var job = jobs.get(e.job());
                if (job.cancelled || job.closed || e.nextAttempt() <= job.attempt) return;
                if (alive(job)) job.queueAfter = Optional.of(true);
                else job.queued = true;
            }
            case Event.JobHeld e -> {
                var job = jobs.get(e.job());
                job.queued = false;
                if (job.queueAfter.isPresent()) job.queueAfter = Optional.of(false);
            }
            case Event.JobStopping e -> {
                var job = jobs.get(e.job());
                if (e.requeue()) return;
                job.cancelled = true;
                job.queued = false;
                job.queueAfter = Optional.empty();
            }
            case Event.JobRequeued e -> requeued(e, now);
            case Event.JobClosed e -> {
                var job = jobs.get(e.job());
                job.closed = true;
                job.queued = false;
                job.queueAfter = Optional.empty();
            }
            case Event.RankStarted e -> {}
            case Event.RankFinished e -> over(e.allocation(), e.rank());
            case Event.NodeRegistered e -> registered(e, now);
            case Event.NodeLost e -> {
                var machine = machines.get(e.node());
                if (machine.as.incarnation() != e.incarnation() || machine.lost) return;
                machine.lost = true;
                machine.safeAt = Optional.of(e.safeAt());
            }
            case Event.NodeRenewed e -> {}
            case Event.CordonRequested e -> {
                var machine = machine(e.node());
                if (e.version() <= machine.cordonVersion) return;
                machine.cordonVersion = e.version();
                machine.cordoned = true;
            }
            case Event.NodeDraining e -> {}
            case Event.NodeResumed e -> {
                var machine = machine(e.node());
                if (!machine.cordoned || e.version() < machine.cordonVersion) return;
                machine.cordonVersion = e.version();
                machine.cordoned = false;
            }
            case Event.LimitChanged e -> {
                var limit = e.limit();
                var who = limit.scope() + "/" + limit.name();
                if (limitVersions.getOrDefault(who, -1L) >= limit.version()) return;
                limitVersions.put(who, limit.version());
                limits.put(who, new long[] {limit.runningJobs(), limit.runningGpus(), limit.nodesPerJob()});
            }
            case Event.RuleChosen e -> {}
            case Event.LeadTaken e -> {}
            case Event.TimePassed e -> {
                heard = e.heard();
                bury(e.heard());
                ripe = now;
                for (var job : jobs.values()) if (job.queued) ripen(job);
            }
        }
    }

    /** Only when time passes; then also what the same moment sets free. */
    private void ripen(Waiting job) {
        job.notBefore = job.notBefore.filter(at -> at.isAfter(ripe));
    }

    private void requeued(Event.JobRequeued e, Instant now) {
        var job = jobs.get(e.job());
        if (job.cancelled || job.closed || job.queued || e.endedAttempt() != job.attempt) return;
        requeues++;
        job.request = job.request.excluding(e.excluded());
        job.notBefore = Optional.of(e.eligibleAt()).filter(at -> at.isAfter(now));
        if (alive(job)) job.queueAfter = Optional.of(true);
        else job.queued = true;
    }

    private void registered(Event.NodeRegistered e, Instant now) {
        var machine = machine(e.node());
        if (machine.as != null && machine.as.incarnation() >= e.incarnation()) return;
        machine.as = e;
        machine.lost = false;
        machine.safeAt = Optional.empty();
        machine.left.clear();
        for (var entry : held.entrySet())
            if (onIt(entry.getValue(), e.node())
                    && e.adopted().stream().noneMatch(live -> live.allocation().equals(entry.getKey()))) {
                machine.left.add(entry.getKey());
                machine.safeAt = Optional.of(now.plus(reportWithin));
            }
    }

    private static boolean onIt(Held allocation, String node) {
        return allocation.shares.values().stream()
                .anyMatch(share -> share.node().equals(node));
    }

    private void bury(Instant heard) {
        for (var entry : machines.entrySet()) {
            var machine = entry.getValue();
            if (machine.safeAt.filter(at -> !at.isAfter(heard)).isEmpty()) continue;
            machine.safeAt = Optional.empty();
            held.forEach((id, allocation) -> {
                if (machine.lost || machine.left.contains(id))
                    allocation.shares.values().removeIf(share -> share.node().equals(entry.getKey()));
            });
        }
    }

    private void over(String allocation, int rank) {
        if (held.containsKey(allocation)) held.get(allocation).shares.remove(rank);
    }

    private void decided(Decision decision) {
        switch (decision) {
            case Decision.Placed placed -> placed(placed);
            case Decision.Released released -> {
                held.remove(released.allocation());
                var job = jobs.get(released.job());
                job.queued = job.queueAfter.orElse(false) && !job.cancelled;
                job.queueAfter = Optional.empty();
                if (job.queued) ripen(job);
            }
            case Decision.AttemptEnded ended -> {
                declared++;
                if (ended.cause() == Allocation.Cause.NODE_LOST)
                    assertTrue(machines.get(ended.node()).safeAt.isEmpty(), "not before its jobs are dead: " + ended);
                var report = reported.get(ended.allocation() + " " + ended.node());
                assertTrue(report == null || !report.isBefore(heard), "its end was on the bus already: " + ended);
                held.get(ended.allocation())
                        .shares
                        .values()
                        .removeIf(share -> share.node().equals(ended.node()));
            }
            case Decision.CordonAcknowledged cordon -> {
                var inFlight = new ArrayList<String>();
                held.forEach((id, allocation) -> {
                    if (allocation.shares.values().stream()
                            .anyMatch(s -> s.node().equals(cordon.node()))) inFlight.add(id);
                });
                assertEquals(
                        inFlight,
                        cordon.inFlight().stream()
                                .map(Decision.InFlight::allocation)
                                .toList(),
                        "the acknowledgement lists what is in flight");
            }
            case Decision.Withdrawn withdrawn ->
                assertTrue(jobs.get(withdrawn.job()).cancelled, "only what was cancelled is withdrawn");
            case Decision.Waits waits -> {}
            case Decision.GroupFact fact -> {}
            case Decision.Start start ->
                assertTrue(held.get(start.allocation()).shares.containsValue(start.share()), "starts what is held");
            case Decision.Stop stop -> {}
            case Decision.Cordon cordon -> {}
        }
    }

    private void placed(Decision.Placed placed) {
        var job = jobs.get(placed.job());
        assertTrue(ready(job), "only what is queued, eligible and within its limits starts: " + placed);
        assertEquals(job.attempt + 1, placed.attempt(), "attempts have no gap");
        var head = head(job.as.group()).orElseThrow();
        if (head == job) assertTrue(placed.overtaken().isEmpty(), "the head overtakes nobody");
        else overtook(placed, job, head);
        gang(placed, job);
        job.queued = false;
        spent.remove(placed.job());
        job.attempt = placed.attempt();
        var shares = new TreeMap<Integer, Share>();
        placed.shares().forEach(share -> shares.put(share.rank(), share));
        held.put(placed.allocation(), new Held(placed.job(), placed.attempt(), shares, job.request.gpus()));
        noNodeIsOverCommitted(placed);
    }

    private void overtook(Decision.Placed placed, Waiting job, Waiting head) {
        overtakings++;
        assertTrue(overtaking, "nobody overtakes under this rule: " + placed);
        assertTrue(room(head, Machine::open, true).isEmpty(), "a head that fits is not overtaken: " + placed);
        var group = job.as.group();
        var budget = budget(head);
        assertTrue(weight(job.request) <= budget, "at most the head's GPUs overtake it: " + placed);
        var first = ready(group).stream()
                .filter(other -> weight(other.request) <= budget && fits(other))
                .findFirst();
        assertEquals(Optional.of(placed.job()), first.map(other -> other.as.job()), "the first that may overtake does");
        assertEquals(
                new Decision.Overtaken(head.as.job(), budget, budget - weight(job.request), Decision.Unit.GPUS),
                placed.overtaken().orElseThrow(),
                "the receipt");
        spent.merge(head.as.job(), weight(job.request), Integer::sum);
    }

    private void gang(Decision.Placed placed, Waiting job) {
        var expected =
                room(job, Machine::open, true).orElseThrow(() -> new AssertionError("it does not fit: " + placed));
        assertEquals(expected, placed.shares().stream().map(Share::node).toList(), "the fullest nodes that fit");
        for (var share : placed.shares()) {
            var machine = machines.get(share.node());
            assertEquals(job.request.gpusPerNode(), Set.copyOf(share.gpus()).size(), "all GPUs or nothing");
            assertEquals(machine.as.incarnation(), share.incarnation(), "under the lease of today");
            assertEquals(cpus(job.request, machine), share.cpus(), "its share of processors");
            assertEquals(memory(job.request, machine), share.memory(), "its share of memory");
            assertTrue(!job.request.excluded().contains(share.node()) || unavoidable(job), "not where it must not run");
        }
    }

    private void noNodeIsOverCommitted(Decision.Placed placed) {
        for (var entry : machines.entrySet()) {
            var machine = entry.getValue();
            if (machine.as == null) continue;
            var shares = sharesOn(entry.getKey());
            var gpus = new ArrayList<String>();
            shares.forEach(share -> gpus.addAll(share.gpus()));
            assertEquals(Set.copyOf(gpus).size(), gpus.size(), "no GPU twice on " + entry.getKey() + ": " + placed);
            assertTrue(shares.stream().mapToInt(Share::cpus).sum() <= machine.as.cpus(), "processors: " + placed);
            assertTrue(shares.stream().mapToLong(Share::memory).sum() <= machine.as.memory(), "memory: " + placed);
        }
    }

    /** Whoever reads that a cordon is acknowledged finds the order among the commands of the node. */
    private static void cordonsAreOrders(List<Decision> decisions) {
        var ordered = new HashSet<String>();
        for (var decision : decisions) {
            if (decision instanceof Decision.Cordon order) ordered.add(order.node() + " " + order.version());
            if (decision instanceof Decision.CordonAcknowledged told)
                assertTrue(ordered.contains(told.node() + " " + told.version()), "ordered first: " + told);
        }
    }

    /** One bad end is the end of all: whoever still runs has been told to stop. */
    private void gangEnds(Event.RankFinished finished) {
        var allocation = held.get(finished.allocation());
        if (allocation == null || allocation.shares.containsKey(finished.rank())) return;
        for (var share : allocation.shares.values())
            assertTrue(stopped.contains(share.node() + " " + finished.allocation()), "all or nothing: " + finished);
    }

    private void nothingMoreCanStart(String group) {
        var head = head(group);
        if (head.isEmpty()) return;
        assertTrue(!fits(head.get()), "the head does not wait for what is free: " + head.get().as);
        if (!overtaking) return;
        var budget = budget(head.get());
        for (var other : ready(group))
            assertTrue(
                    weight(other.request) > budget || !fits(other),
                    "what may overtake does not wait: " + other.as + " budget " + budget);
    }

    private Optional<Waiting> head(String group) {
        return ready(group).stream().findFirst();
    }

    private List<Waiting> ready(String group) {
        return jobs.values().stream()
                .filter(job -> job.as.group().equals(group) && ready(job))
                .sorted(Comparator.comparingLong(job -> job.as.number()))
                .toList();
    }

    /** Whether it could start right now if nothing else ran. */
    private boolean ready(Waiting job) {
        if (!job.queued || job.cancelled || job.closed || alive(job) || job.notBefore.isPresent()) return false;
        if (room(job, Machine::open, false).isEmpty()) return false;
        var within = within("USER", job.as.account().owner(), job)
                && within("PROJECT", job.as.account().project(), job);
        if (!within) blockedByLimit++;
        return within;
    }

    private boolean within(String scope, String name, Waiting job) {
        if (scope.equals("PROJECT") && name.isEmpty()) return true;
        var limit = limits.getOrDefault(scope + "/" + name, limits.getOrDefault(scope + "/*", new long[3]));
        var mine = held.values().stream()
                .filter(allocation -> {
                    var account = jobs.get(allocation.job).as.account();
                    return name.equals(scope.equals("USER") ? account.owner() : account.project());
                })
                .toList();
        var gpus = mine.stream().mapToInt(Held::gpus).sum();
        return (limit[0] == 0 || mine.size() + 1 <= limit[0])
                && (limit[1] == 0 || job.request.gpus() == 0 || gpus + job.request.gpus() <= limit[1])
                && (limit[2] == 0 || job.request.nodes() <= limit[2]);
    }

    private boolean fits(Waiting job) {
        return room(job, Machine::open, true).isPresent();
    }

    /** Without the nodes that it is to avoid it could never run. */
    private boolean unavoidable(Waiting job) {
        return room(job, machine -> true, false, Set.copyOf(job.request.excluded()))
                .isEmpty();
    }

    private Optional<List<String>> room(Waiting job, Predicate<Machine> which, boolean asUsed) {
        var avoided = unavoidable(job) ? Set.<String>of() : Set.copyOf(job.request.excluded());
        return room(job, which, asUsed, avoided);
    }

    /** The nodes that a best fit takes, by looking at every node. */
    private Optional<List<String>> room(Waiting job, Predicate<Machine> which, boolean asUsed, Set<String> avoided) {
        var byType = new TreeMap<String, List<Roomy>>();
        machines.forEach((name, machine) -> {
            if (machine.as == null
                    || !machine.as.group().equals(job.as.group())
                    || !which.test(machine)
                    || avoided.contains(name)) return;
            var type = machine.as.gpus().isEmpty()
                    ? ""
                    : machine.as.gpus().getFirst().model();
            if (!job.request.model().isEmpty() && !job.request.model().equals(type)) return;
            var shares = asUsed ? sharesOn(name) : List.<Share>of();
            var free = machine.as.gpus().size()
                    - shares.stream().mapToInt(s -> s.gpus().size()).sum();
            var cpus = machine.as.cpus() - shares.stream().mapToInt(Share::cpus).sum();
            var memory = machine.as.memory()
                    - shares.stream().mapToLong(Share::memory).sum();
            if (free >= job.request.gpusPerNode()
                    && cpus >= cpus(job.request, machine)
                    && memory >= memory(job.request, machine))
                byType.computeIfAbsent(type, t -> new ArrayList<>()).add(new Roomy(free, name));
        });
        return byType.values().stream()
                .filter(nodes -> nodes.size() >= job.request.nodes())
                .map(nodes -> nodes.stream()
                        .sorted(Comparator.comparingInt(Roomy::free).thenComparing(Roomy::node))
                        .limit(job.request.nodes())
                        .toList())
                .min(Comparator.comparingInt(
                        nodes -> nodes.stream().mapToInt(Roomy::free).sum()))
                .map(nodes -> nodes.stream().map(Roomy::node).toList());
    }

    private List<Share> sharesOn(String node) {
        return held.values().stream()
                .flatMap(allocation -> allocation.shares.values().stream())
                .filter(share -> share.node().equals(node))
                .toList();
    }

    private boolean alive(Waiting job) {
        return held.containsKey(job.as.job() + "-" + job.attempt);
    }

    private Machine machine(String name) {
        return machines.computeIfAbsent(name, key -> new Machine());
    }

    /** However often it becomes head, no more than its own weight ever passes it. */
    private int budget(Waiting head) {
        return weight(head.request) - spent.getOrDefault(head.as.job(), 0);
    }

    private static int weight(Request request) {
        return Math.max(1, request.nodes() * request.gpusPerNode());
    }

    private static int cpus(Request request, Machine machine) {
        if (request.cpusPerNode() > 0) return request.cpusPerNode();
        if (request.gpusPerNode() == 0) return 1;
        return machine.as.gpus().isEmpty()
                ? machine.as.cpus()
                : machine.as.cpus() * request.gpusPerNode() / machine.as.gpus().size();
    }

    private static long memory(Request request, Machine machine) {
        if (request.memoryPerNode() > 0) return request.memoryPerNode();
        if (request.gpusPerNode() == 0) return machine.as.memory() / machine.as.cpus() * cpus(request, machine);
        return machine.as.gpus().isEmpty()
                ? machine.as.memory()
                : machine.as.memory()
                        * request.gpusPerNode()
                        / machine.as.gpus().size();
    }
}

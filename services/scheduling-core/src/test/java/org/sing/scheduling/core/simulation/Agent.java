package org.sing.scheduling.core.simulation;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.sing.scheduling.core.Decision;
import org.sing.scheduling.core.Event;
import org.sing.scheduling.core.Node;

/** A model of a node, its agent, and what node-monitor makes of it. Its processes are the truth about GPUs. */
final class Agent {
    static final Duration LEASE = Duration.ofSeconds(60);
    private static final Duration MARGIN = Duration.ofSeconds(15);

    final String name;
    final String group;
    final List<Node.Gpu> gpus;
    final int cpus;
    final long memory;
    private final World world;
    private final Consumer<Event> scheduling;
    private final BiConsumer<Event.RankFinished, String> onTheBus;
    private final Reports reports;
    private final Collection<Agent> others;
    private final Map<String, Decision.Start> running = new TreeMap<>();
    private final Set<String> seen = new HashSet<>();
    private final Map<String, Runnable> parked = new TreeMap<>();
    private long incarnation;
    private long highestEpoch;
    private long lastCommand;
    private boolean cordoned;
    private boolean connected = true;
    private long cut;
    private long cordonVersion;
    private boolean calm;

    /** Where reports go besides scheduling. */
    interface Reports {
        void finished(String job, int attempt, int rank, Submission.Ending ending);
    }

    Agent(
            World world,
            String name,
            String group,
            List<Node.Gpu> gpus,
            int cpus,
            long memory,
            Consumer<Event> scheduling,
            BiConsumer<Event.RankFinished, String> onTheBus,
            Reports reports,
            Collection<Agent> others) {
        this.world = world;
        this.name = name;
        this.group = group;
        this.gpus = gpus;
        this.cpus = cpus;
        this.memory = memory;
        this.scheduling = scheduling;
        this.onTheBus = onTheBus;
        this.reports = reports;
        this.others = others;
        hello();
        renew();
    }

    Set<String> running() {
        return running.keySet();
    }

    long cordonVersion() {
        return cordonVersion;
    }

    void calm() {
        calm = true;
        if (cordoned) resume();
    }

    void hear(Decision.Command command) {
        if (!connected) {
            parked.put("%012d".formatted(command.sequence()), () -> hear(command));
            return;
        }
        if (command.sequence() <= lastCommand) return;
        assertTrue(command.sequence() == lastCommand + 1, "commands of " + name + " have no gap: " + command);
        assertTrue(command.epoch() >= highestEpoch, "no command of an older leader: " + command);
        lastCommand = command.sequence();
        highestEpoch = command.epoch();
        switch (command) {
            case Decision.Start start -> start(start);
            case Decision.Stop stop -> stop(stop);
            case Decision.Cordon cordon -> cordoned = cordon.cordoned();
        }
    }

    /** The network to this node fails for a while; the agent ends its jobs itself when its lease is over. */
    void partition(Duration length) {
        if (!connected || calm) return;
        connected = false;
        var mine = ++cut;
        var lapses = world.now().plus(LEASE);
        var lease = incarnation;
        world.in(LEASE, () -> {
            if (!connected && cut == mine) killAll();
        });
        world.in(LEASE.plusSeconds(5), () -> {
            if (!connected && cut == mine) monitor(new Event.NodeLost(name, lease, lapses.plus(MARGIN)));
        });
        world.in(length, () -> heal(lapses));
    }

    /** The agent's process dies and comes back; jobs live on. */
    void restart() {
        if (connected && !calm) hello();
    }

    /** The machine dies and comes back: nothing of it lives, and nobody reports an end. */
    void reboot() {
        if (!connected || calm) return;
        running.clear();
        hello();
    }

    void cordon(Event.Drain mode) {
        if (calm) return;
        var version = ++cordonVersion;
        monitor(new Event.CordonRequested(name, group, version));
        world.in(Duration.ofSeconds(world.between(1, 60)), () -> monitor(new Event.NodeDraining(name, version, mode)));
        world.in(Duration.ofSeconds(world.between(60, 900)), this::resume);
    }

    private void resume() {
        monitor(new Event.NodeResumed(name, ++cordonVersion));
    }

    private void heal(Instant lapses) {
        connected = true;
        if (!world.now().isBefore(lapses)) hello();
        var missed = List.copyOf(parked.values());
        parked.clear();
        missed.forEach(Runnable::run);
    }

    private void hello() {
        incarnation++;
        var adopted = running.values().stream().map(Agent::live).toList();
        monitor(new Event.NodeRegistered(name, group, incarnation, gpus, cpus, memory, adopted));
    }

    private void renew() {
        world.in(Duration.ofSeconds(5), this::renew);
        if (!connected) return;
        var live = running.values().stream().map(Agent::live).toList();
        var renewal = new Event.NodeRenewed(name, incarnation, lastCommand, live);
        world.send("telemetry/" + name, () -> scheduling.accept(renewal));
    }

    private void start(Decision.Start start) {
        if (!calm && world.chance(2)) return; // it gets lost in the agent: anti-entropy must notice
        if (!seen.add(start.allocation())) return;
        if (cordoned
                || start.share().incarnation() != incarnation
                || world.now().isAfter(start.deadline())) {
            report(start, Submission.Ending.KILLED);
            return;
        }
        for (var other : running.values())
            for (var gpu : other.share().gpus())
                assertTrue(
                        !start.share().gpus().contains(gpu),
                        "two jobs on %s of %s: %s and %s".formatted(gpu, name, other, start));
        assertTrue(
                others.stream().allMatch(agent -> agent.noOtherAttemptOf(start)), "two attempts of one job: " + start);
        running.put(start.allocation(), start);
        world.send(
                channel(start.job()),
                () -> scheduling.accept(
                        new Event.RankStarted(start.allocation(), start.share().rank())));
        var runs = world.chance(30) ? world.between(1, 3000) : world.between(3000, 900_000);
        var ending = world.chance(90) ? Submission.Ending.WELL : Submission.Ending.FAILED;
        world.in(Duration.ofMillis(runs), () -> exit(start, ending));
    }

    private void stop(Decision.Stop stop) {
        var process = running.get(stop.allocation());
        if (process == null) return;
        world.in(Duration.ofMillis(world.between(1, 10_000)), () -> exit(process, Submission.Ending.KILLED));
    }

    private void killAll() {
        for (var process : List.copyOf(running.values())) exit(process, Submission.Ending.KILLED);
    }

    private void exit(Decision.Start start, Submission.Ending ending) {
        if (running.remove(start.allocation()) != null) report(start, ending);
    }

    /** Reports wait in the journal while nobody can be reached. */
    private void report(Decision.Start start, Submission.Ending ending) {
        if (!connected) {
            world.in(Duration.ofSeconds(1), () -> report(start, ending));
            return;
        }
        var rank = start.share().rank();
        var end = new Event.RankFinished(start.allocation(), rank, ending == Submission.Ending.WELL);
        onTheBus.accept(end, name);
        world.send(channel(start.job()), () -> scheduling.accept(end));
        world.send(
                channel(start.job()) + "/submission",
                () -> reports.finished(start.job(), start.attempt(), rank, ending));
    }

    private boolean noOtherAttemptOf(Decision.Start start) {
        return running.values().stream()
                .allMatch(other -> !other.job().equals(start.job()) || other.attempt() == start.attempt());
    }

    private void monitor(Event event) {
        world.send("node/" + name, () -> scheduling.accept(event));
    }

    private String channel(String job) {
        return "execution/" + name + "/" + job;
    }

    private static Event.Live live(Decision.Start start) {
        return new Event.Live(
                start.job(), start.attempt(), start.allocation(), start.share().rank());
    }
}

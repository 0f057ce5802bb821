package org.sing.agent;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.sing.agent.domain.Agent;
import org.sing.agent.domain.Effect;
import org.sing.agent.domain.Entry;
import org.sing.agent.domain.Now;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that owns all agents of this process. In each round it applies what came in, waits once until all
 * journals are on disk, then lets the effects happen.
 */
final class AgentLoop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AgentLoop.class);
    private static final long ROUND_MILLIS = 50;
    private static final int DISK_THREADS = 4;
    private static final int EXIT_JOURNAL = 74;

    private record Input(String node, BiConsumer<Agent, Now> what) {}

    private final Map<String, NodeContext> nodes = new LinkedHashMap<>();
    private final Supplier<Now> clock;
    private final EffectRunner runner;
    private final Gauges gauges;
    private final LinkedBlockingQueue<Input> inputs = new LinkedBlockingQueue<>();
    private final ExecutorService disk = Executors.newFixedThreadPool(
            DISK_THREADS, task -> Thread.ofPlatform().daemon().name("disk").unstarted(task));
    private final Thread thread = Thread.ofPlatform().name("agents").unstarted(this::run);
    private volatile boolean closed;

    AgentLoop(Collection<NodeContext> nodes, Supplier<Now> clock, EffectRunner runner, Gauges gauges) {
        nodes.forEach(node -> this.nodes.put(node.node(), node));
        this.clock = clock;
        this.runner = runner;
        this.gauges = gauges;
    }

    void start() {
        thread.start();
    }

    /** Lets the agent of a node hear something, soon and on the right thread. */
    void post(String node, BiConsumer<Agent, Now> what) {
        inputs.add(new Input(node, what));
    }

    @Override
    public void close() {
        closed = true;
        try {
            thread.join(5_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        disk.shutdown();
        nodes.values().forEach(node -> node.journal().close());
    }

    private void run() {
        try {
            while (!closed) round();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | ExecutionException e) {
            // What an agent cannot remember it must not do. Its jobs go on, and the next start finds them.
            LOG.error("the agent stops", e);
            Runtime.getRuntime().halt(EXIT_JOURNAL);
        }
    }

    private void round() throws InterruptedException, ExecutionException {
        var batch = new ArrayList<Input>();
        var first = inputs.poll(ROUND_MILLIS, TimeUnit.MILLISECONDS);
        if (first != null) batch.add(first);
        inputs.drainTo(batch);
        var now = clock.get();
        for (var node : nodes.values()) node.agent().tick(now);
        for (var input : batch) input.what().accept(nodes.get(input.node()).agent(), now);
        for (var node : nodes.values()) node.agent().tick(now);
        var effects = record();
        effects.forEach((node, list) -> list.forEach(effect -> runner.perform(nodes.get(node), effect)));
        nodes.values().forEach(runner::lease);
        gauges.round(nodes.values(), now);
    }

    /** Puts all that was decided on disk; what may happen now. */
    private Map<String, List<Effect>> record() throws InterruptedException, ExecutionException {
        var effects = new LinkedHashMap<String, List<Effect>>();
        var writes = new ArrayList<Runnable>();
        for (var node : nodes.values()) {
            var turn = node.agent().turn();
            if (!turn.effects().isEmpty()) effects.put(node.node(), turn.effects());
            if (!turn.entries().isEmpty()) writes.add(() -> write(node, turn.entries()));
        }
        if (writes.size() == 1) writes.getFirst().run();
        else for (var done : writes.stream().map(disk::submit).toList()) done.get();
        return effects;
    }

    private void write(NodeContext node, List<Entry> entries) {
        node.journal().append(entries);
        node.journal().sync(entries.stream().anyMatch(AgentLoop::mustLast));
        if (node.journal().wantsCompaction())
            node.journal().compact(node.agent().ledger().compacted(clock.get().wall()));
    }

    /** Losing one of the others only repeats a report, repeats a harmless command or shortens a lease. */
    private static boolean mustLast(Entry entry) {
        return !(entry instanceof Entry.Renewed || entry instanceof Entry.Delivered || entry instanceof Entry.Passed);
    }
}

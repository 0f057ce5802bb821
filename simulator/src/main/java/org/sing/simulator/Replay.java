package org.sing.simulator;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.DoubleConsumer;
import org.sing.scheduling.core.Account;
import org.sing.scheduling.core.Core;
import org.sing.scheduling.core.Decision;
import org.sing.scheduling.core.Event;
import org.sing.scheduling.core.Rule;
import org.sing.scheduling.core.Run;
import org.sing.scheduling.core.Settings;
import org.sing.scheduling.core.Snapshot;
import org.sing.traces.Trace;

/**
 * A trace on a cluster under a virtual clock: what the scheduling service would hear is told to the very core that it
 * runs, and what the core places runs as long as the trace says, unless a node is lost under it.
 */
public final class Replay {
    /** What the core keeps to be written down is thrown away from time to time: here nobody writes. */
    private static final int SWEPT_EVERY = 4096;

    private final Core core;
    private final Foresight foresight;
    private final Trace trace;
    private final Conditions conditions;
    private final PriorityQueue<Running> ends = new PriorityQueue<>();
    private final Running[] running;
    private final Map<Integer, List<Attempt>> lost = new HashMap<>();
    private final List<Lived> lived = new ArrayList<>();
    private final long[] incarnations;
    private int arrived;
    private int faulted;
    private long placements;

    /**
     * @param unfinished jobs that still wait when nothing will ever happen again
     * @param said of jobs that were asked for when they should start
     */
    public record Result(List<Lived> lived, int unfinished, List<Foresight.Said> said) {}

    private record Running(double at, long order, int number, Decision.Placed placed, double since)
            implements Comparable<Running> {
        @Override
        public int compareTo(Running other) {
            var earlier = Double.compare(at, other.at);
            return earlier != 0 ? earlier : Long.compare(order, other.order);
        }

        boolean on(String node) {
            return placed.shares().stream().anyMatch(share -> share.node().equals(node));
        }

        Attempt until(double seconds) {
            var nodes = new ArrayList<Integer>();
            var gpus = 0;
            for (var share : placed.shares()) {
                nodes.add(Machines.number(share.node()));
                gpus += share.gpus().size();
            }
            return new Attempt(since, seconds, List.copyOf(nodes), gpus);
        }
    }

    private Replay(Rule rule, Trace trace, Conditions conditions) {
        this.trace = trace;
        this.conditions = conditions;
        running = new Running[trace.jobs().size()];
        incarnations = new long[conditions.machines().nodes()];
        var settings = Settings.DEFAULT.with(rule);
        core = new Core(settings, Snapshot.EMPTY, 1);
        foresight = new Foresight(settings, core, conditions.askEvery());
    }

    /** @param progress hears which part of the jobs has ended */
    public static Result run(Trace trace, Conditions conditions, Rule rule, DoubleConsumer progress) {
        var replay = new Replay(rule, trace, conditions);
        for (var node = 0; node < conditions.machines().nodes(); node++) replay.join(0, node);
        replay.live(progress);
        return new Result(replay.lived, trace.jobs().size() - replay.lived.size(), replay.foresight.said());
    }

    private void live(DoubleConsumer progress) {
        for (var steps = 1; lived.size() < running.length && next() < Double.MAX_VALUE; steps++) {
            if (fault() <= Math.min(arrival(), ending())) fail();
            else step(next());
            if (steps % SWEPT_EVERY == 0) {
                core.explain();
                core.changes();
                progress.accept((double) lived.size() / running.length);
            }
        }
    }

    private void step(double now) {
        var first = arrived;
        happen(now);
        for (var number = first; number < arrived; number++)
            if (running[number] == null) foresight.waits(number, instant(now));
    }

    private void happen(double now) {
        switch (conditions.moments()) {
            case TOGETHER -> {
                var events = endsUntil(now);
                events.addAll(arrivalsUntil(now));
                tell(now, events);
            }
            case ARRIVALS_FIRST -> {
                tell(now, arrivalsUntil(now));
                tell(now, endsUntil(now));
            }
            case ONE_BY_ONE -> tell(now, ending() <= now ? finish(ends.poll()) : submit(arrived++));
        }
    }

    private double next() {
        return Math.min(fault(), Math.min(arrival(), ending()));
    }

    private double arrival() {
        return arrived < running.length ? trace.jobs().get(arrived).submitSeconds() : Double.MAX_VALUE;
    }

    private double ending() {
        return ends.isEmpty() ? Double.MAX_VALUE : ends.peek().at;
    }

    private double fault() {
        var faults = conditions.faults().faults();
        return faulted < faults.size() ? faults.get(faulted).atSeconds() : Double.MAX_VALUE;
    }

    private List<Event> endsUntil(double now) {
        var events = new ArrayList<Event>();
        while (ending() <= now) events.addAll(finish(ends.poll()));
        return events;
    }

    private List<Event> arrivalsUntil(double now) {
        var events = new ArrayList<Event>();
        while (arrival() <= now) events.addAll(submit(arrived++));
        return events;
    }

    private List<Event> submit(int number) {
        var job = trace.jobs().get(number);
        var id = Integer.toString(number);
        var request = conditions.machines().request(job);
        var account = new Account(job.user(), job.project());
        var run = new Run(job.name(), job.limitSeconds());
        return List.of(
                new Event.JobSubmitted(id, number + 1, "default", account, request, run), new Event.JobQueued(id, 1));
    }

    private List<Event> finish(Running end) {
        running[end.number] = null;
        var attempt = end.until(end.at);
        var before = lost.remove(end.number);
        if (before != null) before.add(attempt);
        lived.add(new Lived(
                trace.jobs().get(end.number), end.number, before == null ? List.of(attempt) : List.copyOf(before)));
        var events = new ArrayList<Event>();
        for (var share : end.placed.shares())
            events.add(new Event.RankFinished(end.placed.allocation(), share.rank(), true));
        events.add(new Event.JobClosed(end.placed.job()));
        return events;
    }

    private void fail() {
        var fault = conditions.faults().faults().get(faulted++);
        if (fault.ends()) join(fault.atSeconds(), fault.node());
        else lose(fault.atSeconds(), fault.node());
    }

    private void join(double now, int node) {
        tell(now, List.of(conditions.machines().registered(node, ++incarnations[node])));
    }

    /** What ran on a lost node starts again from the beginning, at its old place in the queue. */
    private void lose(double now, int node) {
        var name = Machines.name(node);
        var at = instant(now);
        var events = new ArrayList<Event>();
        events.add(new Event.NodeLost(name, incarnations[node], at));
        events.add(new Event.TimePassed(at));
        Arrays.stream(running)
                .filter(job -> job != null && job.on(name))
                .forEach(job -> events.addAll(requeue(job, name, now)));
        tell(now, events);
    }

    private List<Event> requeue(Running job, String node, double now) {
        ends.remove(job);
        running[job.number] = null;
        lost.computeIfAbsent(job.number, number -> new ArrayList<>()).add(job.until(now));
        var events = new ArrayList<Event>();
        for (var share : job.placed.shares())
            if (!share.node().equals(node))
                events.add(new Event.RankFinished(job.placed.allocation(), share.rank(), false));
        events.add(new Event.JobRequeued(job.placed.job(), job.placed.attempt(), List.of(), Instant.EPOCH));
        return events;
    }

    private void tell(double seconds, List<Event> events) {
        if (events.isEmpty()) return;
        for (var decision : core.apply(events, instant(seconds)))
            if (decision instanceof Decision.Placed placed) place(seconds, placed);
    }

    private void place(double now, Decision.Placed placed) {
        var number = Integer.parseInt(placed.job());
        var job = new Running(now + trace.jobs().get(number).runSeconds(), placements++, number, placed, now);
        running[number] = job;
        ends.add(job);
    }

    static Instant instant(double seconds) {
        return Instant.ofEpochMilli(Math.round(seconds * 1000));
    }
}

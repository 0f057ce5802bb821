package org.sing.simulator;

import java.time.Instant;
import java.util.ArrayList;
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

/**
 * A trace on a cluster of perfect nodes under a virtual clock: what the scheduling service would hear is told to the very
 * core that it runs, and what the core places runs as long as the trace says.
 */
public final class Replay {
    private static final int EXPLAINED_EVERY = 4096;
    private final Core core;
    private final Machines machines;
    private final Faults faults;
    private final PriorityQueue<End> ends = new PriorityQueue<>();
    private final Map<String, Traced> jobs = new HashMap<>();
    private final Map<String, End> running = new HashMap<>();
    private final List<Lived> lived = new ArrayList<>();
    private final List<Overtaking> overtakings = new ArrayList<>();
    private long started;
    private int steps;

    /** @param head who was overtaken, with the budget that was left */
    public record Overtaking(double atSeconds, String job, String head, int left) {}

    public record Result(Rule rule, List<Lived> lived, List<Overtaking> overtakings) {}

    private record End(double at, long order, Traced job, Decision.Placed placed, double start)
            implements Comparable<End> {
        @Override
        public int compareTo(End other) {
            var earlier = Double.compare(at, other.at);
            return earlier != 0 ? earlier : Long.compare(order, other.order);
        }
    }

    private Replay(Rule rule, Machines machines, Faults faults) {
        this.machines = machines;
        this.faults = faults;
        core = new Core(Settings.DEFAULT.with(rule), Snapshot.EMPTY, 1);
    }

    /** @param progress hears which part of the jobs has ended */
    public static Result run(Trace trace, Machines machines, Rule rule, Faults faults, DoubleConsumer progress) {
        var replay = new Replay(rule, machines, faults);
        for (var node = 0; node < machines.nodes(); node++) replay.tell(0, List.of(machines.registered(node, 1)));
        replay.live(trace, progress);
        return new Result(rule, replay.lived, replay.overtakings);
    }

    /** What happens in one moment is told together: ends, then arrivals. */
    private void live(Trace trace, DoubleConsumer progress) {
        var next = 0;
        while (next < trace.jobs().size() || !ends.isEmpty()) {
            var arrival = next < trace.jobs().size() ? trace.jobs().get(next).submitSeconds() : Double.MAX_VALUE;
            var now = Math.min(arrival, ends.isEmpty() ? Double.MAX_VALUE : ends.peek().at);
            if (faults.next() <= now) fault(faults.poll());
            else {
                var events = new ArrayList<Event>();
                while (!ends.isEmpty() && ends.peek().at <= now) events.addAll(finish(ends.poll()));
                for (; next < trace.jobs().size() && trace.jobs().get(next).submitSeconds() <= now; next++)
                    events.addAll(submit(trace.jobs().get(next), next + 1));
                tell(now, events);
            }
            if (++steps % EXPLAINED_EVERY == 0) {
                core.explain();
                core.changes();
                progress.accept((double) lived.size() / trace.jobs().size());
            }
        }
    }

    private List<Event> submit(Traced job, long number) {
        var id = "job-" + number;
        jobs.put(id, job);
        return List.of(
                new Event.JobSubmitted(
                        id,
                        number,
                        "default",
                        new Account(job.user(), job.project()),
                        machines.request(job),
                        new Run(job.name(), job.limitSeconds())),
                new Event.JobQueued(id, 1));
    }

    private List<Event> finish(End end) {
        running.remove(end.placed.job());
        jobs.remove(end.placed.job());
        var nodes = end.placed.shares().stream()
                .map(share -> Integer.parseInt(share.node().substring(5)))
                .toList();
        var gpus = end.placed.shares().stream()
                .mapToInt(share -> share.gpus().size())
                .sum();
        lived.add(new Lived(end.job, end.start, end.at, nodes, gpus, end.placed.attempt()));
        var events = new ArrayList<Event>();
        for (var share : end.placed.shares())
            events.add(new Event.RankFinished(end.placed.allocation(), share.rank(), true));
        events.add(new Event.JobClosed(end.placed.job()));
        return events;
    }

    /** What ran on a lost node starts again from the beginning, at its old place in the queue. */
    private void fault(Faults.Fault fault) {
        var name = Machines.name(fault.node());
        if (fault.ends()) {
            tell(fault.atSeconds(), List.of(machines.registered(fault.node(), fault.incarnation())));
            return;
        }
        var at = instant(fault.atSeconds());
        var events = new ArrayList<Event>();
        events.add(new Event.NodeLost(name, fault.incarnation(), at));
        events.add(new Event.TimePassed(at));
        for (var end : List.copyOf(running.values()))
            if (end.placed.shares().stream().anyMatch(share -> share.node().equals(name))) {
                ends.remove(end);
                running.remove(end.placed.job());
                for (var share : end.placed.shares())
                    if (!share.node().equals(name))
                        events.add(new Event.RankFinished(end.placed.allocation(), share.rank(), false));
                events.add(new Event.JobRequeued(end.placed.job(), end.placed.attempt(), List.of(), Instant.EPOCH));
            }
        tell(fault.atSeconds(), events);
    }

    private void tell(double seconds, List<Event> events) {
        for (var decision : core.apply(events, instant(seconds)))
            if (decision instanceof Decision.Placed placed) place(seconds, placed);
    }

    private void place(double seconds, Decision.Placed placed) {
        var job = jobs.get(placed.job());
        var end = new End(seconds + job.runSeconds(), started++, job, placed, seconds);
        running.put(placed.job(), end);
        ends.add(end);
        placed.overtaken()
                .ifPresent(receipt ->
                        overtakings.add(new Overtaking(seconds, placed.job(), receipt.head(), receipt.budgetAfter())));
    }

    private static Instant instant(double seconds) {
        return Instant.ofEpochMilli(Math.round(seconds * 1000));
    }
}

package org.sing.whatif.domain;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.sing.scheduling.core.Allocation;
import org.sing.scheduling.core.Answer;
import org.sing.scheduling.core.Core;
import org.sing.scheduling.core.Decision;
import org.sing.scheduling.core.Event;
import org.sing.scheduling.core.Job;
import org.sing.scheduling.core.Share;

/**
 * One way to go on: what the scheduler would hear is told to the very core that decides live, and what it places runs as
 * long as the lengths say, unless a node is lost under it.
 */
final class Life {
    /** What the core keeps to be written down is thrown away from time to time: here nobody writes. */
    private static final int SWEPT_EVERY = 4096;

    private final World world;
    private final int number;
    private final Budget budget;
    private final Core core;
    private final Machines machines;
    private final Diary diary;
    private final PriorityQueue<Moment> moments = new PriorityQueue<>();
    private final TreeMap<String, Running> running = new TreeMap<>();
    private int steps;

    /** In the order of what happens at once: what a node was lost with has not ended. */
    private enum Kind {
        OUTAGE,
        END,
        RIPE,
        ARRIVAL
    }

    private record Moment(Instant at, Kind kind, long order, String name) implements Comparable<Moment> {
        private static final Comparator<Moment> ORDER = Comparator.comparing(Moment::at)
                .thenComparing(Moment::kind)
                .thenComparingLong(Moment::order)
                .thenComparing(Moment::name);

        @Override
        public int compareTo(Moment other) {
            return ORDER.compare(this, other);
        }
    }

    private record Running(String job, int attempt, List<Share> shares, Instant since) {
        boolean on(String node) {
            return shares.stream().anyMatch(share -> share.node().equals(node));
        }

        int gpus() {
            return shares.stream().mapToInt(share -> share.gpus().size()).sum();
        }
    }

    private Life(World world, int number, Budget budget) {
        this.world = world;
        this.number = number;
        this.budget = budget;
        core = new Core(world.settings(), world.snapshot(), 1);
        machines = new Machines(world.snapshot().nodes());
        diary = new Diary(world.begin());
    }

    static Course live(World world, int number, Budget budget) {
        return new Life(world, number, budget).live();
    }

    private Course live() {
        begin();
        while (!moments.isEmpty() && !diary.nothingIsAwaited(running.size(), moments.size())) {
            if (moments.peek().kind == Kind.OUTAGE) turn(world.outages().get((int) moments.poll().order));
            else step();
            budget.step();
            if (++steps % SWEPT_EVERY == 0) sweep();
        }
        return diary.close(this::neverFits);
    }

    private void begin() {
        var begin = world.begin();
        for (var job : world.snapshot().jobs()) {
            if (job.state() != Job.State.QUEUED) continue;
            diary.waits(job.id(), begin);
            if (job.eligibleAt().isAfter(begin)) moments.add(new Moment(job.eligibleAt(), Kind.RIPE, 0, job.id()));
        }
        var placed = new HashMap<String, Job>();
        for (var job : world.snapshot().jobs()) placed.put(job.id(), job);
        for (var allocation : world.snapshot().allocations()) goesOn(allocation, placed.get(allocation.job()));
        for (var i = 0; i < world.arrivals().size(); i++)
            moments.add(new Moment(world.arrivals().get(i).at(), Kind.ARRIVAL, i, ""));
        for (var i = 0; i < world.outages().size(); i++)
            moments.add(new Moment(world.outages().get(i).at(), Kind.OUTAGE, i, ""));
        diary.expects(world.arrivals().size());
        world.changes().forEach(machines::hear);
        diary.gpus(begin, machines.gpus());
        if (!world.changes().isEmpty()) tell(begin, world.changes());
    }

    /** What is told to stop may end any moment. */
    private void goesOn(Allocation allocation, Job job) {
        var shares = allocation.ranks().stream()
                .filter(rank -> rank.phase() != Allocation.Phase.OVER)
                .map(Allocation.Rank::share)
                .toList();
        var age = world.begin().toEpochMilli() - job.placedAt().toEpochMilli();
        var left = allocation.stopping().isPresent() ? 1000 : world.lengths().leftMillis(job.id(), number, age);
        run(
                allocation.id(),
                new Running(job.id(), allocation.attempt(), shares, world.begin()),
                world.begin().plusMillis(left));
    }

    private void step() {
        var at = moments.peek().at;
        var events = new ArrayList<Event>();
        while (!moments.isEmpty() && moments.peek().at.equals(at) && moments.peek().kind != Kind.OUTAGE)
            events.addAll(meaning(moments.poll()));
        if (!events.isEmpty()) tell(at, events);
    }

    private List<Event> meaning(Moment moment) {
        return switch (moment.kind) {
            case OUTAGE -> List.of();
            case END -> finish(moment);
            case RIPE -> List.of(new Event.TimePassed(Instant.EPOCH));
            case ARRIVAL -> {
                var arrival = world.arrivals().get((int) moment.order);
                diary.waits(arrival.submitted().job(), moment.at);
                yield arrival.events();
            }
        };
    }

    /** An end that does not come any more, because a node was lost before, means nothing. */
    private List<Event> finish(Moment moment) {
        var ended = running.remove(moment.name);
        if (ended == null) return List.of();
        diary.ends(ended.job, moment.at, ended.since, ended.gpus());
        var events = new ArrayList<Event>();
        for (var share : ended.shares) events.add(new Event.RankFinished(moment.name, share.rank(), true));
        events.add(new Event.JobClosed(ended.job));
        return events;
    }

    private void turn(Outage outage) {
        if (outage.ends()) machines.back(outage.node()).ifPresent(event -> tell(outage.at(), List.of(event)));
        else machines.lose(outage.node(), outage.at()).ifPresent(event -> lose(outage, event));
        diary.gpus(outage.at(), machines.gpus());
    }

    /** What ran on a lost node starts again from the beginning, at its old place in the queue. */
    private void lose(Outage outage, Event lost) {
        var events = new ArrayList<Event>();
        events.add(lost);
        events.add(new Event.TimePassed(outage.at()));
        for (var allocation : List.copyOf(running.keySet())) {
            var hit = running.get(allocation);
            if (!hit.on(outage.node())) continue;
            running.remove(allocation);
            diary.lost(hit.job, outage.at(), hit.since, hit.gpus());
            for (var share : hit.shares)
                if (!share.node().equals(outage.node()))
                    events.add(new Event.RankFinished(allocation, share.rank(), false));
            events.add(new Event.JobRequeued(hit.job, hit.attempt, List.of(), Instant.EPOCH));
        }
        tell(outage.at(), events);
    }

    private void tell(Instant at, List<Event> events) {
        for (var decision : core.apply(events, at))
            if (decision instanceof Decision.Placed placed) {
                diary.starts(placed.job(), at);
                run(
                        placed.allocation(),
                        new Running(placed.job(), placed.attempt(), placed.shares(), at),
                        at.plusMillis(world.lengths().leftMillis(placed.job(), number, 0)));
            }
    }

    private void run(String allocation, Running what, Instant until) {
        running.put(allocation, what);
        diary.uses(what.since, what.gpus());
        moments.add(new Moment(until, Kind.END, 0, allocation));
    }

    private boolean neverFits(String job) {
        return core.why(job)
                .map(answer -> answer.verdict() == Answer.Verdict.NEVER_FITS)
                .orElse(false);
    }

    private void sweep() {
        core.explain();
        core.changes();
        budget.within(diary.part());
    }
}

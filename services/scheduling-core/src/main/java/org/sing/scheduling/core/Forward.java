package org.sing.scheduling.core;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * When waiting jobs should start: the books of now, lived on by the same core under the same rule, once with short runs,
 * once with usual ones and once with long ones, as far as these were learned. Nobody else arrives and no node fails, so
 * under a rule that lets later arrivals pass it errs on the early side.
 */
public final class Forward {
    private final Core core;
    private final Memory memory;
    private final double part;
    private final Map<String, Job> jobs;
    private final Map<String, Instant> starts = new HashMap<>();
    private final PriorityQueue<Moment> moments =
            new PriorityQueue<>(Comparator.comparing(Moment::at).thenComparing(Moment::what));

    /** @param what of this happens, to order what happens at once */
    private record Moment(Instant at, String what, List<Event> events) {}

    private Forward(Settings settings, Snapshot snapshot, double part) {
        this.part = part;
        core = new Core(settings, snapshot, 1);
        var histories = new Table<History>(History::kind);
        snapshot.histories().forEach(histories::load);
        memory = new Memory(histories);
        jobs = snapshot.jobs().stream().collect(Collectors.toMap(Job::id, Function.identity()));
    }

    /**
     * By job; what does not start within so many starts, or never, has none.
     *
     * @param most starts that are looked ahead
     */
    public static Map<String, StartRange> of(Settings settings, Snapshot snapshot, Instant now, int most) {
        var shortly = new Forward(settings, snapshot, 0.1).live(snapshot, now, most);
        var usually = new Forward(settings, snapshot, 0.5).live(snapshot, now, most);
        var lengthily = new Forward(settings, snapshot, 0.9).live(snapshot, now, most);
        var ranges = new TreeMap<String, StartRange>();
        usually.forEach((job, likely) -> {
            var one = shortly.get(job);
            var other = lengthily.get(job);
            if (one != null && other != null) ranges.put(job, range(one, likely, other));
        });
        return ranges;
    }

    /** With longer runs a job may start earlier, when it passes one that has to wait longer then. */
    private static StartRange range(Instant one, Instant likely, Instant other) {
        var sorted = List.of(one, likely, other).stream().sorted().toList();
        return new StartRange(sorted.get(0), sorted.get(1), sorted.get(2));
    }

    private Map<String, Instant> live(Snapshot snapshot, Instant now, int most) {
        for (var allocation : snapshot.allocations()) {
            var job = jobs.get(allocation.job());
            var left = left(job, Duration.between(job.placedAt(), now));
            ends(job, allocation.id(), allocation.ranks().size(), now.plus(left));
        }
        for (var job : snapshot.jobs())
            if (job.state() == Job.State.QUEUED && job.eligibleAt().isAfter(now))
                moments.add(new Moment(job.eligibleAt(), job.id(), List.of(new Event.TimePassed(Instant.EPOCH))));
        for (var steps = 0; steps < 4 * most && starts.size() < most && !moments.isEmpty(); steps++) step();
        return starts;
    }

    private void step() {
        var at = moments.peek().at;
        var events = new ArrayList<Event>();
        while (!moments.isEmpty() && moments.peek().at.equals(at))
            events.addAll(moments.poll().events);
        for (var decision : core.apply(events, at))
            if (decision instanceof Decision.Placed placed) {
                starts.putIfAbsent(placed.job(), at.truncatedTo(ChronoUnit.SECONDS));
                var job = jobs.get(placed.job());
                ends(job, placed.allocation(), placed.shares().size(), at.plus(left(job, Duration.ZERO)));
            }
    }

    private void ends(Job job, String allocation, int ranks, Instant at) {
        var events = new ArrayList<Event>();
        for (var rank = 0; rank < ranks; rank++) events.add(new Event.RankFinished(allocation, rank, true));
        events.add(new Event.JobClosed(job.id()));
        moments.add(new Moment(at, job.id(), events));
    }

    /** A run that is over its limit, or longer than any known, may end any moment. */
    private Duration left(Job job, Duration age) {
        var seconds = age.toMillis() / 1000.0;
        var whole = memory.forecast(job.ticket()).quantile(part, seconds);
        var limit = job.run().limitSeconds();
        return Duration.ofMillis((long) (1000 * Math.max(1, (limit > 0 ? Math.min(limit, whole) : whole) - seconds)));
    }
}

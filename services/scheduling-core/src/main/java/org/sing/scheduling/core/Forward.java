package org.sing.scheduling.core;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * When waiting jobs should start: the books of now, lived on several times by the same core under the same rules, each
 * time with other lengths of the runs out of what was learned of them. In these lives nobody else arrives and no node fails; by
 * how much that errs is learned from the starts: {@link Aim}.
 */
public final class Forward {
    /** How often it is lived on. The starts part time into one piece more, in each of which the truth is as likely. */
    private static final int LIVES = 19;

    /** Of the starts in order: a tenth of the truth is before this one, half before the next, a tenth after the last. */
    private static final int EARLIEST = 1;

    private static final int LIKELY = 9;
    private static final int LATEST = 17;

    /** What ends any moment. */
    private static final Duration AT_ONCE = Duration.ofSeconds(1);

    private final Settings settings;
    private final Snapshot snapshot;
    private final Instant now;
    private final int most;
    private final Memory memory;
    private final Map<String, Job> jobs;
    private final Map<String, Choice> choices;

    private Forward(Settings settings, Snapshot snapshot, Instant now, int most) {
        this.settings = settings;
        this.snapshot = snapshot;
        this.now = now;
        this.most = most;
        var histories = new Table<History>(History::kind);
        snapshot.histories().forEach(histories::load);
        memory = new Memory(histories);
        jobs = snapshot.jobs().stream().collect(Collectors.toMap(Job::id, Function.identity()));
        choices = snapshot.choices().stream().collect(Collectors.toMap(Choice::group, Function.identity()));
    }

    /**
     * By job. What never starts has none, nor has what does not start soon enough.
     *
     * @param most starts that are looked ahead, and fivefold as many waiting jobs, those that came first
     */
    public static Map<String, StartRange> of(Settings settings, Snapshot snapshot, Instant now, int most) {
        return new Forward(settings, reduced(snapshot, 5L * most), now, most).ranges();
    }

    /**
     * What of it was not said yet; empty for what was said, and cannot be seen any more. Those whom nothing was said come
     * first, then whoever starts first.
     */
    public static Map<String, Optional<StartRange>> news(Settings settings, Snapshot snapshot, Instant now, int most) {
        var forward = new Forward(settings, reduced(snapshot, 5L * most), now, most);
        var ranges = forward.ranges();
        return snapshot.jobs().stream()
                .map(job -> forward.compared(job, Optional.ofNullable(ranges.get(job.id()))))
                .filter(News::isNews)
                .sorted(News.ORDER)
                .collect(Collectors.toMap(News::job, News::seen, (one, other) -> one, LinkedHashMap::new));
    }

    private News compared(Job job, Optional<StartRange> seen) {
        var choice = choices.getOrDefault(job.group(), Choice.none(job.group()));
        var said = job.expected()
                .filter(before -> before.rule().equals(choice.rule()))
                .flatMap(Expected::last);
        return new News(job.id(), seen, said, seen.map(choice.aim()::at));
    }

    /** @param now what would be said of what is seen */
    private record News(String job, Optional<StartRange> seen, Optional<StartRange> said, Optional<StartRange> now) {
        private static final Comparator<News> ORDER = Comparator.<News, Boolean>comparing(news -> news.said.isPresent())
                .thenComparing(news -> news.now.map(StartRange::likely).orElse(Instant.MAX))
                .thenComparing(News::job);

        boolean isNews() {
            return now.map(range -> said.map(range::differs).orElse(true)).orElse(said.isPresent());
        }
    }

    private static Snapshot reduced(Snapshot all, long waiting) {
        var others = all.jobs().stream().filter(job -> job.state() != Job.State.QUEUED);
        var first = all.jobs().stream()
                .filter(job -> job.state() == Job.State.QUEUED)
                .sorted(Comparator.comparingLong(Job::number))
                .limit(waiting);
        return new Snapshot(
                Stream.concat(others, first).toList(),
                all.allocations(),
                all.nodes(),
                all.limits(),
                all.heads(),
                all.histories(),
                all.overtakers(),
                all.choices(),
                all.usages());
    }

    private Map<String, StartRange> ranges() {
        var starts = new HashMap<String, List<Instant>>();
        for (var life = 0; life < LIVES; life++)
            new Life(life)
                    .live()
                    .forEach((job, at) -> starts.computeIfAbsent(job, first -> new ArrayList<>())
                            .add(at));
        var ranges = new TreeMap<String, StartRange>();
        starts.forEach((job, at) -> {
            at.sort(Comparator.naturalOrder());
            if (at.size() > LATEST) ranges.put(job, range(at));
        });
        return ranges;
    }

    private StartRange range(List<Instant> starts) {
        return StartRange.inSeconds(starts.get(EARLIEST), starts.get(LIKELY), starts.get(LATEST), now);
    }

    /** @param what of this happens, to order what happens at once */
    private record Moment(Instant at, String what, List<Event> events) implements Comparable<Moment> {
        private static final Comparator<Moment> ORDER =
                Comparator.comparing(Moment::at).thenComparing(Moment::what);

        @Override
        public int compareTo(Moment other) {
            return ORDER.compare(this, other);
        }
    }

    private final class Life {
        private final int number;
        private final Core core = new Core(settings, snapshot, 1);
        private final Map<String, Instant> starts = new HashMap<>();
        private final PriorityQueue<Moment> moments = new PriorityQueue<>();

        Life(int number) {
            this.number = number;
        }

        Map<String, Instant> live() {
            for (var allocation : snapshot.allocations()) {
                var job = jobs.get(allocation.job());
                var stops = allocation.stopping().isPresent();
                var left = stops ? AT_ONCE : left(job, Duration.between(job.placedAt(), now));
                ends(job, allocation.id(), allocation.ranks().size(), now.plus(left));
            }
            for (var job : jobs.values())
                if (job.state() == Job.State.QUEUED && job.eligibleAt().isAfter(now))
                    moments.add(new Moment(job.eligibleAt(), job.id(), List.of(new Event.TimePassed(Instant.EPOCH))));
            while (starts.size() < most && !moments.isEmpty()) step();
            return starts;
        }

        private void step() {
            var at = moments.peek().at;
            var events = new ArrayList<Event>();
            while (!moments.isEmpty() && moments.peek().at.equals(at)) events.addAll(moments.poll().events);
            for (var decision : core.apply(events, at))
                if (decision instanceof Decision.Placed placed) {
                    starts.putIfAbsent(placed.job(), at);
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
            var whole = memory.forecast(job.ticket()).quantile(draw(job), seconds);
            var limit = job.run().limitSeconds();
            return Duration.ofMillis((long)
                    (1000 * Math.max(1, (limit > 0 ? Math.min(limit, whole) : whole) - seconds)));
        }

        /** By lot, but always the same one, so that what is said does not move as long as nothing happens. */
        private double draw(Job job) {
            var mixed = (job.number() * LIVES + number + 1) * 0x9E3779B97F4A7C15L;
            mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
            mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
            return ((mixed ^ mixed >>> 31) >>> 11) * 0x1p-53;
        }
    }
}

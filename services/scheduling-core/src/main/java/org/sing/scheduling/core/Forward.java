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

/**
 * When waiting jobs should start: the books of now, lived on several times by the same core under the same rules, each
 * time with other lengths of the runs out of what was learned of them. In these lives nobody else arrives and no node fails; by
 * how much that errs is learned from the starts: {@link Aim}.
 */
public final class Forward {
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
    private final Lots lots;
    private final Map<String, Job> jobs;
    private final Map<String, Choice> choices;

    private Forward(Settings settings, Snapshot snapshot, Instant now, int most) {
        this.settings = settings;
        this.snapshot = snapshot;
        this.now = now;
        this.most = most;
        lots = new Lots(snapshot, 0);
        jobs = snapshot.jobs().stream().collect(Collectors.toMap(Job::id, Function.identity()));
        choices = snapshot.choices().stream().collect(Collectors.toMap(Choice::group, Function.identity()));
    }

    /**
     * By job. What never starts has none, nor has what does not start soon enough.
     *
     * @param most starts that are looked ahead, and fivefold as many waiting jobs, those that came first
     */
    public static Map<String, StartRange> of(Settings settings, Snapshot snapshot, Instant now, int most) {
        return new Forward(settings, snapshot.first(5L * most), now, most).ranges();
    }

    /**
     * What of it was not said yet; empty for what was said, and cannot be seen any more. Those whom nothing was said come
     * first, then whoever starts first.
     */
    public static Map<String, Optional<StartRange>> news(Settings settings, Snapshot snapshot, Instant now, int most) {
        var forward = new Forward(settings, snapshot.first(5L * most), now, most);
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

    private Map<String, StartRange> ranges() {
        var starts = new HashMap<String, List<Instant>>();
        for (var life = 0; life < Lots.LIVES; life++)
            new Life(life)
                    .live()
                    .forEach((job, at) -> starts.computeIfAbsent(job, first -> new ArrayList<>())
                            .add(at));
        var ranges = new TreeMap<String, StartRange>();
        starts.forEach((job, at) -> range(at, now).ifPresent(range -> ranges.put(job, range)));
        return ranges;
    }

    /** @param starts of one job in all lives; of what does not start in nearly all of them nothing is said */
    public static Optional<StartRange> range(List<Instant> starts, Instant now) {
        if (starts.size() <= LATEST) return Optional.empty();
        var sorted = starts.stream().sorted().toList();
        return Optional.of(StartRange.inSeconds(sorted.get(EARLIEST), sorted.get(LIKELY), sorted.get(LATEST), now));
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
            for (var window : snapshot.windows())
                for (var at : List.of(window.from(), window.until()))
                    if (at.isAfter(now) && window.phase() != Window.Phase.OVER)
                        moments.add(new Moment(at, window.name(), List.of(new Event.TimePassed(Instant.EPOCH))));
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
            return Duration.ofMillis((long) (1000 * Math.max(1, lots.seconds(job, number, seconds) - seconds)));
        }
    }
}

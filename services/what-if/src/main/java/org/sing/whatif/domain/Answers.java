package org.sing.whatif.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.sing.scheduling.core.Event;
import org.sing.scheduling.core.Forward;
import org.sing.scheduling.core.Job;
import org.sing.scheduling.core.Lots;
import org.sing.scheduling.core.Snapshot;
import org.sing.schemas.SimulationResult;
import org.sing.schemas.SimulationResult.JobStart;
import org.sing.schemas.SimulationResult.Start;
import org.sing.schemas.SimulationResult.Variant;

/** Answers a question about the live queue: the same lives with and without the change. */
public final class Answers {
    /** Nodes that fail by chance do so for at least as long as any queue takes. */
    private static final Duration HORIZON = Duration.ofDays(30);

    private final Errand errand;
    private final Budget budget;

    private Answers(Errand errand, Budget budget) {
        this.errand = errand;
        this.budget = budget;
    }

    public static SimulationResult to(Errand errand, Budget budget) {
        return new Answers(errand, budget).ofQueue();
    }

    private SimulationResult ofQueue() {
        var most = errand.bounds().waitingJobs();
        var snapshot = errand.snapshot().first(most);
        var leftOut = errand.snapshot().jobs().size() - snapshot.jobs().size();
        var present = new Present(errand.settings(), snapshot);
        budget.parts(2 * Lots.LIVES);
        var baseline = world(present, List.of(), List.of());
        var before = new Reckoning(lives(baseline));
        var events = present.changed(errand.question().change());
        var after = new Reckoning(lives(world(present, events, outages(snapshot, events))));
        return result(present, events, before, after, leftOut);
    }

    private World world(Present present, List<Event> changes, List<Outage> outages) {
        var jobs = present.snapshot().jobs().stream().collect(Collectors.toMap(Job::id, Function.identity()));
        var lots = new Lots(present.snapshot(), errand.question().seed());
        Lengths lengths = (job, life, age) -> {
            var seconds = age / 1000.0;
            return (long) (1000 * Math.max(1, lots.seconds(jobs.get(job), life, seconds) - seconds));
        };
        return new World(present.settings(), present.snapshot(), errand.now(), changes, List.of(), outages, lengths);
    }

    private List<Outage> outages(Snapshot snapshot, List<Event> changes) {
        return errand.question()
                .change()
                .failures()
                .map(failures -> Breakdowns.of(
                        failures,
                        machines(snapshot, changes).open(),
                        errand.now(),
                        errand.now().plus(HORIZON),
                        errand.question().seed()))
                .orElse(List.of());
    }

    private static Machines machines(Snapshot snapshot, List<Event> changes) {
        var machines = new Machines(snapshot.nodes());
        changes.forEach(machines::hear);
        return machines;
    }

    private List<Course> lives(World world) {
        var lives = new ArrayList<Course>();
        for (var life = 0; life < Lots.LIVES; life++) {
            lives.add(Life.live(world, life, budget));
            budget.partDone();
        }
        return lives;
    }

    private SimulationResult result(
            Present present, List<Event> events, Reckoning before, Reckoning after, int leftOut) {
        var length = before.length().compareTo(after.length()) > 0 ? before.length() : after.length();
        var now = machines(present.snapshot(), List.of());
        var then = machines(present.snapshot(), events);
        var rule = errand.question().change().rule().orElse(present.rule());
        return new SimulationResult(
                errand.now(),
                errand.question().seed(),
                Lots.LIVES,
                leftOut,
                List.of(),
                new Variant(present.rule(), now.open().size(), now.gpus(), before.figures(), before.series(length)),
                new Variant(rule, then.open().size(), then.gpus(), after.figures(), after.series(length)),
                jobs(present, before, after));
    }

    private List<JobStart> jobs(Present present, Reckoning before, Reckoning after) {
        var baseline = starts(before);
        var changed = starts(after);
        return present.snapshot().jobs().stream()
                .filter(job -> job.state() == Job.State.QUEUED)
                .filter(job -> errand.all() || job.account().owner().equals(errand.asker()))
                .sorted(Comparator.comparingLong(Job::number))
                .limit(errand.bounds().jobStarts())
                .map(job -> new JobStart(
                        job.id(), job.number(), start(baseline.get(job.id())), start(changed.get(job.id()))))
                .toList();
    }

    private Optional<Start> start(List<Instant> starts) {
        return Optional.ofNullable(starts)
                .flatMap(all -> Forward.range(all, errand.now()))
                .map(range -> new Start(range.earliest(), range.likely(), range.latest()));
    }

    private static Map<String, List<Instant>> starts(Reckoning lives) {
        var starts = new HashMap<String, List<Instant>>();
        for (var course : lives.lives())
            for (var ran : course.ran())
                starts.computeIfAbsent(ran.job(), first -> new ArrayList<>()).add(ran.started());
        return starts;
    }
}

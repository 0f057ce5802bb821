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
import org.sing.schemas.SimulationResult;
import org.sing.schemas.SimulationResult.JobStart;
import org.sing.schemas.SimulationResult.Skipped;
import org.sing.schemas.SimulationResult.Start;
import org.sing.traces.Trace;

/** Answers a question: the same input under the setting of now, and with the change. */
public final class Answers {
    /** Nodes that fail by chance do so for at least as long as any queue takes. */
    private static final Duration HORIZON = Duration.ofDays(30);

    private final Errand errand;
    private final Budget budget;

    private Answers(Errand errand, Budget budget) {
        this.errand = errand;
        this.budget = budget;
    }

    /** @param trace of a question that brings one */
    public static SimulationResult to(Errand errand, Optional<Trace> trace, Budget budget) {
        var answers = new Answers(errand, budget);
        return trace.map(answers::ofTrace).orElseGet(answers::ofQueue);
    }

    private SimulationResult ofTrace(Trace trace) {
        var present = new Present(errand.settings(), errand.snapshot());
        var worlds = new Replayed(trace, present, errand.question());
        var skipped = trace.skipped().entrySet().stream()
                .map(entry -> new Skipped(
                        entry.getKey(),
                        entry.getValue().rows(),
                        entry.getValue().first()))
                .toList();
        return compared(worlds.baseline(), worlds.changed(), 1, 0, skipped, List.of());
    }

    /** The run lengths of waiting jobs are not known, so it is lived on several times. */
    private SimulationResult ofQueue() {
        var snapshot = errand.snapshot().first(errand.bounds().waitingJobs());
        var leftOut = errand.snapshot().jobs().size() - snapshot.jobs().size();
        var present = new Present(errand.settings(), snapshot);
        var change = errand.question().change();
        var baseline = new Setting(present.rule(), world(present, List.of()));
        var changed = new Setting(change.rule().orElse(present.rule()), world(present, present.changed(change)))
                .failing(change.failures(), errand.question().seed(), HORIZON);
        var asked = snapshot.jobs().stream()
                .filter(job -> job.state() == Job.State.QUEUED)
                .filter(job -> errand.all() || job.account().owner().equals(errand.asker()))
                .sorted(Comparator.comparingLong(Job::number))
                .limit(errand.bounds().jobStarts())
                .toList();
        return compared(baseline, changed, Lots.LIVES, leftOut, List.of(), asked);
    }

    private World world(Present present, List<Event> changes) {
        var jobs = present.snapshot().jobs().stream().collect(Collectors.toMap(Job::id, Function.identity()));
        var lots = new Lots(present.snapshot(), errand.question().seed());
        Lengths lengths = (job, life, age) -> {
            var seconds = age / 1000.0;
            return (long) (1000 * Math.max(1, lots.seconds(jobs.get(job), life, seconds) - seconds));
        };
        return new World(present.settings(), present.snapshot(), errand.now(), changes, List.of(), List.of(), lengths);
    }

    private SimulationResult compared(
            Setting baseline, Setting changed, int lives, int leftOut, List<Skipped> skipped, List<Job> asked) {
        budget.parts(2 * lives);
        var before = baseline.live(lives, budget);
        var after = changed.live(lives, budget);
        var length = before.length().compareTo(after.length()) > 0 ? before.length() : after.length();
        return new SimulationResult(
                errand.now(),
                errand.question().seed(),
                lives,
                leftOut,
                skipped,
                baseline.variant(before, length),
                changed.variant(after, length),
                starts(asked, starts(before), starts(after)));
    }

    private List<JobStart> starts(
            List<Job> asked, Map<String, List<Instant>> before, Map<String, List<Instant>> after) {
        return asked.stream()
                .map(job ->
                        new JobStart(job.id(), job.number(), start(before.get(job.id())), start(after.get(job.id()))))
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

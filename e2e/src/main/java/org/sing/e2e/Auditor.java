package org.sing.e2e;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toCollection;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.sing.e2e.Evidence.Line;
import org.sing.e2e.Evidence.Run;
import org.sing.schemas.Catalogue;
import org.sing.schemas.CommandOutcome;
import org.sing.schemas.Envelope;
import org.sing.schemas.ExecutionEvent;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobPhase;
import org.sing.schemas.SchedulingEvent;

/**
 * Judges a finished campaign by the invariants of {@code docs/architecture.md}. Pure: evidence in, violations out; it shares
 * no code with what it judges but the message records.
 */
public final class Auditor {
    private final Evidence evidence;
    private final List<String> violations = new ArrayList<>();
    private final Map<String, List<Record>> jobEvents = new HashMap<>();
    private final Map<String, List<SchedulingEvent.Placed>> placements = new HashMap<>();
    private final Map<String, List<ExecutionEvent.Finished>> finishes = new HashMap<>();

    private Auditor(Evidence evidence) {
        this.evidence = evidence;
        for (var event : distinct(evidence.events())) {
            var record = Catalogue.open(event).orElse(null);
            switch (record) {
                case JobEvent e ->
                    jobEvents.computeIfAbsent(e.job(), j -> new ArrayList<>()).add(record);
                case CommandOutcome o ->
                    jobEvents
                            .computeIfAbsent(event.key(), j -> new ArrayList<>())
                            .add(record);
                case SchedulingEvent.Placed p ->
                    placements.computeIfAbsent(p.job(), j -> new ArrayList<>()).add(p);
                case ExecutionEvent.Finished f ->
                    finishes.computeIfAbsent(f.job(), j -> new ArrayList<>()).add(f);
                case null, default -> {}
            }
        }
    }

    /** Every broken invariant, by its name; empty when all hold. */
    public static List<String> audit(Evidence evidence) {
        var auditor = new Auditor(evidence);
        auditor.noGpuTwice();
        auditor.noJobLost();
        auditor.oneTerminalState();
        auditor.attemptsWithoutGaps();
        auditor.billedToTheSecond();
        auditor.cancelWins();
        auditor.gangsWhole();
        auditor.committedIsPublished();
        auditor.nothingLeaks();
        return auditor.violations;
    }

    /** I1. */
    private void noGpuTwice() {
        var byGpu = new HashMap<String, List<Run>>();
        for (var run : evidence.runs())
            for (var gpu : run.gpus())
                byGpu.computeIfAbsent(run.node() + " " + gpu, g -> new ArrayList<>())
                        .add(run);
        byGpu.forEach((gpu, runs) -> {
            runs.sort((a, b) -> Long.compare(a.startedMillis(), b.startedMillis()));
            for (int i = 1; i < runs.size(); i++)
                if (runs.get(i - 1).overlaps(runs.get(i)))
                    violate(
                            "I1",
                            gpu + " held by " + runs.get(i - 1).allocation() + " and "
                                    + runs.get(i).allocation());
        });
    }

    /** I2. */
    private void noJobLost() {
        for (var job : evidence.acknowledged()) {
            var known = jobEvents.getOrDefault(job, List.of());
            if (known.isEmpty()) violate("I2", job + " was acknowledged and is nowhere");
            else if (known.stream().noneMatch(Auditor::terminal)) violate("I2", job + " never came to an end");
        }
    }

    /** I3, first half. */
    private void oneTerminalState() {
        jobEvents.forEach((job, events) -> {
            var ends = events.stream().filter(Auditor::terminal).count();
            if (ends > 1) violate("I3", job + " ended " + ends + " times");
            var over = false;
            for (var event : events) {
                if (over && event instanceof JobEvent) violate("I3", job + " went on after its end: " + event);
                over |= terminal(event);
            }
        });
    }

    /** I3, second half: attempts are 1..n, and one is over before the next is alive. */
    private void attemptsWithoutGaps() {
        placements.forEach((job, placed) -> {
            var numbers = placed.stream()
                    .map(SchedulingEvent.Placed::attempt)
                    .sorted()
                    .toList();
            for (int i = 0; i < numbers.size(); i++)
                if (numbers.get(i) != i + 1) violate("I3", job + " has attempts " + numbers);
        });
        var byJob = evidence.runs().stream().collect(groupingBy(Run::job));
        byJob.forEach((job, runs) -> {
            for (var a : runs)
                for (var b : runs)
                    if (a.attempt() < b.attempt() && a.overlaps(b))
                        violate("I3", job + " ran attempts " + a.attempt() + " and " + b.attempt() + " at once");
            var seen = new HashSet<String>();
            for (var run : runs)
                if (!seen.add(run.attempt() + "/" + run.rank() + "/" + run.node()))
                    violate("I3", job + " started rank " + run.rank() + " of attempt " + run.attempt() + " twice");
        });
    }

    /** I4: the ledger says what the journals say, once. */
    private void billedToTheSecond() {
        var lines = new TreeMap<String, Line>();
        for (var line : evidence.ledger()) {
            var key = line.job() + "/" + line.attempt() + "/" + line.rank() + "/" + line.kind();
            if (lines.put(key, line) != null) violate("I4", key + " is billed twice");
            if (line.gpuSeconds() != line.seconds() * line.gpus()
                    && !line.kind().equals("refund"))
                violate("I4", key + ": " + line.seconds() + " s x " + line.gpus() + " is not " + line.gpuSeconds());
        }
        for (var run : evidence.runs()) {
            if (run.billed() < 0) continue;
            var line = lines.get(run.job() + "/" + run.attempt() + "/" + run.rank() + "/usage");
            if (line == null) violate("I4", run.allocation() + " rank " + run.rank() + " ran and is not billed");
            else if (line.seconds() > run.billed())
                violate("I4", run.allocation() + " ran " + run.billed() + " s and is billed " + line.seconds());
            else if (line.seconds() < run.billed() && !lost(run))
                violate("I4", run.allocation() + " ran " + run.billed() + " s and is billed only " + line.seconds());
        }
        var cluster = evidence.ledger().stream().mapToLong(Line::gpuSeconds).sum();
        for (var by : List.<java.util.function.Function<Line, String>>of(Line::owner, Line::project, Line::job)) {
            var sums = evidence.ledger().stream()
                    .collect(groupingBy(by, java.util.stream.Collectors.summingLong(Line::gpuSeconds)));
            if (sums.values().stream().mapToLong(Long::longValue).sum() != cluster)
                violate("I4", "sums differ from " + cluster);
        }
    }

    /** I6: a cancelled job is over and nothing of it lives. */
    private void cancelWins() {
        for (var job : evidence.cancelled())
            if (jobEvents.getOrDefault(job, List.of()).stream().noneMatch(Auditor::terminal))
                violate("I6", job + " was cancelled and is not over");
        evidence.survivors().forEach(allocation -> violate("I6", "a process of " + allocation + " lives on"));
    }

    /** I8: a placement holds all the nodes that the job asked for. */
    private void gangsWhole() {
        jobEvents.forEach((job, events) -> {
            for (var event : events)
                if (event instanceof JobEvent.Submitted submitted)
                    for (var placed : placements.getOrDefault(job, List.of())) {
                        var gpus = placed.shares().stream()
                                .mapToInt(share -> share.gpus().size())
                                .sum();
                        var nodes = placed.shares().stream()
                                .map(SchedulingEvent.Share::node)
                                .distinct()
                                .count();
                        if (gpus != submitted.spec().gpus()
                                || nodes != submitted.spec().nodes())
                            violate("I8", placed.allocation() + " got " + gpus + " GPUs on " + nodes + " nodes");
                    }
        });
    }

    /** I11: what committed is what is on the topics. */
    private void committedIsPublished() {
        var published = evidence.events().stream().map(Auditor::identity).collect(toCollection(HashSet::new));
        evidence.outboxes().forEach((service, ids) -> {
            var missing = new TreeSet<>(ids);
            missing.removeAll(published);
            if (!missing.isEmpty()) violate("I11", service + " committed and never published " + sample(missing));
            var phantom = published.stream()
                    .filter(id -> id.startsWith("/services/" + service + " ") && !ids.contains(id))
                    .collect(toCollection(TreeSet::new));
            if (!phantom.isEmpty()) violate("I11", service + " published and never committed " + sample(phantom));
        });
    }

    /** L1. */
    private void nothingLeaks() {
        evidence.openAllocations().forEach(allocation -> violate("L1", allocation + " is still held"));
        evidence.outboxPending().forEach((service, count) -> {
            if (count > 0) violate("L1", service + " has " + count + " unpublished messages");
        });
        for (var run : evidence.runs())
            if (run.endedMillis() < 0) violate("L1", run.allocation() + " has no end in the journal of " + run.node());
    }

    /** Billed to its last renewal: the attempt ended without the agent's word. */
    private boolean lost(Run run) {
        return evidence.events().stream()
                .map(event -> Catalogue.open(event).orElse(null))
                .anyMatch(record -> record instanceof SchedulingEvent.AttemptEnded ended
                        && ended.allocation().equals(run.allocation()));
    }

    private static boolean terminal(Record event) {
        return switch (event) {
            case JobEvent.Finished finished -> finished.phase().terminal() && finished.phase() != JobPhase.UNKNOWN;
            case JobEvent.Rejected rejected -> true;
            default -> false;
        };
    }

    private static String identity(Envelope event) {
        return event.source() + " " + event.id();
    }

    private static List<Envelope> distinct(List<Envelope> events) {
        var seen = new HashSet<String>();
        return events.stream()
                .filter(event -> seen.add(event.topic() + " " + identity(event)))
                .toList();
    }

    private static String sample(Set<String> ids) {
        return ids.size() + " messages, such as " + ids.iterator().next();
    }

    private void violate(String invariant, String what) {
        violations.add(invariant + ": " + what);
    }
}

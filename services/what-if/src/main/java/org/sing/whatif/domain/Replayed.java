package org.sing.whatif.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.sing.scheduling.core.Account;
import org.sing.scheduling.core.Event;
import org.sing.scheduling.core.Limit;
import org.sing.scheduling.core.Request;
import org.sing.scheduling.core.Rule;
import org.sing.scheduling.core.Run;
import org.sing.scheduling.core.Snapshot;
import org.sing.schemas.SimulationQuestion;
import org.sing.traces.Trace;
import org.sing.traces.Traced;

/** The worlds of a trace: empty equal nodes, the limits of now, and jobs that run as long as they ran. */
final class Replayed {
    private static final Instant BEGIN = Instant.EPOCH;

    /** Nodes that fail by chance go on doing so for so long after the last arrival. */
    private static final Duration HORIZON = Duration.ofDays(30);

    private final Trace trace;
    private final Present present;
    private final SimulationQuestion question;
    private final SimulationQuestion.Machines machines;

    Replayed(Trace trace, Present present, SimulationQuestion question) {
        this.trace = trace;
        this.present = present;
        this.question = question;
        machines = question.trace()
                .flatMap(SimulationQuestion.Trace::machines)
                .orElseGet(() -> new SimulationQuestion.Machines(
                        Math.max(1, present.open().size()),
                        Math.max(1, present.usual().gpus().size())));
    }

    Setting baseline() {
        return setting(present.rule(), machines, List.of());
    }

    Setting changed() {
        var change = question.change();
        var others = new SimulationQuestion.Machines(
                change.nodes().orElse(machines.nodes()), change.gpusPerNode().orElse(machines.gpusPerNode()));
        return setting(change.rule().orElse(present.rule()), others, present.limits(change))
                .failing(change.failures(), question.seed(), HORIZON.plus(last()));
    }

    private Duration last() {
        return Duration.ofMillis(millis(trace.jobs().getLast().submitSeconds()));
    }

    private Setting setting(String rule, SimulationQuestion.Machines on, List<Event> limits) {
        var events = new ArrayList<Event>();
        for (var number = 1; number <= on.nodes(); number++)
            events.add(Present.joined("node-%05d".formatted(number), present.usual(), on.gpusPerNode()));
        events.add(nobody());
        events.addAll(limits);
        var snapshot = new Snapshot(List.of(), List.of(), List.of(), limits(), List.of());
        var settings = present.settings().with(Present.GROUP, Rule.named(rule));
        var world = new World(settings, snapshot, BEGIN, events, arrivals(on), List.of(), lengths());
        return new Setting(rule, world);
    }

    /**
     * Whoever sends a trace may name anybody in it, and must not learn their limits: there only those of everybody count. A
     * recorded range is for those who see all.
     */
    private List<Limit> limits() {
        return present.snapshot().limits().stream()
                .filter(limit -> question.from().equals("range") || limit.name().equals(Limit.DEFAULT))
                .toList();
    }

    /** A trace that names no users would else be of one user, and under that user's limits. */
    private static Event nobody() {
        return new Event.LimitChanged(new Limit(Limit.Scope.USER, "", 1, 0, 0, 0));
    }

    private List<Arrival> arrivals(SimulationQuestion.Machines on) {
        var arrivals = new ArrayList<Arrival>();
        for (var number = 0; number < trace.jobs().size(); number++) {
            var job = trace.jobs().get(number);
            arrivals.add(new Arrival(
                    BEGIN.plusMillis(millis(job.submitSeconds())),
                    new Event.JobSubmitted(
                            Integer.toString(number),
                            number + 1,
                            Present.GROUP,
                            new Account(job.user(), job.project()),
                            request(job, on),
                            new Run(job.name(), job.limitSeconds()))));
        }
        return arrivals;
    }

    /** Up to one node's GPUs on one node, more on whole nodes, unless its log says on how many. */
    private static Request request(Traced job, SimulationQuestion.Machines on) {
        if (job.nodes() > 0) return request(job.nodes(), Math.ceilDiv(job.gpus(), job.nodes()));
        if (job.gpus() <= on.gpusPerNode()) return request(1, job.gpus());
        return request(Math.ceilDiv(job.gpus(), on.gpusPerNode()), on.gpusPerNode());
    }

    private static Request request(int nodes, int gpus) {
        return new Request(nodes, gpus, "", 0, 0, List.of());
    }

    private Lengths lengths() {
        return (job, life, age) ->
                millis(trace.jobs().get(Integer.parseInt(job)).runSeconds());
    }

    private static long millis(double seconds) {
        return Math.round(1000 * seconds);
    }
}

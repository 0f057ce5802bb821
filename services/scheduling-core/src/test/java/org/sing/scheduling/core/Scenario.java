package org.sing.scheduling.core;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A campus in a test: what happened so far, and what the scheduler said upon the last thing that happened. */
final class Scenario {
    private static final Instant START = Instant.parse("2026-09-01T08:00:00Z");
    private final Core core;
    private Instant now = START;
    private List<Decision> last = List.of();

    private Scenario(Settings settings) {
        core = new Core(settings, Snapshot.EMPTY, 1);
    }

    static Scenario campus() {
        return campus(Rule.SING);
    }

    static Scenario campus(Rule rule) {
        return campus(Settings.DEFAULT.with(rule));
    }

    static Scenario campus(Settings settings) {
        return new Scenario(settings);
    }

    Core core() {
        return core;
    }

    Instant now() {
        return now;
    }

    Scenario node(String name, int gpus) {
        return node(name, "A", gpus, 1);
    }

    Scenario node(String name, String model, int gpus, long incarnation, Event.Live... adopted) {
        var ids = IntStream.range(0, gpus)
                .mapToObj(gpu -> new Node.Gpu("gpu" + gpu, model))
                .toList();
        return when(new Event.NodeRegistered(name, "default", incarnation, ids, 40, 256, List.of(adopted)));
    }

    /** A job of {@code gpus} GPUs on one node; its number is that in its name. */
    Scenario job(String name, int gpus) {
        return job(name, request(1, gpus));
    }

    Scenario job(String name, int nodes, int gpus) {
        return job(name, request(nodes, gpus));
    }

    Scenario job(String name, Request request) {
        return job(name, new Account("ann", ""), request);
    }

    Scenario job(String name, Account account, Request request) {
        var number = Long.parseLong(name.replaceAll("\\D", ""));
        when(new Event.JobSubmitted(name, number, "default", account, request));
        return when(new Event.JobQueued(name, 1));
    }

    Scenario finished(String allocation) {
        return when(new Event.RankFinished(allocation, 0, true));
    }

    Scenario limit(String user, long jobs, long gpus, long nodes) {
        return when(new Event.LimitChanged(new Limit(Limit.Scope.USER, user, now.getEpochSecond(), jobs, gpus, nodes)));
    }

    Scenario after(long seconds) {
        now = now.plus(Duration.ofSeconds(seconds));
        return this;
    }

    /** Time passes, and all that the agents said until now has been heard. */
    Scenario timePasses(long seconds) {
        return after(seconds).when(new Event.TimePassed(now));
    }

    Scenario when(Event event) {
        var said = new ArrayList<>(core.apply(event, now));
        said.addAll(core.explain());
        last = said;
        return this;
    }

    /** The whole outcome of the last event, in words. */
    Scenario then(String... expected) {
        assertEquals(List.of(expected), last.stream().flatMap(Scenario::words).toList());
        return this;
    }

    /** The outcome without the commands to agents. */
    Scenario thenFacts(String... expected) {
        assertEquals(
                List.of(expected),
                last.stream()
                        .filter(decision -> !(decision instanceof Decision.Command))
                        .flatMap(Scenario::words)
                        .toList());
        return this;
    }

    /** Why a job waits, with the limit, the use and the wish. */
    Scenario thenWaits(String job, String constraint, long limit, long current, long requested, String detail) {
        var answer = core.why(job).orElseThrow();
        assertEquals(
                "%s %d %d %d %s".formatted(constraint, limit, current, requested, detail),
                "%s %d %d %d %s"
                        .formatted(
                                answer.constraint(),
                                answer.limit(),
                                answer.current(),
                                answer.requested(),
                                answer.detail()));
        return this;
    }

    /** Why the job that the last event placed went where it went. */
    Scenario thenPlaced(String reason) {
        assertEquals(
                List.of(reason),
                last.stream()
                        .filter(Decision.Placed.class::isInstance)
                        .map(decision -> ((Decision.Placed) decision).reason())
                        .toList());
        return this;
    }

    private static Stream<String> words(Decision decision) {
        return Stream.of(
                switch (decision) {
                    case Decision.Placed d -> d.allocation() + " on " + places(d);
                    case Decision.Released d -> d.allocation() + " released";
                    case Decision.AttemptEnded d -> d.allocation() + " ended " + d.cause() + " of " + d.node();
                    case Decision.Withdrawn d -> d.job() + " withdrawn";
                    case Decision.Waits d ->
                        d.job() + " waits: " + d.answer().verdict() + "/"
                                + d.answer().constraint();
                    case Decision.CordonAcknowledged d ->
                        d.node() + " cordoned, in flight "
                                + d.inFlight().stream()
                                        .map(Decision.InFlight::allocation)
                                        .toList();
                    case Decision.RuleChanged d -> d.group() + " is under " + d.rule() + " after " + d.before();
                    case Decision.RuleAnswered d ->
                        d.command() + " "
                                + d.refusal()
                                        .map(refusal -> "refused: " + refusal.code() + ", " + refusal.detail())
                                        .orElse("accepted");
                    case Decision.ReservationChanged d ->
                        "reservation " + d.name() + " is " + d.window().phase();
                    case Decision.ReservationAnswered d ->
                        d.command()
                                + d.refusal()
                                        .map(it -> " refused: " + it.detail())
                                        .orElse(" accepted");
                    case Decision.Start d -> "start " + d.allocation() + " at " + d.node() + " under " + d.epoch();
                    case Decision.Stop d -> "stop " + d.allocation() + " at " + d.node() + " " + d.cause();
                    case Decision.Cordon d -> "cordon " + d.node() + " " + d.cordoned();
                });
    }

    private static String places(Decision.Placed placed) {
        return String.join(",", placed.shares().stream().map(Share::node).toList())
                + placed.overtaken()
                        .map(o -> " past " + o.head() + " " + o.budgetBefore() + "->" + o.budgetAfter())
                        .orElse("");
    }

    static Request request(int nodes, int gpus) {
        return new Request(nodes, gpus, "", 0, 0, List.of());
    }
}

package org.sing.scheduling;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.sing.bus.testkit.TestBus;
import org.sing.schemas.AccountingMessage;
import org.sing.schemas.Catalogue;
import org.sing.schemas.EndCause;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.ExecutionCommand;
import org.sing.schemas.ExecutionEvent;
import org.sing.schemas.GroupMessage;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobPhase;
import org.sing.schemas.JobSpec;
import org.sing.schemas.NodeEvent;
import org.sing.schemas.NodeTelemetry;
import org.sing.schemas.Requester;
import org.sing.schemas.ReservationMessage;
import org.sing.schemas.SchedulingEvent;
import org.sing.schemas.Topics;

/** What the other services and the agents would say, with the sequences that they would count. */
final class Others {
    private static final Envelopes SUBMISSION = Envelopes.of("/services/submission");
    private static final Envelopes NODE_MONITOR = Envelopes.of("/services/node-monitor");
    private static final Envelopes ACCOUNTING = Envelopes.of("/services/accounting");
    private static final Cause ANN = new Cause("chain", "cause", "ann", "");
    static final Requester OPERATOR = new Requester("ada", List.of("operator"), List.of());
    static final Requester STUDENT = new Requester("ada", List.of("researcher"), List.of("vision"));
    private static long lastNumber;

    private final TestBus bus;
    private final Map<String, Long> sequences = new HashMap<>();

    Others(TestBus bus) {
        this.bus = bus;
    }

    /** A name that no other test uses. */
    static String fresh(String prefix) {
        return prefix + "-" + UUID.randomUUID().toString().substring(0, 8);
    }

    static JobSpec spec(int nodes, int gpus, String model) {
        return spec("default", nodes, gpus, model);
    }

    static JobSpec spec(String group, int nodes, int gpus, String model) {
        return new JobSpec(
                "train",
                List.of("python train.py"),
                Map.of("SEED", "1"),
                nodes,
                gpus,
                Optional.of(model),
                0,
                0,
                3600,
                group,
                true,
                false);
    }

    void node(String node, int gpus, String model, long incarnation, NodeTelemetry.Live... adopted) {
        node(node, "default", gpus, model, incarnation, adopted);
    }

    void node(String node, String group, int gpus, String model, long incarnation, NodeTelemetry.Live... adopted) {
        var found = IntStream.range(0, gpus)
                .mapToObj(gpu -> new NodeTelemetry.Gpu("GPU-" + gpu, gpu, model, 24L << 30, true))
                .toList();
        tell(
                node,
                new NodeEvent.Registered(
                        node, incarnation, "s", "b", false, found, 40, 256L << 30, 60, List.of(adopted), group));
    }

    void tell(String node, NodeEvent event) {
        bus.publish(NODE_MONITOR.fact(
                Topics.NODE_EVENTS, node, "nodes/" + node, next(node), ANN, Instant.now(), (Record) event));
    }

    void renewal(String node, long incarnation, long number, long lastCommand, NodeTelemetry.Live... live) {
        var renewal = new NodeTelemetry.Renewal(node, incarnation, "b", number, lastCommand, List.of(live));
        bus.publish(Envelopes.of("/nodes/" + node)
                .message(
                        node + "-" + incarnation + "-" + number,
                        Topics.NODE_TELEMETRY,
                        node,
                        "nodes/" + node,
                        ANN,
                        Instant.now(),
                        renewal));
    }

    String submit(String owner, JobSpec spec) {
        var job = fresh("job");
        bus.publish(submission(job, owner, spec));
        return job;
    }

    /** Submitted and queued. */
    List<Envelope> submission(String job, String owner, JobSpec spec) {
        return List.of(
                about(job, new JobEvent.Submitted(job, number(), owner, "vision", spec, Instant.now())),
                about(job, new JobEvent.Queued(job, 1)));
    }

    void tell(String job, JobEvent event) {
        bus.publish(about(job, event));
    }

    void close(String job) {
        tell(
                job,
                new JobEvent.Finished(
                        job,
                        1,
                        JobPhase.SUCCEEDED,
                        EndCause.EXITED,
                        Optional.of(0),
                        Optional.empty(),
                        "none",
                        "ok",
                        "It ended."));
    }

    void started(ExecutionCommand.Start start) {
        say(
                start,
                new ExecutionEvent.Started(
                        start.job(),
                        start.attempt(),
                        start.allocation(),
                        start.node(),
                        start.incarnation(),
                        start.rank(),
                        start.peers().size(),
                        start.gpus(),
                        4711,
                        Instant.now()));
    }

    Envelope ended(ExecutionCommand.Start start) {
        return of(start, finish(start, 0));
    }

    void finished(ExecutionCommand.Start start, int exitCode) {
        say(start, finish(start, exitCode));
    }

    static ExecutionEvent.Finished finish(ExecutionCommand.Start start, int exitCode) {
        return new ExecutionEvent.Finished(
                start.job(),
                start.attempt(),
                start.allocation(),
                start.node(),
                start.incarnation(),
                start.rank(),
                start.peers().size(),
                start.gpus(),
                true,
                EndCause.EXITED,
                Optional.of(exitCode),
                Optional.empty(),
                Optional.of(Instant.now()),
                Instant.now(),
                1000,
                1,
                0,
                "");
    }

    void limit(String user, long version, long runningJobs) {
        bus.publish(ACCOUNTING.message(
                UUID.randomUUID().toString(),
                Topics.ACCOUNTING_STATE,
                "user/" + user,
                "limits/user/" + user,
                ANN,
                Instant.now(),
                new AccountingMessage.Limits("user", user, version, runningJobs, 0, 0)));
    }

    /** Returns the id of the command. */
    String choose(String group, String rule, String... roles) {
        var id = UUID.randomUUID().toString();
        bus.publish(Envelopes.of("/services/gateway")
                .message(
                        id,
                        Topics.SCHEDULING_COMMANDS,
                        group,
                        "groups/" + group,
                        new Cause(id, "", "ada", ""),
                        Instant.now(),
                        new GroupMessage.ChooseRule(new Requester("ada", List.of(roles), List.of()), group, rule)));
        return id;
    }

    /** Somebody asks something about a reservation. */
    String ask(String reservation, ReservationMessage command) {
        var id = UUID.randomUUID().toString();
        bus.publish(Envelopes.of("/services/gateway")
                .message(
                        id,
                        Topics.SCHEDULING_COMMANDS,
                        reservation,
                        "reservations/" + reservation,
                        new Cause(id, "", "ada", ""),
                        Instant.now(),
                        (Record) command));
        return id;
    }

    static NodeTelemetry.Live live(ExecutionCommand.Start start) {
        return new NodeTelemetry.Live(
                start.job(), start.attempt(), start.allocation(), start.rank(), start.gpus(), 1000);
    }

    /** Everything that scheduling said about a job or node so far, in order. */
    List<Record> said(String subject) {
        return bus.on(Topics.SCHEDULING_EVENTS).stream()
                .filter(event -> event.key().equals(subject))
                .map(event -> Catalogue.open(event).orElseThrow())
                .toList();
    }

    List<Record> commands(String node) {
        return bus.on(Topics.EXECUTION_COMMANDS).stream()
                .filter(event -> event.key().equals(node))
                .map(event -> Catalogue.open(event).orElseThrow())
                .toList();
    }

    <T extends Record> T await(String topic, String key, Class<T> type) {
        return bus.await(
                        topic,
                        event -> event.key().equals(key)
                                && event.type()
                                        .equals(Catalogue.types().stream()
                                                .filter(known -> known.record() == type)
                                                .findFirst()
                                                .orElseThrow()
                                                .name()))
                .as(type);
    }

    ExecutionCommand.Start awaitStart(String job) {
        var placed = await(Topics.SCHEDULING_EVENTS, job, SchedulingEvent.Placed.class);
        return awaitStart(placed.shares().getFirst().node(), placed.allocation());
    }

    ExecutionCommand.Start awaitStart(String node, String allocation) {
        return bus.await(
                        Topics.EXECUTION_COMMANDS,
                        event -> event.key().equals(node)
                                && event.type().equals("org.sing.execution.start.v1")
                                && event.data().get("allocation").asText().equals(allocation))
                .as(ExecutionCommand.Start.class);
    }

    private Envelope about(String job, JobEvent event) {
        return SUBMISSION.fact(Topics.JOB_EVENTS, job, "jobs/" + job, next(job), ANN, Instant.now(), (Record) event);
    }

    private void say(ExecutionCommand.Start start, Record event) {
        bus.publish(of(start, event));
    }

    private Envelope of(ExecutionCommand.Start start, Record event) {
        var sequence = next(start.node() + "/" + start.job());
        return Envelopes.of("/nodes/" + start.node())
                .fact(Topics.EXECUTION_EVENTS, start.job(), "jobs/" + start.job(), sequence, ANN, Instant.now(), event);
    }

    private long next(String subject) {
        return sequences.merge(subject, 1L, Long::sum);
    }

    private static synchronized long number() {
        return ++lastNumber;
    }
}

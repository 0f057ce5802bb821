package org.sing.agent.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.sing.schemas.EndCause;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.ExecutionCommand;
import org.sing.schemas.ExecutionEvent;
import org.sing.schemas.NodeTelemetry.Gpu;
import org.sing.schemas.Topics;
import org.sing.schemas.Warning;

/** An agent without a machine: the test says what it hears and what time it is, and reads what it would do. */
final class Desk {
    static final String NODE = "node-1";
    static final long LEASE_SECONDS = 60;
    private static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");

    final List<Entry> journal = new ArrayList<>();
    final List<Effect> effects = new ArrayList<>();
    private Agent agent;
    private String bootId = "boot-1";
    private long millis = 1_000_000;
    private long sequence;
    private long offset;
    private int sessions;
    private long pids = 100;

    Desk() {
        agent = fresh(new Ledger());
    }

    /** Registered and idle. */
    static Desk atWork() {
        var desk = new Desk();
        desk.open().granted(1);
        return desk;
    }

    Agent agent() {
        return agent;
    }

    Ledger ledger() {
        return agent.ledger();
    }

    Desk open() {
        agent.open(offset, now());
        return settle();
    }

    Desk granted(long incarnation) {
        agent.registered("session-" + sessions, incarnation, LEASE_SECONDS, "default", now());
        return settle();
    }

    /** The agent is killed and started again on the same journal. */
    Desk restart() {
        var ledger = new Ledger();
        journal.forEach(ledger::apply);
        agent = fresh(ledger);
        agent.rebooted(any -> 0, now());
        effects.clear();
        return open();
    }

    Desk reboot() {
        bootId = "boot-2";
        millis = 5_000;
        return restart();
    }

    Desk later(Duration time) {
        millis += time.toMillis();
        return settle();
    }

    Desk renewedNow() {
        agent.renewed(ledger().lease().incarnation(), millis);
        return settle();
    }

    Desk hears(ExecutionCommand command) {
        return hears(command, sequence + 1);
    }

    Desk hears(ExecutionCommand command, long number) {
        sequence = Math.max(sequence, number);
        agent.command(new Received(envelope(command, number), offset++), now());
        return settle();
    }

    Desk launched(String job) {
        agent.launched(job + "-1", new Running(pids++, 7, millis, now().wall()), now());
        return settle();
    }

    Desk notLaunched(String job) {
        agent.notLaunched(job + "-1", EndCause.START_FAILED, "no space", now());
        return settle();
    }

    Desk ended(String job, int status) {
        agent.ended(job + "-1", new Exit(java.util.OptionalInt.of(status), millis, 5, false), now());
        return settle();
    }

    Desk endedForMemory(String job, java.util.OptionalInt status) {
        agent.ended(job + "-1", new Exit(status, millis, 5, true), now());
        return settle();
    }

    Desk killed(String job) {
        agent.ended(job + "-1", new Exit(java.util.OptionalInt.empty(), millis, 5, false), now());
        return settle();
    }

    Desk delivered(String job, long number) {
        agent.delivered(job, number);
        return settle();
    }

    Desk lost(long incarnation) {
        agent.lost(incarnation, now());
        return settle();
    }

    <T extends Effect> List<T> did(Class<T> type) {
        return effects.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** All that was reported, delivered or not. */
    <T extends ExecutionEvent> List<T> reported(Class<T> type) {
        return journal.stream()
                .flatMap(Desk::report)
                .map(report -> org.sing.schemas.Catalogue.open(report.event()).orElseThrow())
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    ExecutionCommand.Start start(String job, int... gpus) {
        return start(
                IntStream.of(gpus).boxed().toList(), job, 1, ledger().lease().incarnation(), 0);
    }

    private ExecutionCommand.Start start(
            List<Integer> gpus, String job, long epoch, long incarnation, long limitSeconds) {
        return start(gpus, job, epoch, incarnation, limitSeconds, Optional.empty());
    }

    private ExecutionCommand.Start start(
            List<Integer> gpus,
            String job,
            long epoch,
            long incarnation,
            long limitSeconds,
            Optional<Warning> warning) {
        return new ExecutionCommand.Start(
                NODE,
                epoch,
                incarnation,
                job,
                1,
                1,
                job + "-1",
                0,
                List.of(NODE),
                gpus.stream().map(gpu -> NODE + "/gpu-" + gpu).toList(),
                1,
                1,
                job,
                List.of("true"),
                Map.of(),
                limitSeconds,
                5,
                true,
                "user",
                "project",
                now().wall().plusSeconds(30),
                warning);
    }

    ExecutionCommand.Start fenced(String job, long epoch, long incarnation, int gpu) {
        return start(List.of(gpu), job, epoch, incarnation, 0);
    }

    ExecutionCommand.Start limited(String job, long seconds, int gpu) {
        return start(List.of(gpu), job, 1, ledger().lease().incarnation(), seconds);
    }

    ExecutionCommand.Start warned(String job, long seconds, long before, int gpu) {
        return start(
                List.of(gpu),
                job,
                1,
                ledger().lease().incarnation(),
                seconds,
                Optional.of(new Warning("USR1", before, false)));
    }

    ExecutionCommand.Stop stop(String job, EndCause cause) {
        return new ExecutionCommand.Stop(NODE, 1, job, 1, job + "-1", cause, 5);
    }

    ExecutionCommand.Cordon cordon(boolean whether) {
        return new ExecutionCommand.Cordon(NODE, 1, 1, whether);
    }

    Now now() {
        return new Now(millis, EPOCH.plusMillis(millis));
    }

    private Desk settle() {
        agent.tick(now());
        var turn = agent.turn();
        journal.addAll(turn.entries());
        effects.addAll(turn.effects());
        return this;
    }

    private Agent fresh(Ledger ledger) {
        var gpus = IntStream.range(0, 8)
                .mapToObj(index -> new Gpu(NODE + "/gpu-" + index, index, "virtual", 0, true))
                .toList();
        return new Agent(
                new Machine(NODE, bootId, "test", gpus, 40, 1L << 38, "default"),
                ledger,
                3_000,
                () -> "session-" + ++sessions);
    }

    private static Envelope envelope(ExecutionCommand command, long number) {
        return Envelopes.of("/services/scheduling")
                .fact(
                        Topics.EXECUTION_COMMANDS,
                        NODE,
                        "nodes/" + NODE + "/commands",
                        number,
                        new Cause("correlation", "cause", "somebody", ""),
                        EPOCH,
                        (Record) command);
    }

    private static Stream<Report> report(Entry entry) {
        return switch (entry) {
            case Entry.Started started -> Stream.of(started.report());
            case Entry.Ended ended -> Stream.of(ended.report());
            case Entry.Refused refused -> Stream.of(refused.report());
            default -> Stream.empty();
        };
    }
}

package org.sing.agent.domain;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.sing.agent.domain.Entry.Accepted;
import org.sing.agent.domain.Entry.Cordoned;
import org.sing.agent.domain.Entry.Delivered;
import org.sing.agent.domain.Entry.Ended;
import org.sing.agent.domain.Entry.Granted;
import org.sing.agent.domain.Entry.Opened;
import org.sing.agent.domain.Entry.Passed;
import org.sing.agent.domain.Entry.Refused;
import org.sing.agent.domain.Entry.Renewed;
import org.sing.agent.domain.Entry.Started;
import org.sing.schemas.Catalogue;
import org.sing.schemas.EndCause;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.ExecutionCommand;
import org.sing.schemas.ExecutionCommand.Start;
import org.sing.schemas.NodeTelemetry.Hello;
import org.sing.schemas.NodeTelemetry.Live;
import org.sing.schemas.NodeTelemetry.Renewal;

/**
 * The rules of one node's agent: what it hears becomes entries for its journal and effects that follow once these are on
 * disk. One thread calls it.
 */
public final class Agent {
    private static final long SHORTEST_SESSION_MILLIS = 10_000;

    private final Machine machine;
    private final Ledger ledger;
    private final Reports reports;
    private final Admission admission;
    private final Stopping stopping;
    private final long leaseKillGraceMillis;
    private final Supplier<String> sessions;
    private final Lease lease = new Lease();
    private final CommandQueue commands = new CommandQueue();
    private final Set<String> sending = new HashSet<>();
    private final List<Entry> entries = new ArrayList<>();
    private final List<Effect> effects = new ArrayList<>();
    private long warnedGap;
    private boolean open;

    /**
     * @param leaseKillGraceMillis the longest grace of jobs that end with the lease; node-monitor counts on it
     * @param sessions random ids
     */
    public Agent(Machine machine, Ledger ledger, long leaseKillGraceMillis, Supplier<String> sessions) {
        this.machine = machine;
        this.ledger = ledger;
        this.reports = new Reports(machine.node(), ledger);
        this.stopping = new Stopping(ledger, this::record);
        this.admission = new Admission(machine, ledger, lease);
        this.leaseKillGraceMillis = leaseKillGraceMillis;
        this.sessions = sessions;
    }

    public Ledger ledger() {
        return ledger;
    }

    public String node() {
        return machine.node();
    }

    public boolean holdsLease() {
        return lease.phase() == Lease.Phase.HELD;
    }

    public long missingCommand() {
        return commands.missing(ledger.at().sequence());
    }

    /** When the agent must have ended its jobs; never, while it was never granted a lease. */
    public long deadlineMillis() {
        var granted = ledger.lease();
        return granted.incarnation() == 0 ? Long.MAX_VALUE : granted.renewedMillis() + granted.leaseMillis();
    }

    /** When none of its jobs may live any more, also if the agent is dead by then; never, while it has no lease. */
    public long lastMillis() {
        var granted = deadlineMillis();
        return granted == Long.MAX_VALUE ? granted : granted + leaseKillGraceMillis;
    }

    /** What was decided since the last call. */
    public Turn turn() {
        var turn = new Turn(entries, effects);
        entries.clear();
        effects.clear();
        return turn;
    }

    /**
     * The topics are being read, commands from {@code offset} on. That must be known before the first hello: a command
     * that the hello leads to is written after it.
     */
    public void open(long offset, Now now) {
        if (!ledger.opened()) record(new Opened(offset));
        open = true;
        lease.ask(sessions.get(), now.millis());
        for (var job : List.copyOf(ledger.pending().keySet())) send(job);
    }

    public void command(Received command, Now now) {
        commands.add(command, ledger.at().sequence());
        pump(now);
    }

    /** The answer to a hello. */
    public void registered(String session, long incarnation, long leaseSeconds, String resourceGroup, Now now) {
        if (!session.equals(lease.session())) superseded(incarnation, now);
        if (lease.phase() != Lease.Phase.ASKING || !session.equals(lease.session())) return;
        var first = ledger.lease().first() == 0 ? incarnation : ledger.lease().first();
        record(new Granted(incarnation, first, machine.bootId(), leaseSeconds * 1000, lease.sessionMillis()));
        lease.hold();
        if (!resourceGroup.equals(machine.resourceGroup()))
            effects.add(new Effect.Warn(
                    "this node stays in its resource group until it is drained",
                    List.of("stays", resourceGroup, "asked", machine.resourceGroup())));
        pump(now);
    }

    /** A hello of an earlier session was answered late, or twice: ask again, or starts would never fit. */
    private void superseded(long incarnation, Now now) {
        if (lease.phase() != Lease.Phase.HELD || incarnation <= ledger.lease().incarnation()) return;
        effects.add(new Effect.Warn(
                "another session of this node was registered", List.of("incarnation", String.valueOf(incarnation))));
        lease.ask(sessions.get(), now.millis());
    }

    /** Node-monitor gave the node up; what it grants next is another incarnation. */
    public void lost(long incarnation, Now now) {
        if (lease.phase() == Lease.Phase.HELD && incarnation == ledger.lease().incarnation()) lose(now);
    }

    public void renewed(long incarnation, long sentMillis) {
        if (holdsLease() && incarnation == ledger.lease().incarnation()) record(new Renewed(sentMillis));
    }

    public void launched(String allocation, Running process, Now now) {
        ledger.task(allocation)
                .filter(task -> task.running().isEmpty())
                .ifPresent(task ->
                        record(new Started(allocation, process, reports.started(task.allocation(), process, now))));
    }

    public void notLaunched(String allocation, EndCause why, String detail, Now now) {
        ledger.task(allocation).ifPresent(task -> {
            var cause = task.stop().map(Stop::why).orElse(why);
            var report = reports.neverRan(task.allocation(), cause, detail, now);
            record(new Ended(allocation, false, now.millis(), report));
            effects.add(new Effect.Close(task.allocation()));
        });
    }

    /** Nothing of the allocation lives any more. */
    public void ended(String allocation, Exit exit, Now now) {
        ledger.task(allocation).ifPresent(task -> {
            var running = task.running().orElseThrow();
            var report = reports.finished(task, running, exit, now);
            record(new Ended(allocation, true, exit.endedMillis(), report));
            stopping.forget(allocation);
            effects.add(new Effect.Close(task.allocation()));
        });
    }

    /** The machine booted since the journal was written, so everything in it is over; when, nobody knows. */
    public void rebooted(ToLongFunction<Allocation> outputBytes, Now now) {
        if (ledger.lease().bootId().equals(machine.bootId())) return;
        for (var task : List.copyOf(ledger.tasks())) {
            var id = task.allocation().id();
            var last = new Exit(
                    OptionalInt.empty(),
                    ledger.lease().renewedMillis(),
                    outputBytes.applyAsLong(task.allocation()),
                    false);
            if (task.running().isPresent()) ended(id, last, now);
            else notLaunched(id, EndCause.START_REFUSED, "the machine was restarted before it began", now);
        }
    }

    public void delivered(String job, long sequence) {
        record(new Delivered(job, sequence));
        sending.remove(job);
        send(job);
    }

    public void notDelivered(String job) {
        sending.remove(job);
        send(job);
    }

    /** Time passed: limits, graces, the lease. */
    public void tick(Now now) {
        if (!open) return;
        keepLease(now);
        for (var task : List.copyOf(ledger.tasks())) supervise(task.allocation().id(), now);
        pump(now);
        if (lease.due(now.millis(), ledger.lease().leaseMillis())) speak(now);
    }

    private void keepLease(Now now) {
        var over = now.millis() >= deadlineMillis();
        if (over && lease.phase() != Lease.Phase.ENDING && !ledger.tasks().isEmpty()) lose(now);
        else if (over && lease.phase() == Lease.Phase.HELD) lease.ask(sessions.get(), now.millis());
        if (lease.phase() == Lease.Phase.ENDING && ledger.tasks().isEmpty()) lease.ask(sessions.get(), now.millis());
        // A grant counts from the first hello of its session, so a session that waits too long for one is worth little.
        var patience = Math.max(SHORTEST_SESSION_MILLIS, ledger.lease().leaseMillis() / 2);
        if (lease.phase() == Lease.Phase.ASKING && now.millis() - lease.sessionMillis() >= patience)
            lease.ask(sessions.get(), now.millis());
    }

    private void lose(Now now) {
        effects.add(new Effect.Warn(
                "the lease ran out, jobs are ended",
                List.of("jobs", String.valueOf(ledger.tasks().size()))));
        lease.end();
        for (var task : List.copyOf(ledger.tasks())) {
            var grace = Math.min(task.allocation().killGraceMillis(), leaseKillGraceMillis);
            stopping.stop(
                    Entry.NOWHERE,
                    task,
                    EndCause.LEASE_LOST,
                    "the node's lease ran out",
                    grace,
                    task.allocation().cause(),
                    now);
        }
    }

    private void supervise(String allocation, Now now) {
        ledger.task(allocation).ifPresent(task -> stopping.limit(task, now));
        ledger.task(allocation).flatMap(task -> stopping.warn(task, now)).ifPresent(effects::add);
        ledger.task(allocation).flatMap(task -> stopping.signal(task, now)).ifPresent(effects::add);
    }

    private void pump(Now now) {
        for (var next = commands.peek(ledger.at().sequence());
                next.isPresent();
                next = commands.peek(ledger.at().sequence())) {
            var received = next.get();
            var command = Catalogue.open(received.envelope());
            if (command.orElse(null) instanceof Start start && admission.mustWait(start)) break;
            commands.remove(received);
            var epoch = command.orElse(null) instanceof ExecutionCommand c ? c.epoch() : 0;
            var at = new Position(received.sequence(), received.offset() + 1, epoch);
            switch (command.orElse(null)) {
                case Start start -> start(start, Cause.of(received.envelope()), at, now);
                case ExecutionCommand.Stop stop when fresh(stop) -> stop(stop, Cause.of(received.envelope()), at, now);
                case ExecutionCommand.Cordon cordon
                when fresh(cordon) -> record(new Cordoned(at, cordon.version(), cordon.cordoned()));
                case null, default -> record(new Passed(at));
            }
        }
        warnOfGap();
    }

    private void start(Start start, Cause cause, Position at, Now now) {
        if (ledger.knows(start.allocation())) {
            // It is reported, or will be, exactly once; a refusal here would end a job that runs.
            effects.add(new Effect.Warn("a start came twice", List.of("allocation", start.allocation())));
            record(new Passed(at));
            return;
        }
        var allocation = Allocation.of(start, cause);
        var refusal = admission.refuse(start, now);
        if (refusal.isEmpty()) {
            record(new Accepted(at, allocation, now.millis()));
            effects.add(new Effect.Launch(start, allocation));
        } else {
            var report = reports.neverRan(allocation, EndCause.START_REFUSED, refusal.get(), now);
            record(new Refused(at, start.allocation(), start.deadline(), report));
            effects.add(new Effect.Close(allocation));
        }
    }

    private void stop(ExecutionCommand.Stop stop, Cause cause, Position at, Now now) {
        var task = ledger.task(stop.allocation());
        if (task.isEmpty()) record(new Passed(at));
        else stopping.stop(at, task.get(), stop.cause(), "asked to stop", stop.graceSeconds() * 1000, cause, now);
    }

    private boolean fresh(ExecutionCommand command) {
        if (command.epoch() >= ledger.at().epoch()) return true;
        effects.add(new Effect.Warn(
                "a command of an older epoch was ignored", List.of("epoch", String.valueOf(command.epoch()))));
        return false;
    }

    private void warnOfGap() {
        var missing = missingCommand();
        if (missing > 0 && missing != warnedGap)
            effects.add(new Effect.Warn(
                    "a command is missing, later ones wait", List.of("sequence", String.valueOf(missing))));
        warnedGap = missing;
    }

    private void speak(Now now) {
        lease.said(now.millis());
        if (lease.phase() == Lease.Phase.ASKING) effects.add(new Effect.SayHello(hello(now)));
        else effects.add(new Effect.Renew(renewal(now), now.millis()));
    }

    private Hello hello(Now now) {
        return new Hello(
                machine.node(),
                lease.session(),
                ledger.lease().incarnation(),
                machine.bootId(),
                machine.agentVersion(),
                machine.gpus(),
                machine.cpus(),
                machine.memoryBytes(),
                live(now),
                machine.resourceGroup());
    }

    private Renewal renewal(Now now) {
        return new Renewal(
                machine.node(),
                ledger.lease().incarnation(),
                machine.bootId(),
                lease.nextRenewal(),
                ledger.at().sequence(),
                live(now));
    }

    private List<Live> live(Now now) {
        return ledger.tasks().stream()
                .map(task -> new Live(
                        task.allocation().job(),
                        task.allocation().attempt(),
                        task.allocation().id(),
                        task.allocation().rank(),
                        task.allocation().gpus(),
                        task.running()
                                .map(running -> Math.max(0, now.millis() - running.startedMillis()))
                                .orElse(0L)))
                .toList();
    }

    /** One report of a job at a time is on its way, so that they arrive in order. */
    private void send(String job) {
        var waiting = ledger.pending().get(job);
        if (waiting == null || !open || !sending.add(job)) return;
        effects.add(new Effect.Send(waiting.peekFirst()));
    }

    private void record(Entry entry) {
        ledger.apply(entry);
        entries.add(entry);
        switch (entry) {
            case Started started -> send(started.report().job());
            case Ended ended -> send(ended.report().job());
            case Refused refused -> send(refused.report().job());
            case Entry.Stopping stopped -> callOff(stopped.allocation());
            default -> {}
        }
    }

    private void callOff(String allocation) {
        ledger.task(allocation)
                .filter(task -> task.running().isEmpty())
                .ifPresent(task -> effects.add(new Effect.CallOff(task.allocation())));
    }
}

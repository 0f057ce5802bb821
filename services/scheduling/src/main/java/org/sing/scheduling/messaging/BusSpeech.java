package org.sing.scheduling.messaging;

import jakarta.enterprise.context.ApplicationScoped;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sing.scheduling.app.Decided;
import org.sing.scheduling.app.Order;
import org.sing.scheduling.app.Settings;
import org.sing.scheduling.app.Speech;
import org.sing.scheduling.core.Allocation;
import org.sing.scheduling.core.Answer;
import org.sing.scheduling.core.Decision;
import org.sing.scheduling.core.Share;
import org.sing.scheduling.core.StartRange;
import org.sing.schemas.CommandOutcome;
import org.sing.schemas.EndCause;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.ExecutionCommand;
import org.sing.schemas.GroupMessage;
import org.sing.schemas.ReservationMessage;
import org.sing.schemas.SchedulingEvent;
import org.sing.schemas.Topics;

/** Decisions as messages: facts about jobs and nodes, and orders to agents. */
@ApplicationScoped
class BusSpeech implements Speech {
    private static final String CHOOSE = "choose-rule";
    private static final String RESERVE = "reserve";

    private final Envelopes envelopes = Envelopes.of("/services/scheduling");
    private final long killGraceSeconds;

    BusSpeech(Settings settings) {
        killGraceSeconds = settings.killGrace().toSeconds();
    }

    @Override
    public Envelope say(Decided decided, Instant at) {
        var cause = cause(decided.cause(), decided.order());
        return switch (decided.decision()) {
            case Decision.JobFact fact ->
                envelopes.fact(
                        Topics.SCHEDULING_EVENTS,
                        fact.job(),
                        "jobs/" + fact.job(),
                        fact.sequence(),
                        cause,
                        at,
                        event(fact));
            case Decision.CordonAcknowledged d ->
                envelopes.fact(
                        Topics.SCHEDULING_EVENTS,
                        d.node(),
                        "nodes/" + d.node(),
                        d.sequence(),
                        cause,
                        at,
                        acknowledged(d));
            case Decision.GroupFact fact ->
                envelopes.fact(
                        Topics.SCHEDULING_EVENTS,
                        fact.group(),
                        "groups/" + fact.group(),
                        fact.sequence(),
                        cause,
                        at,
                        about(fact, cause.actor()));
            case Decision.ReservationFact fact ->
                envelopes.fact(
                        Topics.SCHEDULING_EVENTS,
                        fact.name(),
                        "reservations/" + fact.name(),
                        fact.sequence(),
                        cause,
                        at,
                        about(fact, cause.actor()));
            case Decision.Command command ->
                envelopes.fact(
                        Topics.EXECUTION_COMMANDS,
                        command.node(),
                        "nodes/" + command.node() + "/commands",
                        command.sequence(),
                        cause,
                        at,
                        command(command, decided.order()));
        };
    }

    /** Whoever's message led to it, it belongs to the chain of the job that it is about. */
    private static Cause cause(Cause cause, Optional<Order> order) {
        return order.map(o -> new Cause(o.correlation(), cause.causationId(), cause.actor(), o.trace()))
                .orElse(cause);
    }

    private static Record event(Decision.JobFact fact) {
        return switch (fact) {
            case Decision.Placed d ->
                new SchedulingEvent.Placed(
                        d.job(),
                        d.attempt(),
                        d.allocation(),
                        d.epoch(),
                        d.rule(),
                        d.shares().stream().map(BusSpeech::share).toList(),
                        d.overtaken().map(BusSpeech::receipt),
                        d.reason(),
                        d.deadline(),
                        d.expected().map(BusSpeech::estimate));
            case Decision.Released d -> new SchedulingEvent.AllocationReleased(d.job(), d.attempt(), d.allocation());
            case Decision.AttemptEnded d ->
                new SchedulingEvent.AttemptEnded(
                        d.job(), d.attempt(), d.allocation(), cause(d.cause()), d.node(), d.detail());
            case Decision.Withdrawn d -> new SchedulingEvent.Withdrawn(d.job());
            case Decision.Waits d -> waiting(d.job(), d.answer(), d.estimate());
        };
    }

    private static SchedulingEvent.Overtaking receipt(Decision.Overtaken overtaken) {
        var unit = switch (overtaken.unit()) {
            case GPUS -> SchedulingEvent.Overtaking.GPUS;
            case GPU_SECONDS -> SchedulingEvent.Overtaking.GPU_SECONDS;
        };
        return new SchedulingEvent.Overtaking(
                overtaken.head(), overtaken.budgetBefore(), overtaken.budgetAfter(), unit);
    }

    private static SchedulingEvent.Share share(Share share) {
        return new SchedulingEvent.Share(
                share.node(), share.incarnation(), share.rank(), share.gpus(), share.cpus(), share.memory());
    }

    private static SchedulingEvent.Waiting waiting(String job, Answer answer, Optional<StartRange> estimate) {
        return new SchedulingEvent.Waiting(
                job,
                answer.verdict().name(),
                answer.constraint(),
                answer.limit(),
                answer.current(),
                answer.requested(),
                answer.jobsAhead(),
                answer.gpusAhead(),
                answer.detail(),
                estimate.map(BusSpeech::estimate));
    }

    private static SchedulingEvent.Estimate estimate(StartRange range) {
        return new SchedulingEvent.Estimate(range.earliest(), range.likely(), range.latest(), range.madeAt());
    }

    private static SchedulingEvent.CordonAcknowledged acknowledged(Decision.CordonAcknowledged d) {
        var inFlight = d.inFlight().stream()
                .map(held -> new SchedulingEvent.InFlight(held.job(), held.attempt(), held.allocation()))
                .toList();
        return new SchedulingEvent.CordonAcknowledged(d.node(), d.version(), d.cordoned(), inFlight);
    }

    private static Record about(Decision.GroupFact fact, String actor) {
        return switch (fact) {
            case Decision.RuleChanged d -> new GroupMessage.RuleChanged(d.group(), d.before(), d.rule(), actor);
            case Decision.RuleAnswered d -> answer(d.command(), CHOOSE, "groups/" + d.group(), d.refusal());
        };
    }

    private static Record about(Decision.ReservationFact fact, String actor) {
        return switch (fact) {
            case Decision.ReservationChanged d ->
                new ReservationMessage.ReservationChanged(
                        d.name(),
                        d.window().nodes(),
                        d.window().from(),
                        d.window().until(),
                        d.window().projects(),
                        d.window().reason(),
                        ReservationMessage.Phase.valueOf(d.window().phase().name()),
                        actor);
            case Decision.ReservationAnswered d ->
                answer(d.command(), RESERVE, "reservations/" + d.name(), d.refusal());
        };
    }

    private static Record answer(String command, String kind, String subject, Optional<Decision.Refusal> refusal) {
        return refusal.<Record>map(
                        it -> new CommandOutcome.Refused(command, kind, subject, it.code(), it.detail(), List.of()))
                .orElseGet(() -> new CommandOutcome.Accepted(command, kind, subject));
    }

    private Record command(Decision.Command command, Optional<Order> order) {
        return switch (command) {
            case Decision.Start d -> start(d, order.orElseThrow());
            case Decision.Stop d ->
                new ExecutionCommand.Stop(
                        d.node(), d.epoch(), d.job(), d.attempt(), d.allocation(), cause(d.cause()), killGraceSeconds);
            case Decision.Cordon d -> new ExecutionCommand.Cordon(d.node(), d.epoch(), d.version(), d.cordoned());
        };
    }

    private ExecutionCommand.Start start(Decision.Start d, Order order) {
        var spec = order.spec();
        return new ExecutionCommand.Start(
                d.node(),
                d.epoch(),
                d.share().incarnation(),
                d.job(),
                order.number(),
                d.attempt(),
                d.allocation(),
                d.share().rank(),
                d.peers(),
                d.share().gpus(),
                d.share().cpus(),
                d.share().memory(),
                spec.name(),
                spec.script(),
                spec.environment(),
                spec.timeLimitSeconds(),
                killGraceSeconds,
                spec.requeueable(),
                order.owner(),
                order.project(),
                d.deadline(),
                spec.warning());
    }

    private static EndCause cause(Allocation.Cause cause) {
        return switch (cause) {
            case CANCELLED -> EndCause.CANCELLED;
            case REQUEUED -> EndCause.REQUEUED;
            case GANG_ENDED -> EndCause.GANG_ENDED;
            case DRAINED -> EndCause.DRAINED;
            case NODE_LOST -> EndCause.NODE_LOST;
            case START_DEADLINE -> EndCause.START_DEADLINE;
        };
    }
}

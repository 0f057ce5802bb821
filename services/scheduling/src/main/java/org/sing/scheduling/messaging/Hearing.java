package org.sing.scheduling.messaging;

import java.util.List;
import java.util.Optional;
import org.sing.scheduling.app.News;
import org.sing.scheduling.app.Order;
import org.sing.scheduling.core.Account;
import org.sing.scheduling.core.Event;
import org.sing.scheduling.core.Limit;
import org.sing.scheduling.core.Node;
import org.sing.scheduling.core.Request;
import org.sing.scheduling.core.Run;
import org.sing.scheduling.core.Where;
import org.sing.schemas.AccountingMessage;
import org.sing.schemas.Catalogue;
import org.sing.schemas.EndCause;
import org.sing.schemas.Envelope;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.ExecutionEvent;
import org.sing.schemas.GroupMessage;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobSpec;
import org.sing.schemas.NodeEvent;
import org.sing.schemas.NodeTelemetry;
import org.sing.schemas.Priority;
import org.sing.schemas.ReservationMessage;

/** What a message on the bus means to the scheduler; most mean nothing. */
final class Hearing {

    private Hearing() {}

    static Optional<News> news(Envelope envelope) {
        return Catalogue.open(envelope).flatMap(message -> switch (message) {
            case JobEvent.Submitted submitted -> Optional.of(submitted(submitted, envelope));
            case JobEvent event -> job(event).map(meant -> News.of(meant, Cause.of(envelope)));
            case ExecutionEvent event -> Optional.of(News.of(execution(event), Cause.of(envelope)));
            case NodeEvent event -> node(event).map(meant -> News.of(meant, Cause.of(envelope)));
            case NodeTelemetry.Renewal renewal -> Optional.of(News.of(renewed(renewal), Cause.of(envelope)));
            case GroupMessage.ChooseRule chosen -> Optional.of(News.of(chosen(chosen, envelope), Cause.of(envelope)));
            case ReservationMessage event ->
                reservation(event, envelope).map(meant -> News.of(meant, Cause.of(envelope)));
            case AccountingMessage.Limits limits -> limit(limits).map(meant -> News.of(meant, Cause.of(envelope)));
            default -> Optional.empty();
        });
    }

    private static News submitted(JobEvent.Submitted e, Envelope envelope) {
        var cause = Cause.of(envelope);
        var group = e.spec().resourceGroup().isEmpty()
                ? JobSpec.DEFAULT_GROUP
                : e.spec().resourceGroup();
        var order = new Order(
                e.job(), e.number(), e.owner(), e.project(), e.spec(), cause.correlationId(), cause.traceparent());
        var event = new Event.JobSubmitted(
                e.job(),
                e.number(),
                group,
                new Account(e.owner(), e.project()),
                request(e.spec()),
                new Run(e.spec().name(), e.spec().timeLimitSeconds()));
        return new News(event, cause, Optional.of(order));
    }

    private static Request request(JobSpec spec) {
        var where = spec.where().orElse(org.sing.schemas.Where.ANY);
        return new Request(
                spec.nodes(),
                spec.gpusPerNode(),
                spec.gpuModel().orElse(""),
                spec.cpusPerNode(),
                spec.memoryBytesPerNode(),
                List.of(),
                where.maxNodes(),
                new Where(
                        where.nodelist(),
                        where.exclude(),
                        where.exclusive(),
                        where.reservation().orElse("")),
                spec.timeLimitSeconds(),
                spec.priority().map(Hearing::level).orElse(0));
    }

    private static int level(Priority priority) {
        return switch (priority) {
            case LOW -> -1;
            case NORMAL, UNKNOWN -> 0;
            case HIGH -> 1;
        };
    }

    private static Optional<Event> job(JobEvent event) {
        return Optional.ofNullable(
                switch (event) {
                    case JobEvent.Queued e -> new Event.JobQueued(e.job(), e.nextAttempt());
                    case JobEvent.Held e -> new Event.JobHeld(e.job());
                    case JobEvent.Stopping e -> new Event.JobStopping(e.job(), e.attempt(), e.requeue());
                    case JobEvent.Requeued e ->
                        new Event.JobRequeued(e.job(), e.endedAttempt(), e.excludedNodes(), e.eligibleAt());
                    case JobEvent.Finished e -> new Event.JobClosed(e.job());
                    case JobEvent.Rejected e -> new Event.JobClosed(e.job());
                    case JobEvent.Submitted e -> null;
                    case JobEvent.Blocked e -> null;
                    case JobEvent.Starting e -> null;
                    case JobEvent.Running e -> null;
                    case JobEvent.Completing e -> null;
                });
    }

    private static Event execution(ExecutionEvent event) {
        return switch (event) {
            case ExecutionEvent.Started e -> new Event.RankStarted(e.allocation(), e.rank());
            case ExecutionEvent.Finished e -> new Event.RankFinished(e.allocation(), e.rank(), well(e));
        };
    }

    private static boolean well(ExecutionEvent.Finished e) {
        return e.ran() && e.cause() == EndCause.EXITED && e.exitCode().equals(Optional.of(0));
    }

    private static Optional<Event> node(NodeEvent event) {
        return Optional.ofNullable(
                switch (event) {
                    case NodeEvent.Registered e -> registered(e);
                    case NodeEvent.Lost e -> new Event.NodeLost(e.node(), e.incarnation(), e.safeAt());
                    case NodeEvent.CordonRequested e ->
                        new Event.CordonRequested(e.node(), JobSpec.DEFAULT_GROUP, e.version());
                    case NodeEvent.Draining e -> new Event.NodeDraining(e.node(), e.version(), drain(e.mode()));
                    case NodeEvent.Resumed e -> new Event.NodeResumed(e.node(), e.version());
                    case NodeEvent.Enrolled e -> null;
                    case NodeEvent.Cordoned e -> null;
                    case NodeEvent.Drained e -> null;
                });
    }

    /** A machine that booted since runs nothing of what it ran before. */
    private static Event registered(NodeEvent.Registered e) {
        return new Event.NodeRegistered(
                e.node(),
                e.resourceGroup(),
                e.incarnation(),
                e.gpus().stream()
                        .map(gpu -> new Node.Gpu(
                                gpu.id(), Optional.ofNullable(gpu.model()).orElse("")))
                        .toList(),
                e.cpus(),
                e.memoryBytes(),
                e.rebooted() ? List.of() : live(e.adopted()));
    }

    private static Event.Drain drain(String mode) {
        return switch (mode) {
            case "requeue" -> Event.Drain.REQUEUE;
            case "kill" -> Event.Drain.KILL;
            default -> Event.Drain.WAIT;
        };
    }

    private static Event renewed(NodeTelemetry.Renewal e) {
        return new Event.NodeRenewed(e.node(), e.incarnation(), e.lastCommand(), live(e.live()));
    }

    private static List<Event.Live> live(List<NodeTelemetry.Live> live) {
        return live.stream()
                .map(each -> new Event.Live(each.job(), each.attempt(), each.allocation(), each.rank()))
                .toList();
    }

    private static Event chosen(GroupMessage.ChooseRule e, Envelope envelope) {
        return new Event.RuleChosen(
                envelope.id(), e.group(), e.rule(), e.requester().has("admin"));
    }

    private static Optional<Event> reservation(ReservationMessage message, Envelope envelope) {
        return Optional.ofNullable(
                switch (message) {
                    case ReservationMessage.Reserve e ->
                        new Event.Reserve(
                                envelope.id(),
                                e.requester().staff(),
                                e.reservation(),
                                e.nodes(),
                                e.from(),
                                e.until(),
                                e.projects(),
                                e.reason());
                    case ReservationMessage.Unreserve e ->
                        new Event.Unreserve(envelope.id(), e.requester().staff(), e.reservation());
                    case ReservationMessage.ReservationChanged e -> null;
                });
    }

    private static Optional<Event> limit(AccountingMessage.Limits e) {
        return scope(e.scope())
                .map(scope -> new Event.LimitChanged(
                        new Limit(scope, e.name(), e.version(), e.runningJobs(), e.runningGpus(), e.nodesPerJob())));
    }

    private static Optional<Limit.Scope> scope(String scope) {
        return switch (scope) {
            case "user" -> Optional.of(Limit.Scope.USER);
            case "project" -> Optional.of(Limit.Scope.PROJECT);
            default -> Optional.empty();
        };
    }
}

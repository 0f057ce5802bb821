package org.sing.schemas;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Every message type: its wire name, its record, the topics that carry it. */
public final class Catalogue {
    private static final Map<String, Type> BY_NAME = new LinkedHashMap<>();
    private static final Map<Class<?>, Type> BY_RECORD = new LinkedHashMap<>();

    /** @param topics where it may stand; a consumer refuses it elsewhere */
    public record Type(String name, Class<? extends Record> record, List<String> topics) {}

    static {
        add("org.sing.job.submit.v1", JobCommand.Submit.class, Topics.JOB_COMMANDS);
        add("org.sing.job.cancel.v1", JobCommand.Cancel.class, Topics.JOB_COMMANDS);
        add("org.sing.job.hold.v1", JobCommand.Hold.class, Topics.JOB_COMMANDS);
        add("org.sing.job.release.v1", JobCommand.Release.class, Topics.JOB_COMMANDS);
        add("org.sing.job.requeue.v1", JobCommand.Requeue.class, Topics.JOB_COMMANDS);

        add(
                "org.sing.command.accepted.v1",
                CommandOutcome.Accepted.class,
                Topics.JOB_EVENTS,
                Topics.NODE_EVENTS,
                Topics.SCHEDULING_EVENTS,
                Topics.SIMULATION_EVENTS,
                Topics.ACCOUNTING_EVENTS);
        add(
                "org.sing.command.refused.v1",
                CommandOutcome.Refused.class,
                Topics.JOB_EVENTS,
                Topics.NODE_EVENTS,
                Topics.SCHEDULING_EVENTS,
                Topics.SIMULATION_EVENTS,
                Topics.ACCOUNTING_EVENTS);

        add("org.sing.job.submitted.v1", JobEvent.Submitted.class, Topics.JOB_EVENTS);
        add("org.sing.job.rejected.v1", JobEvent.Rejected.class, Topics.JOB_EVENTS);
        add("org.sing.job.queued.v1", JobEvent.Queued.class, Topics.JOB_EVENTS);
        add("org.sing.job.held.v1", JobEvent.Held.class, Topics.JOB_EVENTS);
        add("org.sing.job.blocked.v1", JobEvent.Blocked.class, Topics.JOB_EVENTS);
        add("org.sing.job.starting.v1", JobEvent.Starting.class, Topics.JOB_EVENTS);
        add("org.sing.job.running.v1", JobEvent.Running.class, Topics.JOB_EVENTS);
        add("org.sing.job.stopping.v1", JobEvent.Stopping.class, Topics.JOB_EVENTS);
        add("org.sing.job.completing.v1", JobEvent.Completing.class, Topics.JOB_EVENTS);
        add("org.sing.job.requeued.v1", JobEvent.Requeued.class, Topics.JOB_EVENTS);
        add("org.sing.job.finished.v1", JobEvent.Finished.class, Topics.JOB_EVENTS);
        add("org.sing.job.state.v1", JobSnapshot.class, Topics.JOB_STATE);

        add("org.sing.scheduling.placed.v1", SchedulingEvent.Placed.class, Topics.SCHEDULING_EVENTS);
        add(
                "org.sing.scheduling.allocation-released.v1",
                SchedulingEvent.AllocationReleased.class,
                Topics.SCHEDULING_EVENTS);
        add("org.sing.scheduling.attempt-ended.v1", SchedulingEvent.AttemptEnded.class, Topics.SCHEDULING_EVENTS);
        add("org.sing.scheduling.withdrawn.v1", SchedulingEvent.Withdrawn.class, Topics.SCHEDULING_EVENTS);
        add("org.sing.scheduling.waiting.v1", SchedulingEvent.Waiting.class, Topics.SCHEDULING_EVENTS);
        add(
                "org.sing.scheduling.cordon-acknowledged.v1",
                SchedulingEvent.CordonAcknowledged.class,
                Topics.SCHEDULING_EVENTS);
        add("org.sing.scheduling.choose-rule.v1", GroupMessage.ChooseRule.class, Topics.SCHEDULING_COMMANDS);
        add("org.sing.scheduling.rule-changed.v1", GroupMessage.RuleChanged.class, Topics.SCHEDULING_EVENTS);

        add("org.sing.scheduling.reserve.v1", ReservationMessage.Reserve.class, Topics.SCHEDULING_COMMANDS);
        add("org.sing.scheduling.unreserve.v1", ReservationMessage.Unreserve.class, Topics.SCHEDULING_COMMANDS);
        add(
                "org.sing.scheduling.reservation-changed.v1",
                ReservationMessage.ReservationChanged.class,
                Topics.SCHEDULING_EVENTS);

        add("org.sing.simulation.request.v1", SimulationMessage.Request.class, Topics.SIMULATION_COMMANDS);
        add("org.sing.simulation.cancel.v1", SimulationMessage.Cancel.class, Topics.SIMULATION_COMMANDS);
        add("org.sing.simulation.queued.v1", SimulationMessage.Queued.class, Topics.SIMULATION_EVENTS);
        add("org.sing.simulation.started.v1", SimulationMessage.Started.class, Topics.SIMULATION_EVENTS);
        add("org.sing.simulation.progressed.v1", SimulationMessage.Progressed.class, Topics.SIMULATION_EVENTS);
        add("org.sing.simulation.finished.v1", SimulationMessage.Finished.class, Topics.SIMULATION_EVENTS);
        add("org.sing.simulation.failed.v1", SimulationMessage.Failed.class, Topics.SIMULATION_EVENTS);
        add("org.sing.simulation.cancelled.v1", SimulationMessage.Cancelled.class, Topics.SIMULATION_EVENTS);

        add("org.sing.execution.start.v1", ExecutionCommand.Start.class, Topics.EXECUTION_COMMANDS);
        add("org.sing.execution.stop.v1", ExecutionCommand.Stop.class, Topics.EXECUTION_COMMANDS);
        add("org.sing.execution.cordon.v1", ExecutionCommand.Cordon.class, Topics.EXECUTION_COMMANDS);
        add("org.sing.execution.started.v1", ExecutionEvent.Started.class, Topics.EXECUTION_EVENTS);
        add("org.sing.execution.finished.v1", ExecutionEvent.Finished.class, Topics.EXECUTION_EVENTS);
        add("org.sing.execution.output.v1", ExecutionOutput.class, Topics.EXECUTION_OUTPUT);

        add("org.sing.node.issue-join-token.v1", NodeCommand.IssueJoinToken.class, Topics.NODE_COMMANDS);
        add("org.sing.node.enroll.v1", NodeCommand.Enroll.class, Topics.NODE_COMMANDS);
        add("org.sing.node.cordon.v1", NodeCommand.Cordon.class, Topics.NODE_COMMANDS);
        add("org.sing.node.drain.v1", NodeCommand.Drain.class, Topics.NODE_COMMANDS);
        add("org.sing.node.resume.v1", NodeCommand.Resume.class, Topics.NODE_COMMANDS);
        add("org.sing.node.hello.v1", NodeTelemetry.Hello.class, Topics.NODE_TELEMETRY);
        add("org.sing.node.renewal.v1", NodeTelemetry.Renewal.class, Topics.NODE_TELEMETRY);
        add("org.sing.node.marker.v1", NodeTelemetry.Marker.class, Topics.NODE_TELEMETRY);
        add("org.sing.node.enrolled.v1", NodeEvent.Enrolled.class, Topics.NODE_EVENTS);
        add("org.sing.node.registered.v1", NodeEvent.Registered.class, Topics.NODE_EVENTS);
        add("org.sing.node.lost.v1", NodeEvent.Lost.class, Topics.NODE_EVENTS);
        add("org.sing.node.cordon-requested.v1", NodeEvent.CordonRequested.class, Topics.NODE_EVENTS);
        add("org.sing.node.cordoned.v1", NodeEvent.Cordoned.class, Topics.NODE_EVENTS);
        add("org.sing.node.draining.v1", NodeEvent.Draining.class, Topics.NODE_EVENTS);
        add("org.sing.node.drained.v1", NodeEvent.Drained.class, Topics.NODE_EVENTS);
        add("org.sing.node.resumed.v1", NodeEvent.Resumed.class, Topics.NODE_EVENTS);
        add("org.sing.node.state.v1", NodeSnapshot.class, Topics.NODE_STATE);

        add("org.sing.accounting.set-limit.v1", AccountingMessage.SetLimit.class, Topics.ACCOUNTING_COMMANDS);
        add("org.sing.accounting.entry-recorded.v1", AccountingMessage.EntryRecorded.class, Topics.ACCOUNTING_EVENTS);
        add("org.sing.accounting.limits.v1", AccountingMessage.Limits.class, Topics.ACCOUNTING_STATE);

        add("org.sing.incident.attempt-classified.v1", IncidentEvent.AttemptClassified.class, Topics.INCIDENT_EVENTS);
        add("org.sing.incident.opened.v1", IncidentEvent.Opened.class, Topics.INCIDENT_EVENTS);
        add("org.sing.incident.recurred.v1", IncidentEvent.Recurred.class, Topics.INCIDENT_EVENTS);
        add("org.sing.incident.resolved.v1", IncidentEvent.Resolved.class, Topics.INCIDENT_EVENTS);
        add("org.sing.incident.state.v1", IncidentSnapshot.class, Topics.INCIDENT_STATE);

        add("org.sing.feed.entry.v1", FeedEntry.class, Topics.FEED);
        add(
                "org.sing.bus.dead-letter.v1",
                DeadLetter.class,
                Topics.CONSUMERS.stream().map(Topics::deadLetters).toArray(String[]::new));
    }

    private Catalogue() {}

    public static List<Type> types() {
        return List.copyOf(BY_NAME.values());
    }

    public static Optional<Type> byName(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    /** The type of a record, which must be in the catalogue. */
    public static Type of(Record message) {
        var type = BY_RECORD.get(message.getClass());
        if (type == null) throw new IllegalArgumentException("not a message: " + message.getClass());
        return type;
    }

    /** The data as its own record; empty when this version does not know the type, which is no error. */
    public static Optional<Record> open(Envelope envelope) {
        return byName(envelope.type()).map(type -> envelope.as(type.record()));
    }

    private static void add(String name, Class<? extends Record> record, String... topics) {
        var type = new Type(name, record, List.of(topics));
        if (BY_NAME.put(name, type) != null || BY_RECORD.put(record, type) != null)
            throw new IllegalStateException("twice in the catalogue: " + name);
    }
}

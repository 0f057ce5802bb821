package org.sing.gateway.messaging;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.sing.gateway.domain.Job;
import org.sing.gateway.store.ClusterModel;
import org.sing.gateway.store.FeedLine;
import org.sing.gateway.store.ReadModel;
import org.sing.gateway.store.SimulationModel;
import org.sing.schemas.AccountingMessage;
import org.sing.schemas.CommandOutcome;
import org.sing.schemas.Envelope;
import org.sing.schemas.ExecutionEvent;
import org.sing.schemas.GroupMessage;
import org.sing.schemas.IncidentEvent;
import org.sing.schemas.IncidentSnapshot;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobSpec;
import org.sing.schemas.NodeSnapshot;
import org.sing.schemas.ReservationMessage;
import org.sing.schemas.SchedulingEvent;
import org.sing.schemas.SimulationMessage;

/** What one batch of messages does to the read models. It is filled in memory and written at once. */
final class Batch {
    /** The owner of entries that are nobody's and yet not public: only staff see them. */
    static final String STAFF = "$staff";

    private final List<Heard> heard;
    private final Map<String, Job> jobs = new LinkedHashMap<>();
    private final Set<String> introduced = new LinkedHashSet<>();
    final List<ReadModel.Spec> specs = new ArrayList<>();
    final List<ReadModel.Held> held = new ArrayList<>();
    final List<FeedLine> lines = new ArrayList<>();
    final List<NodeSnapshot> nodes = new ArrayList<>();
    final List<IncidentSnapshot> incidents = new ArrayList<>();
    final List<AccountingMessage.Limits> limits = new ArrayList<>();
    final List<ClusterModel.GroupRule> rules = new ArrayList<>();
    final List<ClusterModel.Reservation> reservations = new ArrayList<>();
    final List<ClusterModel.Start> starts = new ArrayList<>();
    final List<AccountingMessage.EntryRecorded> ledger = new ArrayList<>();
    final List<ClusterModel.Hold> holds = new ArrayList<>();
    final List<ClusterModel.Release> releases = new ArrayList<>();
    final List<SimulationModel.Told> simulations = new ArrayList<>();

    private Batch(List<Heard> heard) {
        this.heard = heard;
    }

    static Batch of(List<Envelope> fresh) {
        return new Batch(fresh.stream().map(Heard::of).toList());
    }

    /** The jobs that these messages are about. */
    Set<String> jobIds() {
        var ids = new LinkedHashSet<String>();
        for (var message : heard) if (message.changesJob()) ids.add(message.job());
        return ids;
    }

    /**
     * Folds everything, given the jobs as they stood.
     *
     * @return jobs that were known by hearsay only and are introduced by this batch: their events may be let go
     */
    Set<String> fold(Map<String, Job> before) {
        jobs.putAll(before);
        for (var message : heard) apply(message);
        for (var message : heard) if (message.isEvent()) enter(message);
        introduced.retainAll(before.keySet());
        return introduced;
    }

    /** Events that waited for the introduction of their job. */
    void letGo(List<Envelope> events) {
        for (var event : events) enter(Heard.of(event));
    }

    /** Gives the lines their positions, of which {@code last} is the last one. */
    void place(long last) {
        var first = last - lines.size() + 1;
        for (var i = 0; i < lines.size(); i++) lines.set(i, lines.get(i).at(first + i));
    }

    List<Job> changedJobs() {
        return List.copyOf(jobs.values());
    }

    /** The position of the last event of each job. */
    Map<String, Long> positions() {
        var positions = new HashMap<String, Long>();
        for (var line : lines) if (!line.job().isEmpty()) positions.put(line.job(), line.position());
        return positions;
    }

    private void apply(Heard message) {
        var at = message.envelope().time();
        switch (message.data()) {
            case JobEvent e -> {
                change(message, job -> job.hear(e, at));
                if (e instanceof JobEvent.Submitted s) specs.add(new ReadModel.Spec(s.job(), s.spec()));
                if (e instanceof JobEvent.Submitted || e instanceof JobEvent.Rejected) introduced.add(e.job());
            }
            case SchedulingEvent e -> {
                if (message.changesJob()) change(message, job -> job.hear(e, at));
                if (e instanceof SchedulingEvent.Placed placed) {
                    hold(placed, message);
                    placed.estimate().ifPresent(said -> judge(placed, said, at));
                }
                if (e instanceof SchedulingEvent.AllocationReleased released) release(released.allocation());
            }
            case ExecutionEvent e -> change(message, job -> job.hear(e));
            case IncidentEvent.AttemptClassified e -> change(message, job -> job.hear(e));
            case AccountingMessage.EntryRecorded e -> ledger.add(e);
            case AccountingMessage.Limits e -> limits.add(e);
            case GroupMessage.RuleChanged e ->
                rules.add(
                        new ClusterModel.GroupRule(e.group(), message.envelope().sequence(), e.rule(), at, e.by()));
            case ReservationMessage.ReservationChanged e ->
                reservations.add(new ClusterModel.Reservation(
                        e.reservation(), message.envelope().sequence(), e));
            case SimulationMessage.Event e -> simulations.add(new SimulationModel.Told(e, message.envelope()));
            case NodeSnapshot e -> nodes.add(e);
            case IncidentSnapshot e -> incidents.add(e);
            default -> {} // the rest only happens in the feed
        }
    }

    private void change(Heard message, UnaryOperator<Job> change) {
        jobs.compute(message.job(), (id, job) -> change.apply(job == null ? Job.unheardOf(id) : job));
    }

    private void hold(SchedulingEvent.Placed placed, Heard message) {
        for (var share : placed.shares())
            for (var gpu : share.gpus())
                holds.add(new ClusterModel.Hold(
                        placed.allocation(),
                        share.node(),
                        gpu,
                        placed.job(),
                        message.envelope().time()));
    }

    private void judge(SchedulingEvent.Placed placed, SchedulingEvent.Estimate said, Instant at) {
        var group = Optional.of(jobs.get(placed.job()))
                .flatMap(Job::identity)
                .map(Job.Identity::resourceGroup)
                .filter(name -> !name.isEmpty())
                .orElse(JobSpec.DEFAULT_GROUP);
        var earlier = at.isBefore(said.earliest()) ? 1 : 0;
        var later = at.isAfter(said.latest()) ? 1 : 0;
        starts.add(new ClusterModel.Start(group, placed.rule(), earlier, 1 - earlier - later, later));
    }

    /** A job that came and went within the batch never shows. */
    private void release(String allocation) {
        if (!holds.removeIf(hold -> hold.allocation().equals(allocation)))
            releases.add(new ClusterModel.Release(allocation));
    }

    private void enter(Heard message) {
        var event = message.envelope();
        if (message.data() instanceof AccountingMessage.EntryRecorded e)
            lines.add(new FeedLine(0, e.job(), e.owner(), e.project(), event));
        else if (message.data() instanceof SimulationMessage.Event e)
            lines.add(new FeedLine(0, "", e.owner(), "", light(e, event)));
        else if (message.job().isEmpty()) lines.add(ofCluster(message));
        else {
            var identity = Optional.ofNullable(jobs.get(message.job())).flatMap(Job::identity);
            if (identity.isPresent())
                lines.add(new FeedLine(
                        0, message.job(), identity.get().owner(), identity.get().project(), event));
            else if (message.data() instanceof CommandOutcome)
                lines.add(new FeedLine(0, message.job(), event.actor(), STAFF, event));
            else held.add(new ReadModel.Held(message.job(), event));
        }
    }

    /** Whoever wants the result reads it where it is: here it would weigh as much as all else together. */
    private static Envelope light(SimulationMessage.Event event, Envelope envelope) {
        return event instanceof SimulationMessage.Finished it
                ? envelope.with(new SimulationMessage.Finished(it.simulation(), it.owner(), Optional.empty()))
                : envelope;
    }

    private static FeedLine ofCluster(Heard message) {
        var event = message.envelope();
        return message.known() && !(message.data() instanceof CommandOutcome)
                ? new FeedLine(0, "", "", "", event)
                : new FeedLine(0, "", event.actor(), STAFF, event);
    }
}

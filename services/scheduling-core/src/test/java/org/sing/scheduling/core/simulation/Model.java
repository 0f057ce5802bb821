package org.sing.scheduling.core.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.sing.scheduling.core.Decision;
import org.sing.scheduling.core.Event;
import org.sing.scheduling.core.Share;
import org.sing.scheduling.core.SmallJobs;
import org.sing.scheduling.core.Window;

/** What the judge believes about the campus, from the events and decisions alone. */
final class Model {
    final Map<String, Waiting> jobs = new TreeMap<>();
    final Map<String, Machine> machines = new TreeMap<>();
    final Map<String, Held> held = new TreeMap<>();
    int requeues;
    int blockedByLimit;
    int grown;
    int keptAway;
    int keptForSmall;
    private final Map<String, Event.Reserve> windows = new TreeMap<>();
    private Instant now = Instant.MIN;
    Instant heard = Instant.MIN;
    private final Duration reportWithin;
    private final SmallJobs smallJobs;
    private final Quotas quotas = new Quotas(this);
    private final Fit fit = new Fit(this);
    private Instant ripe = Instant.MIN;

    record Held(String job, int attempt, Map<Integer, Share> shares, int gpus) {}

    Model(Duration reportWithin, SmallJobs smallJobs) {
        this.smallJobs = smallJobs;
        this.reportWithin = reportWithin;
    }

    Fit fit() {
        return fit;
    }

    Waiting job(String id) {
        return jobs.get(id);
    }

    Machine machine(String name) {
        return machines.computeIfAbsent(name, key -> new Machine());
    }

    boolean alive(Waiting job) {
        return held.containsKey(job.id() + "-" + job.attempt);
    }

    List<Share> sharesOn(String node) {
        return held.values().stream()
                .flatMap(allocation -> allocation.shares().values().stream())
                .filter(share -> share.node().equals(node))
                .toList();
    }

    Optional<Waiting> head(String group) {
        return ready(group).stream().findFirst();
    }

    /** Those that could start if nothing else ran, in the order of arrival. */
    List<Waiting> ready(String group) {
        return jobs.values().stream()
                .filter(job -> job.as.group().equals(group) && ready(job))
                .sorted(Comparator.comparingLong(job -> job.as.number()))
                .toList();
    }

    /** In its queue, blocked or not. */
    boolean waits(Waiting job) {
        return job.queued && !job.cancelled && !job.closed && !alive(job) && job.notBefore.isEmpty();
    }

    /** Whether it could start right now if nothing else ran. */
    boolean ready(Waiting job) {
        if (!waits(job) || fit.room(job, machine -> usable(job, machine), false).isEmpty()) return false;
        var within = within(job, job.request.nodes());
        if (!within) blockedByLimit++;
        return within;
    }

    /** Whether the node is kept for jobs that are smaller. */
    boolean keptFromIt(int nodes, Waiting job, Machine machine) {
        var kept = smallJobs.nodes().contains(machine.as.node())
                && (nodes > 1 || job.request.gpusPerNode() > smallJobs.mostGpus());
        if (kept) keptForSmall++;
        return kept;
    }

    boolean usable(Waiting job, Machine machine) {
        return machine.open() && admits(job, machine);
    }

    /** Whether it keeps out of everybody else's reservations, by looking at all of them. */
    boolean admits(Waiting job, Machine machine) {
        var wish = job.request.where().reservation();
        var next = windows.values().stream()
                .filter(window -> window.nodes().contains(machine.as.node())
                        && window.until().isAfter(now))
                .min(Comparator.comparing(Event.Reserve::from));
        if (!wish.isEmpty())
            return next.filter(window -> window.name().equals(wish)
                            && !window.from().isAfter(now)
                            && window.projects().contains(job.as.account().project()))
                    .isPresent();
        if (next.isEmpty()) return true;
        var enough = job.request.within() > 0
                && !now.plusSeconds(job.request.within()).isAfter(next.get().from());
        if (!enough) keptAway++;
        return enough;
    }

    /** Only what scheduling said yes to is a reservation. */
    void reserved(Decision.ReservationFact fact) {
        switch (fact) {
            case Decision.ReservationAnswered answered -> {}
            case Decision.ReservationChanged changed -> {
                var window = changed.window();
                if (window.phase() == Window.Phase.OVER) windows.remove(changed.name());
                else
                    windows.put(
                            changed.name(),
                            new Event.Reserve(
                                    "",
                                    true,
                                    changed.name(),
                                    window.nodes(),
                                    window.from(),
                                    window.until(),
                                    window.projects(),
                                    ""));
            }
        }
    }

    /** Whether the limits allow it on so many nodes. */
    boolean within(Waiting job, int nodes) {
        return quotas.within(job, nodes);
    }

    void fold(Event event, Instant now) {
        this.now = now;
        ripe = Instant.MIN;
        switch (event) {
            case Event.JobSubmitted e -> jobs.putIfAbsent(e.job(), new Waiting(e));
            case Event.JobQueued e -> {
                var job = jobs.get(e.job());
                if (job.cancelled || job.closed || e.nextAttempt() <= job.attempt) return;
                if (alive(job)) job.queueAfter = Optional.of(true);
                else job.queued = true;
            }
            case Event.JobHeld e -> {
                var job = jobs.get(e.job());
                job.queued = false;
                if (job.queueAfter.isPresent()) job.queueAfter = Optional.of(false);
            }
            case Event.JobStopping e -> {
                var job = jobs.get(e.job());
                if (e.requeue()) return;
                job.cancelled = true;
                job.queued = false;
                job.queueAfter = Optional.empty();
            }
            case Event.JobRequeued e -> requeued(e, now);
            case Event.JobClosed e -> {
                var job = jobs.get(e.job());
                job.closed = true;
                job.queued = false;
                job.queueAfter = Optional.empty();
            }
            case Event.RankStarted e -> {}
            case Event.RankFinished e -> over(e.allocation(), e.rank());
            case Event.NodeRegistered e -> registered(e, now);
            case Event.NodeLost e -> {
                var machine = machines.get(e.node());
                if (machine.as.incarnation() != e.incarnation() || machine.lost) return;
                machine.lost = true;
                machine.safeAt = Optional.of(e.safeAt());
            }
            case Event.NodeRenewed e -> {}
            case Event.CordonRequested e -> {
                var machine = machine(e.node());
                if (e.version() <= machine.cordonVersion) return;
                machine.cordonVersion = e.version();
                machine.cordoned = true;
            }
            case Event.NodeDraining e -> {}
            case Event.NodeResumed e -> {
                var machine = machine(e.node());
                if (!machine.cordoned || e.version() < machine.cordonVersion) return;
                machine.cordonVersion = e.version();
                machine.cordoned = false;
            }
            case Event.LimitChanged e -> quotas.change(e.limit());
            case Event.RuleChosen e -> {}
            case Event.Reserve e -> {}
            case Event.Unreserve e -> {}
            case Event.LeadTaken e -> {}
            case Event.TimePassed e -> {
                heard = e.heard();
                bury(e.heard());
                ripe = now;
                for (var job : jobs.values()) if (job.queued) ripen(job);
            }
        }
    }

    /** Only when time passes; then also what the same moment sets free. */
    private void ripen(Waiting job) {
        job.notBefore = job.notBefore.filter(at -> at.isAfter(ripe));
    }

    private void requeued(Event.JobRequeued e, Instant now) {
        var job = jobs.get(e.job());
        if (job.cancelled || job.closed || job.queued || e.endedAttempt() != job.attempt) return;
        requeues++;
        job.request = job.request.excluding(e.excluded());
        job.notBefore = Optional.of(e.eligibleAt()).filter(at -> at.isAfter(now));
        if (alive(job)) job.queueAfter = Optional.of(true);
        else job.queued = true;
    }

    private void registered(Event.NodeRegistered e, Instant now) {
        var machine = machine(e.node());
        if (machine.as != null && machine.as.incarnation() >= e.incarnation()) return;
        machine.as = e;
        machine.lost = false;
        machine.safeAt = Optional.empty();
        machine.left.clear();
        for (var entry : held.entrySet())
            if (onIt(entry.getValue(), e.node())
                    && e.adopted().stream().noneMatch(live -> live.allocation().equals(entry.getKey()))) {
                machine.left.add(entry.getKey());
                machine.safeAt = Optional.of(now.plus(reportWithin));
            }
    }

    private static boolean onIt(Held allocation, String node) {
        return allocation.shares().values().stream()
                .anyMatch(share -> share.node().equals(node));
    }

    private void bury(Instant heard) {
        for (var entry : machines.entrySet()) {
            var machine = entry.getValue();
            if (machine.safeAt.filter(at -> !at.isAfter(heard)).isEmpty()) continue;
            machine.safeAt = Optional.empty();
            held.forEach((id, allocation) -> {
                if (machine.lost || machine.left.contains(id))
                    allocation.shares().values().removeIf(share -> share.node().equals(entry.getKey()));
            });
        }
    }

    private void over(String allocation, int rank) {
        if (held.containsKey(allocation)) held.get(allocation).shares().remove(rank);
    }

    void placed(Decision.Placed placed) {
        var job = jobs.get(placed.job());
        job.queued = false;
        job.attempt = placed.attempt();
        var shares = new TreeMap<Integer, Share>();
        placed.shares().forEach(share -> shares.put(share.rank(), share));
        held.put(
                placed.allocation(),
                new Held(placed.job(), placed.attempt(), shares, shares.size() * job.request.gpusPerNode()));
    }

    void released(Decision.Released released) {
        held.remove(released.allocation());
        var job = jobs.get(released.job());
        job.queued = job.queueAfter.orElse(false) && !job.cancelled;
        job.queueAfter = Optional.empty();
        if (job.queued) ripen(job);
    }

    /** Nobody will ever report these ranks. */
    void ended(Decision.AttemptEnded ended) {
        held.get(ended.allocation())
                .shares()
                .values()
                .removeIf(share -> share.node().equals(ended.node()));
    }
}

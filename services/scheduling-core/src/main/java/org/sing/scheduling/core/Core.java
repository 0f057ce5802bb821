package org.sing.scheduling.core;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The scheduler as a function: from what it knows and what happens now to what it decides. No clock, no randomness, no
 * input or output: the same events at the same times give the same decisions, live, in a simulation and in a what-if.
 *
 * <p>One event touches the jobs and nodes that it concerns. Not for use by several threads.
 */
public final class Core {
    private final Books books;
    private final Cluster cluster;
    private final Settings settings;
    private final Scheduler scheduler;
    private final Attempts attempts;
    private final Jobs jobs;
    private final Nodes nodes;
    private final Rules rules;
    private final AntiEntropy antiEntropy;
    private final Windows windows;
    private final Explain explain;

    /**
     * A core that knows what the books say; nothing is decided again.
     *
     * @param epoch the leadership that it decides under
     */
    public Core(Settings settings, Snapshot snapshot, long epoch) {
        this.settings = settings;
        books = new Books(snapshot, epoch);
        cluster = new Cluster(books, settings);
        rules = new Rules(books, cluster);
        scheduler = new Scheduler(books, cluster, settings);
        attempts = new Attempts(books, cluster);
        jobs = new Jobs(books, cluster, attempts);
        nodes = new Nodes(books, cluster, attempts, settings);
        antiEntropy = new AntiEntropy(books, cluster, attempts, settings);
        windows = new Windows(books, cluster, attempts);
        explain = new Explain(books, cluster);
    }

    /** What follows from an event. An event that is late, or comes again, changes nothing. */
    public List<Decision> apply(Event event, Instant now) {
        return apply(List.of(event), now);
    }

    /** What follows from events of one moment: nothing is placed before all of them are known. */
    public List<Decision> apply(List<Event> events, Instant now) {
        cluster.at(now);
        for (var event : events) fold(event, now);
        windows.pass(now);
        rules.announce();
        for (var group = cluster.nextTouched(); group.isPresent(); group = cluster.nextTouched())
            scheduler.run(group.get(), now);
        return books.decisions();
    }

    /**
     * Why jobs wait, where the kind of the answer changed since it was last said. Asked once per batch of events, so that
     * a job which the same batch places is never explained.
     */
    public List<Decision> explain() {
        explain.run();
        return books.decisions();
    }

    /** Says when jobs should start, or that this cannot be said any more: what {@link Forward} saw, from a state of a moment ago. */
    public List<Decision> expect(Map<String, Optional<StartRange>> seen) {
        explain.expect(seen);
        return books.decisions();
    }

    /** Why a job waits right now; empty when it does not. */
    public Optional<Answer> why(String job) {
        return books.jobs.get(job).flatMap(explain::answer);
    }

    /** When {@link Event.TimePassed} will change something. */
    public Optional<Instant> due() {
        return Stream.of(cluster.nextRipe(), nodes.nextBurial(), antiEntropy.nextVerdict(), windows.next())
                .flatMap(Optional::stream)
                .min(Instant::compareTo);
    }

    /** Everything that must be known to go on from here. */
    public Snapshot snapshot() {
        return books.snapshot();
    }

    /** The same in no order: quick, for whoever goes on thinking about it elsewhere. */
    public Snapshot copy() {
        return books.copy();
    }

    /** The records that changed since this was last asked; those of closed jobs and released allocations for the last time. */
    public Snapshot changes() {
        return books.changes();
    }

    private void fold(Event event, Instant now) {
        switch (event) {
            case Event.JobSubmitted e -> jobs.submitted(e);
            case Event.JobQueued e -> jobs.queued(e);
            case Event.JobHeld e -> jobs.held(e);
            case Event.JobStopping e -> jobs.stopping(e);
            case Event.JobRequeued e -> jobs.requeued(e, now);
            case Event.JobClosed e -> jobs.closed(e);
            case Event.RankStarted e -> attempts.started(e.allocation(), e.rank());
            case Event.RankFinished e -> attempts.finished(e);
            case Event.NodeRegistered e -> nodes.registered(e, now);
            case Event.NodeLost e -> nodes.lost(e);
            case Event.NodeRenewed e -> antiEntropy.renewed(e, now);
            case Event.CordonRequested e -> nodes.cordon(e);
            case Event.NodeDraining e -> nodes.draining(e);
            case Event.NodeResumed e -> nodes.resumed(e);
            case Event.LimitChanged e -> limit(e.limit());
            case Event.RuleChosen e -> rules.choose(e);
            case Event.Reserve e -> windows.reserve(e, now);
            case Event.Unreserve e -> windows.unreserve(e);
            case Event.LeadTaken e -> lead(e.epoch(), now);
            case Event.TimePassed e -> {
                nodes.bury(e.heard());
                antiEntropy.heard(e.heard());
                jobs.ripen(now);
            }
        }
    }

    private void limit(Limit limit) {
        if (books.limits
                .get(limit.scope() + "/" + limit.name())
                .filter(known -> known.version() >= limit.version())
                .isPresent()) return;
        cluster.limit(books.limits.put(limit));
    }

    private void lead(long epoch, Instant now) {
        books.lead(epoch);
        attempts.stampAgain(settings, now);
        cluster.touchAll();
    }
}

package org.sing.scheduling.core.simulation;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.sing.scheduling.core.Account;
import org.sing.scheduling.core.Allocation;
import org.sing.scheduling.core.Decision;
import org.sing.scheduling.core.Event;
import org.sing.scheduling.core.Request;

/** A small model of the submission service and of the people behind it. */
final class Submission {
    enum Phase {
        QUEUED,
        HELD,
        PLACED,
        CLOSED
    }

    /** How a rank ended: by itself, well or not, or because somebody else wanted it. */
    enum Ending {
        WELL,
        FAILED,
        KILLED
    }

    static final class Job {
        final String id;
        final Request request;
        Phase phase = Phase.QUEUED;
        int attempt;
        boolean cancelled;
        final Set<String> excluded = new HashSet<>();
        final Map<Integer, Map<Integer, Ending>> finished = new HashMap<>();
        final Set<Integer> ended = new HashSet<>();

        Job(String id, Request request) {
            this.id = id;
            this.request = request;
        }
    }

    private final World world;
    private final Consumer<Event> scheduling;
    final Map<String, Job> jobs = new TreeMap<>();
    private boolean calm;

    Submission(World world, Consumer<Event> scheduling) {
        this.world = world;
        this.scheduling = scheduling;
    }

    void submit(long number, String group, Account account, Request request) {
        var job = new Job("job_%03d".formatted(number), request);
        jobs.put(job.id, job);
        say(job, new Event.JobSubmitted(job.id, number, group, account, request));
        world.in(Duration.ofMillis(world.chance(20) ? world.between(1000, 60_000) : 0), () -> {
            if (job.phase == Phase.QUEUED) say(job, new Event.JobQueued(job.id, 1));
        });
    }

    void cancel(Job job) {
        if (job.phase == Phase.CLOSED || job.cancelled) return;
        job.cancelled = true;
        say(job, new Event.JobStopping(job.id, job.attempt, false));
    }

    void hold(Job job) {
        if (job.phase != Phase.QUEUED || job.cancelled) return;
        job.phase = Phase.HELD;
        say(job, new Event.JobHeld(job.id));
        world.in(Duration.ofSeconds(world.between(1, 600)), () -> release(job));
    }

    void requeue(Job job) {
        if (job.phase == Phase.PLACED && !job.cancelled) say(job, new Event.JobStopping(job.id, job.attempt, true));
    }

    void hear(Decision.JobFact fact) {
        var job = jobs.get(fact.job());
        switch (fact) {
            case Decision.Placed placed -> began(job, placed.attempt());
            case Decision.Withdrawn withdrawn -> close(job);
            case Decision.AttemptEnded ended -> {
                began(job, ended.attempt());
                end(job, ended.attempt(), true, ended.cause() == Allocation.Cause.NODE_LOST ? ended.node() : "");
            }
            case Decision.Released released -> {}
            case Decision.Waits waits -> {}
        }
    }

    void finished(String id, int attempt, int rank, Ending ending) {
        var job = jobs.get(id);
        began(job, attempt);
        var ranks = job.finished.computeIfAbsent(attempt, key -> new HashMap<>());
        ranks.putIfAbsent(rank, ending);
        if (ranks.size() < job.request.nodes()) return;
        end(job, attempt, !ranks.containsValue(Ending.FAILED) && ranks.containsValue(Ending.KILLED), "");
    }

    void calm() {
        calm = true;
        jobs.values().forEach(this::release);
    }

    private void release(Job job) {
        if (job.phase != Phase.HELD || job.cancelled) return;
        job.phase = Phase.QUEUED;
        say(job, new Event.JobQueued(job.id, job.attempt + 1));
    }

    private void began(Job job, int attempt) {
        if (attempt <= job.attempt || job.phase == Phase.CLOSED) return;
        job.attempt = attempt;
        job.phase = Phase.PLACED;
    }

    private void end(Job job, int attempt, boolean again, String lostNode) {
        if (job.phase == Phase.CLOSED || attempt != job.attempt || !job.ended.add(attempt)) return;
        if (job.cancelled || !again || attempt > 8) {
            close(job);
            return;
        }
        if (!lostNode.isEmpty() && !calm && world.chance(50)) job.excluded.add(lostNode);
        job.phase = Phase.QUEUED;
        var eligible = world.now().plusSeconds(world.chance(50) ? 0 : world.between(1, 120));
        say(job, new Event.JobRequeued(job.id, attempt, List.copyOf(job.excluded), eligible));
    }

    private void close(Job job) {
        if (job.phase == Phase.CLOSED) return;
        job.phase = Phase.CLOSED;
        say(job, new Event.JobClosed(job.id));
    }

    private void say(Job job, Event event) {
        world.send("job/" + job.id, () -> scheduling.accept(event));
    }
}

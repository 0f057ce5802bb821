package org.sing.submission.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.sing.schemas.Conditions;
import org.sing.schemas.Conditions.Dependency;
import org.sing.schemas.Conditions.Kind;
import org.sing.schemas.EndCause;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobPhase;
import org.sing.schemas.JobSpec;
import org.sing.schemas.Requester;
import org.sing.submission.domain.Input.End;

/**
 * Everybody else in the life of one job: users, scheduling, the agents and incident, each hearing the others late. Every
 * topic keeps its order; between topics nothing is ordered; any report may come again.
 */
final class World {
    enum Topic {
        COMMANDS,
        SCHEDULING,
        EXECUTION,
        INCIDENT
    }

    /** The ranks of one attempt on their nodes, and what scheduling knows of them. */
    private final class Gang {
        final int attempt;
        final List<EndCause> stop = new ArrayList<>();
        final boolean[] started = new boolean[ranks];
        final boolean[] over = new boolean[ranks];
        final boolean[] overForScheduling = new boolean[ranks];
        boolean released;

        Gang(int attempt) {
            this.attempt = attempt;
            for (var rank = 0; rank < ranks; rank++) stop.add(null);
        }

        void stopAll(EndCause cause) {
            for (var rank = 0; rank < ranks; rank++) if (stop.get(rank) == null) stop.set(rank, cause);
        }

        boolean allOver() {
            for (var it : over) if (!it) return false;
            return true;
        }
    }

    final Random random;
    final int ranks;
    private final boolean incidentIsDown;
    private final boolean otherEndedWell;
    private Job job;
    private Instant now = Given.NOW;
    final Ledger ledger;
    private final Map<Topic, List<Input>> topics = new HashMap<>();
    private final Map<Topic, Integer> read = new HashMap<>();
    private final Set<String> inbox = new HashSet<>();
    private final List<Record> jobEvents = new ArrayList<>();
    private final List<Gang> gangs = new ArrayList<>();
    final List<Input> folded = new ArrayList<>();
    final List<Instant> foldedAt = new ArrayList<>();
    private int schedulingRead;
    private int schedulingReadExecution;
    private int incidentRead;
    private int commands;
    private boolean queued;
    private boolean held;
    private boolean cancelled;
    private int next = 1;

    World(long seed, boolean requeueable) {
        random = new Random(seed);
        incidentIsDown = random.nextInt(6) == 0;
        otherEndedWell = random.nextInt(4) > 0;
        ranks = 1 + random.nextInt(3);
        for (var topic : Topic.values()) {
            topics.put(topic, new ArrayList<>());
            read.put(topic, 0);
        }
        var change = Job.submitted(
                new Job.Submission("c0", "job_1", "ada", "vision", "hash"), 1, spec(requeueable), "", now);
        ledger = new Ledger(ranks);
        ledger.asked("c0");
        take(change, Optional.empty());
    }

    /** Some wait for another job, of which nothing is known here but that its end comes at some time; some have a deadline. */
    private JobSpec spec(boolean requeueable) {
        var spec = Given.spec(ranks, requeueable);
        if (random.nextInt(4) == 0) spec = spec.by(Given.NOW.plusSeconds(1 + random.nextInt(30)));
        return random.nextInt(4) > 0
                ? spec
                : spec.after(new Conditions(Optional.empty(), List.of(new Dependency("job_0", 0, Kind.AFTER_OK))));
    }

    Job job() {
        return job;
    }

    /** One step of somebody; false when nobody can do anything any more. */
    boolean step(boolean usersAreAwake) {
        now = now.plusMillis(random.nextInt(500));
        return switch (random.nextInt(usersAreAwake ? 12 : 11)) {
            case 0, 1, 2, 3 -> submissionHears();
            case 4, 5 -> schedulingHears();
            case 6 -> schedulingDecides();
            case 7, 8 -> agents();
            case 9 -> incident();
            case 10 -> again();
            default -> user();
        };
    }

    /** Everything that was said is heard and everything that was begun ends; afterwards nothing may be open. */
    void settle() {
        for (var quiet = 0; quiet < 60; ) quiet = step(false) ? 0 : quiet + 1;
        while (submissionHears()
                || schedulingHears()
                || schedulingDecides()
                || agents()
                || incident()
                || overdue()
                || otherJob()) {}
    }

    /** After the end, the whole past once more, and a placement that should never have been. */
    void replay() {
        for (var input : List.copyOf(folded))
            if (input instanceof Input.Report || input instanceof Input.Withdrawn) fold(input);
        fold(new Input.Placed(job.life().attempts().size() + 1, nodes(), now));
    }

    private boolean submissionHears() {
        if (random.nextInt(8) == 0 && (overdue() || otherJob() || late())) return true;
        var first = random.nextInt(Topic.values().length);
        for (var i = 0; i < Topic.values().length; i++) {
            var topic = Topic.values()[(first + i) % Topic.values().length];
            var position = read.get(topic);
            if (position == topics.get(topic).size()) continue;
            read.put(topic, position + 1);
            var input = topics.get(topic).get(position);
            if (!(input instanceof Input.Command command) || inbox.add(command.command())) fold(input);
            return true;
        }
        return false;
    }

    /** A report that was heard is heard again; commands are told apart by the inbox. */
    private boolean again() {
        if (folded.isEmpty()) return false;
        var input = folded.get(random.nextInt(folded.size()));
        if (!(input instanceof Input.Command)) fold(input);
        return false;
    }

    private boolean overdue() {
        if (job.life().classifyBy().isEmpty()) return false;
        if (random.nextBoolean()) now = now.plus(Duration.ofSeconds(11));
        var before = job;
        fold(new Input.ClassificationOverdue(job.life().attempts().size()));
        return !before.equals(job);
    }

    /** How the other job ends is told to whoever waits for it, and by a replica that is late to who does not any more. */
    private boolean otherJob() {
        var blocked = job.life().phase() == JobPhase.BLOCKED;
        if (!blocked && random.nextInt(8) > 0) return false;
        fold(otherEndedWell ? new Input.ConditionsMet() : new Input.ConditionsBroken("the other job failed"));
        return blocked;
    }

    /** Whoever looks for late jobs may have looked a moment ago. */
    private boolean late() {
        var before = job;
        if (job.endsAt().filter(at -> !at.isAfter(now)).isPresent() || random.nextInt(20) == 0)
            fold(new Input.DeadlinePassed());
        return !before.equals(job);
    }

    private void fold(Input input) {
        folded.add(input);
        foldedAt.add(now);
        take(job.on(input, Given.POLICY, now), Optional.of(input));
    }

    private void take(Job.Change change, Optional<Input> input) {
        job = change.job();
        jobEvents.addAll(change.events());
        ledger.observe(input, change.events(), job);
    }

    private boolean schedulingHears() {
        var executionWaits =
                schedulingReadExecution < topics.get(Topic.EXECUTION).size();
        if (executionWaits && (random.nextBoolean() || schedulingRead == jobEvents.size())) {
            if (topics.get(Topic.EXECUTION).get(schedulingReadExecution++) instanceof Input.RankFinished finished)
                rankOver(finished);
            return true;
        }
        if (schedulingRead == jobEvents.size()) return false;
        switch (jobEvents.get(schedulingRead++)) {
            case JobEvent.Queued event -> {
                held = false;
                queued = gangs.size() < next;
            }
            case JobEvent.Held event -> held = queued || gangs.size() < next;
            case JobEvent.Requeued event -> {
                next = event.endedAttempt() + 1;
                queued = true;
                held = false;
            }
            case JobEvent.Stopping stopping -> stop(stopping);
            case JobEvent.Finished finished -> queued = false;
            case Record other -> {}
        }
        return true;
    }

    /** An attempt that it has not placed is withdrawn, even while ranks of the one before are not over for it. */
    private void stop(JobEvent.Stopping stopping) {
        var alive = gangs.isEmpty() || gangs.getLast().released ? null : gangs.getLast();
        if (alive != null) alive.stopAll(stopping.requeue() ? EndCause.REQUEUED : EndCause.CANCELLED);
        if (stopping.requeue()) return;
        cancelled = true;
        queued = false;
        if (gangs.size() < stopping.attempt() || (alive == null && random.nextBoolean()))
            topics.get(Topic.SCHEDULING).add(new Input.Withdrawn());
    }

    private void rankOver(Input.RankFinished finished) {
        var gang = gangs.get(finished.attempt() - 1);
        if (gang.released) return;
        gang.overForScheduling[finished.rank()] = true;
        if (!finished.end().success()) gang.stopAll(EndCause.GANG_ENDED);
        for (var over : gang.overForScheduling) if (!over) return;
        gang.released = true;
    }

    private boolean schedulingDecides() {
        if (queued && !held && !cancelled && gangs.size() < next) {
            gangs.add(new Gang(next));
            queued = false;
            topics.get(Topic.SCHEDULING).add(new Input.Placed(next, nodes(), now));
            return true;
        }
        if (gangs.isEmpty() || gangs.getLast().released || random.nextInt(6) > 0) return false;
        var gang = gangs.getLast();
        switch (random.nextInt(4)) {
            case 0 -> gang.stopAll(EndCause.DRAINED);
            case 1 -> gang.stopAll(EndCause.CANCELLED);
            default -> {
                gang.released = true;
                gang.stopAll(EndCause.LEASE_LOST);
                var cause = random.nextBoolean() ? EndCause.NODE_LOST : EndCause.START_DEADLINE;
                topics.get(Topic.SCHEDULING).add(new Input.AttemptEnded(gang.attempt, Given.end(cause, "n1"), now));
            }
        }
        return true;
    }

    private boolean agents() {
        for (var gang : gangs)
            for (var rank = 0; rank < ranks; rank++) {
                if (gang.over[rank] || random.nextInt(3) == 0) continue;
                var cause = gang.stop.get(rank);
                if (!gang.started[rank] && cause == null && random.nextInt(8) > 0) {
                    gang.started[rank] = true;
                    say(new Input.Started(gang.attempt, rank, ranks, nodes().get(rank), now));
                } else {
                    gang.over[rank] = true;
                    say(new Input.RankFinished(gang.attempt, rank, ranks, end(rank, cause, gang.started[rank]), now));
                }
                return true;
            }
        return gangs.stream().anyMatch(gang -> !gang.allOver());
    }

    private void say(Input input) {
        topics.get(Topic.EXECUTION).add(input);
    }

    private End end(int rank, EndCause stop, boolean started) {
        if (stop != null && random.nextInt(5) > 0) return Given.end(stop, nodes().get(rank));
        if (!started) return Given.end(EndCause.START_REFUSED, nodes().get(rank));
        return switch (random.nextInt(8)) {
            case 0 -> Given.exit(rank, 1);
            case 1 -> Given.end(EndCause.OUT_OF_MEMORY, nodes().get(rank));
            case 2 -> Given.end(EndCause.TIME_LIMIT, nodes().get(rank));
            default -> Given.exit(rank, 0);
        };
    }

    private boolean incident() {
        if (incidentIsDown) return false;
        if (incidentRead == jobEvents.size()) {
            if (gangs.isEmpty() || random.nextInt(6) > 0) return false;
            classify(gangs.getLast().attempt);
            return false;
        }
        if (jobEvents.get(incidentRead++) instanceof JobEvent.Completing completing && random.nextInt(5) > 0)
            classify(completing.attempt());
        return true;
    }

    private void classify(int attempt) {
        var platform = random.nextInt(3) > 0;
        topics.get(Topic.INCIDENT)
                .add(new Input.Classified(
                        attempt,
                        new Verdict(
                                platform ? "platform" : "user", "code", "Because.", platform, platform ? "n1" : "")));
    }

    private boolean user() {
        if (random.nextInt(4) > 0) return false;
        var id = "c" + ++commands;
        var who = random.nextInt(4) == 0 ? Given.COLLEAGUE : Given.OWNER;
        ledger.asked(id);
        topics.get(Topic.COMMANDS).add(command(id, who));
        return true;
    }

    /** So that nothing waits for a person in the end. */
    void release() {
        var id = "c" + ++commands;
        ledger.asked(id);
        topics.get(Topic.COMMANDS).add(new Input.Release(id, Given.OWNER));
    }

    private Input.Command command(String id, Requester who) {
        return switch (random.nextInt(9)) {
            case 0 -> new Input.Cancel(id, who, "enough");
            case 1, 2 -> new Input.Hold(id, who, "later");
            case 3, 4 -> new Input.Release(id, who);
            case 5, 6 -> new Input.Requeue(id, who, "again");
            case 7 -> new Input.Resubmit(id, who, "hash");
            default -> new Input.Resubmit(id, who, "other");
        };
    }

    private List<String> nodes() {
        return List.of("n1", "n2", "n3").subList(0, ranks);
    }
}

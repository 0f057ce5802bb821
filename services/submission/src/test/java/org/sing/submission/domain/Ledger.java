package org.sing.submission.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.sing.schemas.CommandOutcome;
import org.sing.schemas.JobEvent;
import org.sing.schemas.JobPhase;

/** A second, dumber account of the job: it knows only what was heard and what was said, never how it was decided. */
final class Ledger {
    private final int ranks;
    private final Set<String> asked = new HashSet<>();
    private final Map<String, Integer> answered = new HashMap<>();
    private final Map<Integer, Map<Integer, Boolean>> endedWell = new TreeMap<>();
    private JobPhase phase = JobPhase.UNKNOWN;
    private long sequence;
    private int attempt = 1;
    private int starting;
    private int running;
    private int completing;
    private int platformRetries;
    private boolean requeueAccepted;
    private boolean cancelAccepted;
    final Map<String, Integer> seen = new TreeMap<>();

    Ledger(int ranks) {
        this.ranks = ranks;
    }

    void asked(String command) {
        asked.add(command);
    }

    JobPhase phase() {
        return phase;
    }

    void observe(Optional<Input> input, List<Record> events, Job job) {
        var wasTerminal = phase.terminal();
        input.ifPresent(this::hear);
        for (var event : events) {
            sequence++;
            if (wasTerminal) assertTrue(event instanceof CommandOutcome, "after the end: " + event);
            say(input, event);
        }
        assertEquals(sequence, job.sequence(), "every event has a number");
        assertEquals(phase, job.life().phase(), "the events tell the state");
        attempts(job);
    }

    /** Once nobody has anything to say any more. */
    void close(Job job) {
        assertTrue(phase.terminal(), "never ended: " + phase);
        assertEquals(asked, answered.keySet(), "every command is answered");
        assertTrue(answered.values().stream().allMatch(count -> count == 1), "answered twice: " + answered);
        if (cancelAccepted) assertEquals(JobPhase.CANCELLED, phase, "cancel wins");
        assertTrue(job.life().attempts().stream().allMatch(Attempt::ended), "an attempt is still open");
    }

    private void hear(Input input) {
        if (input instanceof Input.RankFinished report && !phase.terminal())
            endedWell
                    .computeIfAbsent(report.attempt(), it -> new HashMap<>())
                    .putIfAbsent(report.rank(), report.end().success());
    }

    private void say(Optional<Input> input, Record event) {
        switch (event) {
            case CommandOutcome.Accepted it -> accepted(input, it);
            case CommandOutcome.Refused it -> answered.merge(it.command(), 1, Integer::sum);
            case JobEvent.Queued it -> {
                if (phase == JobPhase.BLOCKED) {
                    assertTrue(
                            input.filter(Input.ConditionsMet.class::isInstance).isPresent(), "queued before its time");
                    note("unblocked");
                }
                phase = JobPhase.QUEUED;
                assertEquals(attempt, it.nextAttempt());
            }
            case JobEvent.Held it -> phase = JobPhase.HELD;
            case JobEvent.Blocked it -> phase = JobPhase.BLOCKED;
            case JobEvent.Starting it -> {
                phase = JobPhase.STARTING;
                assertEquals(attempt, it.attempt());
                assertEquals(++starting, attempt, "one start per attempt");
                assertTrue(!cancelAccepted, "started after a cancel");
            }
            case JobEvent.Running it -> {
                phase = JobPhase.RUNNING;
                assertEquals(attempt, it.attempt());
                assertTrue(++running <= starting, "ran more often than it started");
            }
            case JobEvent.Stopping it -> {
                var late = input.filter(Input.DeadlinePassed.class::isInstance).isPresent();
                assertTrue(late || input.filter(Input.Command.class::isInstance).isPresent());
                if (late) {
                    assertTrue(!cancelAccepted, "ended twice");
                    cancelAccepted = true;
                    note(starting == attempt ? "ended at its deadline" : "too late to begin");
                }
                if (!it.requeue()) phase = JobPhase.CANCELLING;
            }
            case JobEvent.Completing it -> {
                phase = JobPhase.COMPLETING;
                assertEquals(attempt, it.attempt());
                completing = it.attempt();
            }
            case JobEvent.Requeued it -> requeued(it);
            case JobEvent.Finished it -> finished(it);
            case Record other -> {}
        }
    }

    private void accepted(Optional<Input> input, CommandOutcome.Accepted outcome) {
        answered.merge(outcome.command(), 1, Integer::sum);
        if (input.isEmpty()) return;
        if (input.get() instanceof Input.Command command)
            assertEquals("ada", command.requester().id(), "a stranger's command was accepted");
        if (input.get() instanceof Input.Cancel) cancelAccepted = true;
        if (input.get() instanceof Input.Requeue) requeueAccepted = true;
    }

    private void requeued(JobEvent.Requeued event) {
        assertTrue(!cancelAccepted, "requeued after a cancel");
        assertEquals(attempt, event.endedAttempt(), "attempts have a gap");
        if (completing == attempt && !requeueAccepted) assertTrue(++platformRetries <= 3, "too many free retries");
        attempt++;
        phase = JobPhase.QUEUED;
        requeueAccepted = false;
        note("requeued");
    }

    private void finished(JobEvent.Finished event) {
        if (phase == JobPhase.BLOCKED && !cancelAccepted) note("never unblocked");
        phase = event.phase();
        assertTrue(phase.terminal());
        var well = endedWell.getOrDefault(attempt, Map.of());
        var success = well.size() == ranks && well.values().stream().allMatch(it -> it);
        if (phase == JobPhase.SUCCEEDED) assertTrue(success, "succeeded, but " + well);
        else if (success && !cancelAccepted && completing != attempt)
            assertEquals(JobPhase.CANCELLED, phase, "every rank ended well");
        note(phase.name());
        if (cancelAccepted && success) note("cancel won over a finish");
    }

    private void attempts(Job job) {
        var attempts = job.life().attempts();
        for (var i = 0; i < attempts.size(); i++)
            assertEquals(i + 1, attempts.get(i).number(), "attempts have a gap");
        assertTrue(attempts.stream().filter(it -> !it.ended()).count() <= 1, "two attempts alive");
        assertTrue(attempts.size() <= attempt, "an attempt from nowhere");
    }

    private void note(String what) {
        seen.merge(what, 1, Integer::sum);
    }
}

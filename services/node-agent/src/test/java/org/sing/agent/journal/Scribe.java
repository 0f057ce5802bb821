package org.sing.agent.journal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.sing.agent.domain.Allocation;
import org.sing.agent.domain.Entry;
import org.sing.agent.domain.Position;
import org.sing.agent.domain.Report;
import org.sing.agent.domain.Running;
import org.sing.agent.domain.Stop;
import org.sing.schemas.EndCause;
import org.sing.schemas.Envelopes;
import org.sing.schemas.Envelopes.Cause;
import org.sing.schemas.ExecutionEvent;
import org.sing.schemas.Topics;

/** Writes journals as an agent might: allocations come, run and go in random order. */
final class Scribe {
    private static final Instant DEADLINE = Instant.parse("2026-01-01T00:01:00Z");

    private final Random random;
    private final List<String> waiting = new ArrayList<>();
    private final List<String> running = new ArrayList<>();
    private long command;
    private int jobs;

    Scribe(Random random) {
        this.random = random;
        this.command = random.nextInt(1_000);
        this.jobs = random.nextInt(1_000_000);
    }

    List<Entry> entries(int count) {
        var entries = new ArrayList<Entry>();
        while (entries.size() < count) entries.add(next());
        return entries;
    }

    private Entry next() {
        return switch (random.nextInt(10)) {
            case 0 -> new Entry.Granted(1 + random.nextInt(5), 1, "boot", 60_000, random.nextInt(1_000));
            case 1 -> new Entry.Renewed(random.nextInt(100_000));
            case 2 -> new Entry.Cordoned(position(), random.nextInt(9), random.nextBoolean());
            case 3 -> new Entry.Passed(position());
            case 4, 5 -> accepted();
            case 6 -> waiting.isEmpty() ? accepted() : started();
            case 7 -> running.isEmpty() ? accepted() : ended();
            case 8 -> running.isEmpty() ? accepted() : random.nextBoolean() ? stopping() : warned();
            default -> new Entry.Delivered("job-" + random.nextInt(Math.max(1, jobs)), 1 + random.nextInt(2));
        };
    }

    private Entry accepted() {
        var job = "job-" + jobs++;
        waiting.add(job);
        var allocation = new Allocation(
                job,
                job,
                1,
                1,
                0,
                1,
                List.of("gpu-" + random.nextInt(8)),
                0,
                5_000,
                DEADLINE,
                Cause.by("somebody"),
                Optional.empty());
        return new Entry.Accepted(position(), allocation, random.nextInt(1_000));
    }

    private Entry started() {
        var job = waiting.remove(random.nextInt(waiting.size()));
        running.add(job);
        return new Entry.Started(job, new Running(random.nextInt(9_999), 7, 1_000, DEADLINE), report(job, 1));
    }

    private Entry ended() {
        var job = running.remove(random.nextInt(running.size()));
        return new Entry.Ended(job, true, 2_000, report(job, 2));
    }

    private Entry stopping() {
        var job = running.get(random.nextInt(running.size()));
        return new Entry.Stopping(
                position(), job, new Stop(EndCause.CANCELLED, "asked", 5_000, 1_000, Cause.by("somebody")));
    }

    private Entry warned() {
        return new Entry.Warned(running.get(random.nextInt(running.size())));
    }

    private Report report(String job, long sequence) {
        var started = new ExecutionEvent.Started(job, 1, job, "node-1", 1, 0, 1, List.of("gpu-0"), 1, DEADLINE);
        return new Report(
                job,
                sequence,
                Envelopes.of("/nodes/node-1")
                        .fact(
                                Topics.EXECUTION_EVENTS,
                                job,
                                "jobs/" + job,
                                sequence,
                                Cause.by("somebody"),
                                DEADLINE,
                                started));
    }

    private Position position() {
        return new Position(++command, command * 3, 1 + random.nextInt(3));
    }
}

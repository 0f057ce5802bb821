package org.sing.agent.domain;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sing.agent.domain.Entry.Accepted;
import org.sing.agent.domain.Entry.Adopted;
import org.sing.agent.domain.Entry.Cordoned;
import org.sing.agent.domain.Entry.Counted;
import org.sing.agent.domain.Entry.Delivered;
import org.sing.agent.domain.Entry.Ended;
import org.sing.agent.domain.Entry.Granted;
import org.sing.agent.domain.Entry.Opened;
import org.sing.agent.domain.Entry.Passed;
import org.sing.agent.domain.Entry.Pending;
import org.sing.agent.domain.Entry.Refused;
import org.sing.agent.domain.Entry.Renewed;
import org.sing.agent.domain.Entry.Seen;
import org.sing.agent.domain.Entry.Started;
import org.sing.agent.domain.Entry.Stopping;
import org.sing.agent.domain.Entry.Warned;

/** What an agent knows: nothing but its journal, folded. */
public final class Ledger {
    /** A job that does not come back within so many others starts its count again; no queue waits that long. */
    private static final int COUNTED_JOBS = 50_000;

    /** After its deadline a start is refused anyway; the slack covers a wall clock that was set. */
    private static final Duration SEEN_SLACK = Duration.ofHours(2);

    private Position at = Entry.NOWHERE;
    private boolean opened;
    private Granted lease = new Granted(0, 0, "", 0, 0);
    private long cordonVersion;
    private boolean cordoned;
    private final Map<String, Task> tasks = new LinkedHashMap<>();
    private final Map<String, Deque<Report>> pending = new LinkedHashMap<>();
    private final Map<String, Instant> seen = new LinkedHashMap<>();
    private final Map<String, Long> counted = new LinkedHashMap<>();

    public void apply(Entry entry) {
        switch (entry) {
            case Opened(long offset) -> {
                opened = true;
                at = new Position(at.sequence(), Math.max(at.offset(), offset), at.epoch());
            }
            case Granted granted -> lease = granted;
            case Renewed(long millis) -> lease = renewed(millis);
            case Passed(Position to) -> advance(to);
            case Cordoned cordon -> {
                advance(cordon.at());
                cordonVersion = cordon.version();
                cordoned = cordon.cordoned();
            }
            case Accepted accepted -> {
                advance(accepted.at());
                tasks.put(accepted.allocation().id(), Task.of(accepted.allocation()));
            }
            case Refused refused -> {
                advance(refused.at());
                seen.put(refused.allocation(), refused.deadline());
                await(refused.report());
            }
            case Stopping stopping -> {
                advance(stopping.at());
                tasks.computeIfPresent(stopping.allocation(), (id, task) -> task.with(stopping.stop()));
            }
            case Warned(String allocation) -> tasks.computeIfPresent(allocation, (id, task) -> task.withWarning());
            case Started started -> {
                tasks.computeIfPresent(started.allocation(), (id, task) -> task.with(started.running()));
                await(started.report());
            }
            case Adopted(String allocation, Running running) ->
                tasks.computeIfPresent(allocation, (id, task) -> task.with(running));
            case Ended ended -> {
                var task = tasks.remove(ended.allocation());
                if (task != null) seen.put(ended.allocation(), task.allocation().deadline());
                await(ended.report());
            }
            case Delivered delivered -> settle(delivered);
            case Pending(Report report) -> await(report);
            case Counted(String job, long sequence) -> count(job, sequence);
            case Seen(String allocation, Instant deadline) -> seen.put(allocation, deadline);
        }
    }

    /** The shortest journal that folds to the same knowledge. */
    public List<Entry> compacted(Instant now) {
        var entries = new ArrayList<Entry>();
        if (opened) entries.add(new Opened(at.offset()));
        if (lease.incarnation() > 0) entries.add(lease);
        entries.add(new Passed(at));
        entries.add(new Cordoned(at, cordonVersion, cordoned));
        seen.values().removeIf(deadline -> deadline.plus(SEEN_SLACK).isBefore(now));
        seen.forEach((allocation, deadline) -> entries.add(new Seen(allocation, deadline)));
        pending.values().forEach(reports -> reports.forEach(report -> entries.add(new Pending(report))));
        // After the reports, which count as well, so that the order of the jobs stays.
        counted.forEach((job, sequence) -> entries.add(new Counted(job, sequence)));
        for (var task : tasks.values()) {
            entries.add(new Accepted(at, task.allocation(), 0));
            task.running()
                    .ifPresent(
                            running -> entries.add(new Adopted(task.allocation().id(), running)));
            if (task.warned()) entries.add(new Warned(task.allocation().id()));
            task.stop()
                    .ifPresent(stop ->
                            entries.add(new Stopping(at, task.allocation().id(), stop)));
        }
        return entries;
    }

    public Position at() {
        return at;
    }

    public boolean opened() {
        return opened;
    }

    public Granted lease() {
        return lease;
    }

    public boolean cordoned() {
        return cordoned;
    }

    public long cordonVersion() {
        return cordonVersion;
    }

    public Collection<Task> tasks() {
        return tasks.values();
    }

    public Optional<Task> task(String allocation) {
        return Optional.ofNullable(tasks.get(allocation));
    }

    public boolean knows(String allocation) {
        return tasks.containsKey(allocation) || seen.containsKey(allocation);
    }

    public long nextSequence(String job) {
        return counted.getOrDefault(job, 0L) + 1;
    }

    /** Reports by job, oldest first. */
    public Map<String, Deque<Report>> pending() {
        return pending;
    }

    private Granted renewed(long millis) {
        return new Granted(
                lease.incarnation(),
                lease.first(),
                lease.bootId(),
                lease.leaseMillis(),
                Math.max(lease.renewedMillis(), millis));
    }

    private void advance(Position to) {
        at = new Position(
                Math.max(at.sequence(), to.sequence()),
                Math.max(at.offset(), to.offset()),
                Math.max(at.epoch(), to.epoch()));
    }

    private void await(Report report) {
        count(report.job(), report.sequence());
        pending.computeIfAbsent(report.job(), job -> new ArrayDeque<>()).add(report);
    }

    private void count(String job, long sequence) {
        var before = counted.remove(job);
        counted.put(job, before == null ? sequence : Math.max(before, sequence));
        if (counted.size() > COUNTED_JOBS)
            counted.remove(counted.keySet().iterator().next());
    }

    private void settle(Delivered delivered) {
        var reports = pending.get(delivered.job());
        if (reports == null) return;
        reports.removeIf(report -> report.sequence() <= delivered.sequence());
        if (reports.isEmpty()) pending.remove(delivered.job());
    }
}

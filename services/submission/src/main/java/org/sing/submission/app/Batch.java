package org.sing.submission.app;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sing.submission.domain.Input;
import org.sing.submission.domain.Job;
import org.sing.submission.domain.Job.Change;
import org.sing.submission.domain.Policy;

/** The jobs of one transaction while they are folded in memory. */
final class Batch {
    private final Policy policy;
    private final Instant now;
    private final Map<String, Job> stored = new HashMap<>();
    private final Map<String, Job> jobs = new LinkedHashMap<>();
    private final List<Change> changes = new ArrayList<>();
    private final Set<String> spoken = new HashSet<>();

    Batch(Policy policy, Instant now, Collection<Job> loaded) {
        this.policy = policy;
        this.now = now;
        loaded.forEach(job -> stored.put(job.id(), job));
        jobs.putAll(stored);
    }

    Instant now() {
        return now;
    }

    Optional<Job> job(String id) {
        return Optional.ofNullable(jobs.get(id));
    }

    Change add(Change created) {
        return took(created);
    }

    /** Empty when there is no such job. */
    Optional<Change> fold(String id, Input input) {
        return job(id).map(job -> took(job.on(input, policy, now)));
    }

    List<Job> added() {
        return jobs.values().stream()
                .filter(job -> !stored.containsKey(job.id()))
                .toList();
    }

    List<Job> updated() {
        return jobs.values().stream()
                .filter(job ->
                        stored.containsKey(job.id()) && !stored.get(job.id()).equals(job))
                .toList();
    }

    /** Those that said something, hence stand differently for everybody else. */
    List<Job> spoken() {
        var changed = new ArrayList<Job>();
        for (var id : spoken) changed.add(jobs.get(id));
        return changed;
    }

    List<Change> changes() {
        return changes;
    }

    private Change took(Change change) {
        changes.add(change);
        jobs.put(change.job().id(), change.job());
        if (!change.events().isEmpty()) spoken.add(change.job().id());
        return change;
    }
}

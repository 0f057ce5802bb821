package org.sing.agent.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the processes of a job by its session and by the allocation in their environment. One can hide from both. */
final class Sessions implements Containment {
    private static final Logger LOG = LoggerFactory.getLogger(Sessions.class);

    private final ProcessTable table = new ProcessTable();

    static void warn() {
        LOG.warn("no control groups can be made here: a process that leaves the session of its job and clears its"
                + " environment will not be found and outlives the job; and the jobs of an agent that dies for good"
                + " outlive its lease");
    }

    @Override
    public List<Path> open(Site site) {
        return List.of();
    }

    /** Nobody watches over it here. */
    @Override
    public boolean outOfMemory(Site site) {
        return false;
    }

    @Override
    public List<Long> processes(Contained job) {
        return table.of(Set.of(job.site().owner(), ProcessTable.owner(job.session()))).values().stream()
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public Set<Contained> kill(Collection<Contained> jobs) {
        if (jobs.isEmpty()) return Set.of();
        var owners = new HashMap<String, Contained>();
        for (var job : jobs) {
            owners.put(job.site().owner(), job);
            owners.put(ProcessTable.owner(job.session()), job);
        }
        var left = new HashSet<Contained>();
        var targets = new ArrayList<Long>();
        table.of(owners.keySet()).forEach((owner, pids) -> {
            left.add(owners.get(owner));
            targets.addAll(pids);
        });
        Signals.send("KILL", targets);
        return left;
    }

    /** Without groups only an agent finds its jobs. */
    @Override
    public void lease(String node, long untilMillis) {}

    @Override
    public void release(Site site) {}

    @Override
    public void close() {}
}

package org.sing.scheduling.core.simulation;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sing.scheduling.core.Allocation;
import org.sing.scheduling.core.Choice;
import org.sing.scheduling.core.Head;
import org.sing.scheduling.core.History;
import org.sing.scheduling.core.Job;
import org.sing.scheduling.core.Limit;
import org.sing.scheduling.core.Node;
import org.sing.scheduling.core.Overtaker;
import org.sing.scheduling.core.Snapshot;
import org.sing.scheduling.core.Usage;
import org.sing.scheduling.core.Window;

/** What a database would hold: the records of every commit, the later over the earlier. */
final class Store {
    private final Map<String, Job> jobs = new TreeMap<>();
    private final Map<String, Allocation> allocations = new TreeMap<>();
    private final Map<String, Node> nodes = new TreeMap<>();
    private final Map<String, Limit> limits = new TreeMap<>();
    private final Map<String, Head> heads = new TreeMap<>();
    private final Map<String, History> histories = new TreeMap<>();
    private final Map<String, Overtaker> overtakers = new TreeMap<>();
    private final Map<String, Choice> choices = new TreeMap<>();
    private final Map<String, Usage> usages = new TreeMap<>();

    private final Map<String, Window> windows = new TreeMap<>();

    void commit(Snapshot changes) {
        changes.jobs().forEach(job -> jobs.put(job.id(), job));
        changes.allocations().forEach(allocation -> allocations.put(allocation.id(), allocation));
        changes.nodes().forEach(node -> nodes.put(node.name(), node));
        changes.limits().forEach(limit -> limits.put(limit.scope() + "/" + limit.name(), limit));
        changes.heads().forEach(head -> heads.put(head.group(), head));
        changes.histories().forEach(history -> histories.put(history.kind(), history));
        histories.values().removeIf(History::forgotten);
        changes.overtakers().forEach(entry -> overtakers.put(entry.allocation(), entry));
        overtakers.values().removeIf(Overtaker::settled);
        changes.choices().forEach(choice -> choices.put(choice.group(), choice));
        changes.usages().forEach(usage -> usages.put(usage.name(), usage));
        changes.windows().forEach(window -> windows.put(window.name(), window));
        jobs.values().removeIf(job -> job.state() == Job.State.DONE);
        allocations.values().removeIf(Allocation::released);
    }

    Snapshot load() {
        return new Snapshot(
                List.copyOf(jobs.values()),
                List.copyOf(allocations.values()),
                List.copyOf(nodes.values()),
                List.copyOf(limits.values()),
                List.copyOf(heads.values()),
                List.copyOf(histories.values()),
                List.copyOf(overtakers.values()),
                List.copyOf(choices.values()),
                List.copyOf(usages.values()),
                List.copyOf(windows.values()));
    }
}

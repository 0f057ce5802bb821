package org.sing.incident.domain;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.sing.incident.domain.NodeTrouble.Change;
import org.sing.incident.domain.NodeTrouble.Opened;
import org.sing.incident.domain.NodeTrouble.Recurred;
import org.sing.incident.domain.NodeTrouble.Resolved;

/** Many nodes lost at once have one cause and are one incident above their own: people look there first. */
public final class Outage {
    public static final Duration WINDOW = Duration.ofMinutes(10);
    public static final String DEDUP_KEY = "nodes-lost/cluster";

    private static final int NODES = 3;

    private Outage() {}

    /**
     * What the change of a node's incident means for the incident above.
     *
     * @param nodes the incidents of lost nodes after the change, at least those that are open or opened within the window
     * @param latest the last incident above, open or not
     */
    public static Optional<Change> after(Change change, Collection<Incident> nodes, Optional<Incident> latest) {
        var open = latest.filter(Incident::open);
        return switch (change) {
            case Opened opened ->
                open.isPresent()
                        ? open.map(it -> again(it, opened.incident()))
                        : Optional.of(together(opened.incident(), nodes))
                                .filter(lost -> names(lost).size() >= NODES)
                                .map(lost -> opened(opened.incident(), lost, latest));
            case Recurred recurred -> Optional.empty();
            case Resolved resolved ->
                open.filter(it -> nodes.stream().noneMatch(Incident::open))
                        .map(it -> new Resolved(
                                it.resolved(resolved.incident().resolvedAt().orElseThrow()),
                                "Every lost node registered again."));
        };
    }

    private static List<Incident> together(Incident last, Collection<Incident> nodes) {
        var since = last.openedAt().minus(WINDOW);
        return nodes.stream().filter(it -> !it.openedAt().isBefore(since)).toList();
    }

    /** A node that comes and goes is one node. */
    private static TreeSet<String> names(Collection<Incident> lost) {
        return lost.stream().map(Incident::node).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Change again(Incident open, Incident node) {
        return new Recurred(open.recurred(1, node.affectedJobs()), "Node " + node.node() + " was lost too.");
    }

    private static Change opened(Incident last, List<Incident> lost, Optional<Incident> latest) {
        var jobs = new TreeSet<String>();
        for (var it : lost) jobs.addAll(it.affectedJobs());
        var names = names(lost);
        return new Opened(new Incident(
                DEDUP_KEY,
                latest.map(Incident::count).orElse(0L) + 1,
                1,
                "nodes-lost",
                "FATAL_NODE",
                "",
                names.size() + " nodes were lost within " + WINDOW.toMinutes() + " minutes: "
                        + String.join(", ", names),
                names.size(),
                jobs,
                "Look for a common cause before the nodes themselves: a switch, a power supply, the storage, "
                        + "or a control plane that no node can reach. The incident closes when all are back.",
                last.openedAt(),
                Optional.empty()));
    }
}

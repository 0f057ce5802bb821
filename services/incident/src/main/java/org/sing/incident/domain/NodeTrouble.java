package org.sing.incident.domain;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Opens, repeats and resolves the incident of a lost node. */
public final class NodeTrouble {
    public static final String KIND = "node-lost";

    private NodeTrouble() {}

    /** What became of an incident, and what to say about it. */
    public sealed interface Change {
        Incident incident();
    }

    public record Opened(Incident incident) implements Change {}

    public record Recurred(Incident incident, String note) implements Change {}

    public record Resolved(Incident incident, String note) implements Change {}

    public static String dedupKey(String node) {
        return KIND + "/" + node;
    }

    /**
     * @param past of the node before the signal
     * @param latest the last incident of this node, open or not
     */
    public static Optional<Change> on(NodeSignal signal, NodePast past, Optional<Incident> latest) {
        var open = latest.filter(Incident::open);
        return switch (signal) {
            case NodeSignal.Lost lost -> {
                if (lost.incarnation() <= Math.max(past.lost(), past.registered() - 1)) yield Optional.empty();
                var count = latest.map(Incident::count).orElse(0L) + 1;
                yield Optional.of(open.<Change>map(it -> again(it, lost)).orElseGet(() -> opened(lost, count)));
            }
            case NodeSignal.Back back ->
                open.filter(it -> back.incarnation() > past.lost())
                        .map(it -> new Resolved(it.resolved(back.at()), backNote(back)));
            case NodeSignal.Hit hit ->
                open.filter(it -> !it.affectedJobs().contains(hit.job()))
                        .map(it -> new Recurred(
                                it.recurred(0, List.of(hit.job())), "One more job was lost with the node."));
        };
    }

    private static Change again(Incident open, NodeSignal.Lost lost) {
        return new Recurred(open.recurred(1, lost.jobs()), "The node was lost again before it was really back.");
    }

    private static Change opened(NodeSignal.Lost lost, long count) {
        var jobs = new TreeSet<>(lost.jobs());
        return new Opened(new Incident(
                dedupKey(lost.node()),
                count,
                1,
                KIND,
                "FATAL_NODE",
                lost.node(),
                title(lost.node(), jobs.size()),
                1,
                jobs,
                "Check power, network and the agent's service on " + lost.node()
                        + ". Its jobs run again elsewhere when they may. "
                        + "The incident closes by itself when the agent registers again; "
                        + "cordon the node if it should not take jobs then.",
                lost.at(),
                Optional.empty()));
    }

    private static String title(String node, int jobs) {
        return switch (jobs) {
            case 0 -> "Node " + node + " is lost; no job ran there";
            case 1 -> "Node " + node + " is lost with 1 job";
            default -> "Node " + node + " is lost with " + jobs + " jobs";
        };
    }

    private static String backNote(NodeSignal.Back back) {
        return back.rebooted()
                ? "The node registered again after a reboot."
                : "The node registered again without a reboot.";
    }
}

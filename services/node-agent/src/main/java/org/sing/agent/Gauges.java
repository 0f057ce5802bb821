package org.sing.agent;

import java.util.Collection;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.sing.agent.domain.Now;

/** Numbers of this process for operators, in the text form of Prometheus. */
final class Gauges {
    private final AtomicLong launched = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private volatile Snapshot latest = new Snapshot(0, 0, 0, 0, 0, 0, 0, 0);

    private record Snapshot(
            long atMillis,
            int nodes,
            long leases,
            int tasks,
            int pending,
            long gaps,
            long cordoned,
            long leaseMillis) {}

    void launched() {
        launched.incrementAndGet();
    }

    void ended() {
        ended.incrementAndGet();
    }

    void refused() {
        refused.incrementAndGet();
    }

    void round(Collection<NodeContext> nodes, Now now) {
        var agents = nodes.stream().map(NodeContext::agent).toList();
        latest = new Snapshot(
                now.millis(),
                agents.size(),
                agents.stream().filter(agent -> agent.holdsLease()).count(),
                agents.stream().mapToInt(agent -> agent.ledger().tasks().size()).sum(),
                agents.stream()
                        .flatMap(agent -> agent.ledger().pending().values().stream())
                        .mapToInt(Collection::size)
                        .sum(),
                agents.stream().filter(agent -> agent.missingCommand() > 0).count(),
                agents.stream().filter(agent -> agent.ledger().cordoned()).count(),
                agents.stream()
                        .filter(agent -> agent.holdsLease())
                        .mapToLong(agent -> agent.deadlineMillis() - now.millis())
                        .min()
                        .orElse(0));
    }

    long lastRoundMillis() {
        return latest.atMillis();
    }

    boolean registered() {
        return latest.leases() == latest.nodes() && latest.nodes() > 0;
    }

    String text() {
        var now = latest;
        var text = new StringBuilder();
        counter(text, "sing_agent_launched_total", "Processes started", launched.get());
        counter(text, "sing_agent_ended_total", "Processes that ended", ended.get());
        counter(text, "sing_agent_not_launched_total", "Starts that failed or were called off", refused.get());
        gauge(text, "sing_agent_nodes", "Nodes this process stands for", now.nodes());
        gauge(text, "sing_agent_leases", "Nodes that hold a lease", now.leases());
        gauge(text, "sing_agent_lease_remaining_seconds", "The shortest remaining lease", now.leaseMillis() / 1000.0);
        gauge(text, "sing_agent_jobs", "Allocations on these nodes", now.tasks());
        gauge(text, "sing_agent_reports_pending", "Facts the broker does not have yet", now.pending());
        gauge(text, "sing_agent_command_gaps", "Nodes that wait for a missing command", now.gaps());
        gauge(text, "sing_agent_cordoned", "Nodes that refuse starts", now.cordoned());
        return text.toString();
    }

    private static void counter(StringBuilder text, String name, String help, double value) {
        line(text, name, help, "counter", value);
    }

    private static void gauge(StringBuilder text, String name, String help, double value) {
        line(text, name, help, "gauge", value);
    }

    private static void line(StringBuilder text, String name, String help, String type, double value) {
        text.append(
                String.format(Locale.ROOT, "# HELP %s %s%n# TYPE %s %s%n%s %s%n", name, help, name, type, name, value));
    }
}

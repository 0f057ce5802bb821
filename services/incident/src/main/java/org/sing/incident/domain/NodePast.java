package org.sing.incident.domain;

/**
 * What happened to a node, by incarnations of its lease and never by clocks.
 *
 * @param lost the newest incarnation that was lost, 0 for none
 * @param rebooted the newest incarnation that began with another boot of the machine, 0 for none
 * @param registered the newest incarnation that was granted
 */
public record NodePast(String node, long lost, long rebooted, long registered) {
    public static NodePast unknown(String node) {
        return new NodePast(node, 0, 0, 0);
    }

    public NodePast lost(long incarnation) {
        return new NodePast(node, Math.max(lost, incarnation), rebooted, registered);
    }

    public NodePast registered(long incarnation, boolean reboot) {
        return new NodePast(
                node, lost, reboot ? Math.max(rebooted, incarnation) : rebooted, Math.max(registered, incarnation));
    }

    public NodePast after(NodeSignal signal) {
        return switch (signal) {
            case NodeSignal.Lost it -> lost(it.incarnation());
            case NodeSignal.Back it -> registered(it.incarnation(), it.rebooted());
            case NodeSignal.Hit it -> this;
        };
    }

    /** Whether the lease under which something started, or a later one, was lost. */
    boolean lostSince(long incarnation) {
        return lost >= incarnation && lost > 0;
    }

    boolean rebootedSince(long incarnation) {
        return rebooted > incarnation;
    }
}

package org.sing.scheduling.core;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A reservation: nodes that are kept for some projects, or for nobody because somebody works on them, for a while. Whoever
 * else wants to start there must be over before it begins, and what still runs there when it begins goes back to the queue.
 *
 * @param nodes their names, sorted
 * @param projects for which the nodes are kept, sorted; empty for maintenance
 * @param phase how far it is
 * @param told facts about this reservation that were said so far
 */
public record Window(
        String name,
        List<String> nodes,
        Instant from,
        Instant until,
        List<String> projects,
        String reason,
        Phase phase,
        long told) {

    /** How far it is. */
    public enum Phase {
        PLANNED,
        ACTIVE,
        OVER
    }

    public Window {
        nodes = nodes.stream().sorted().distinct().toList();
        projects = projects.stream().sorted().distinct().toList();
    }

    boolean over() {
        return phase == Phase.OVER;
    }

    boolean isFor(Account account) {
        return projects.contains(account.project());
    }

    /** Whether both want some node at the same time. */
    boolean collides(Window other) {
        return !name.equals(other.name)
                && !other.over()
                && from.isBefore(other.until)
                && other.from.isBefore(until)
                && nodes.stream().anyMatch(other.nodes::contains);
    }

    /** Until it begins. */
    long secondsFrom(Instant now) {
        return Math.max(0, Duration.between(now, from).toSeconds());
    }

    Window in(Phase next) {
        return new Window(name, nodes, from, until, projects, reason, next, told);
    }

    Window tell() {
        return new Window(name, nodes, from, until, projects, reason, phase, told + 1);
    }
}

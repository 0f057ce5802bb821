package org.sing.nodemonitor.domain;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.sing.schemas.JobSpec;
import org.sing.schemas.NodePhase;
import org.sing.schemas.NodeTelemetry.Gpu;
import org.sing.schemas.NodeTelemetry.Live;

/**
 * A node as node-monitor knows it.
 *
 * @param sequence of its last event
 * @param session of the hello that its incarnation answers
 * @param resourceGroup whose jobs it runs
 * @param lost whether this incarnation is given up
 * @param connected whether it renewed lately
 * @param marker the id of the marker that was written and is not read back yet
 * @param live what ran there at its last renewal
 * @param inFlight allocations that hold it although it is cordoned
 */
public record Node(
        String name,
        long sequence,
        long incarnation,
        String session,
        String bootId,
        String publicKey,
        List<Gpu> gpus,
        int cpus,
        long memoryBytes,
        String resourceGroup,
        boolean registered,
        boolean lost,
        boolean connected,
        Optional<Instant> lastRenewalAt,
        Optional<String> marker,
        List<Live> live,
        Cordon cordon,
        Set<String> inFlight) {
    public Node {
        // Nodes of before there were groups have none in their document.
        resourceGroup = resourceGroup == null ? JobSpec.DEFAULT_GROUP : resourceGroup;
    }

    /**
     * Where the node stands with those who want to keep jobs off it.
     *
     * @param version grows with every cordon and resume
     * @param acknowledged whether scheduling answered this version
     * @param drain the mode, when it is to be emptied
     * @param drained whether that was said
     */
    public record Cordon(
            long version,
            boolean wanted,
            boolean acknowledged,
            Optional<String> drain,
            boolean drained,
            String reason) {
        static final Cordon NONE = new Cordon(0, false, false, Optional.empty(), false, "");

        Cordon request(String why, Optional<String> mode) {
            return new Cordon(version + 1, true, false, mode, false, why);
        }

        Cordon acknowledge() {
            return new Cordon(version, wanted, true, drain, drained, reason);
        }

        Cordon draining(String mode, String why) {
            return new Cordon(version, wanted, acknowledged, Optional.of(mode), false, why);
        }

        Cordon empty() {
            return new Cordon(version, wanted, acknowledged, drain, true, reason);
        }

        Cordon lift() {
            return new Cordon(version + 1, false, false, Optional.empty(), false, "");
        }
    }

    public static Node unknown(String name) {
        return new Node(
                name,
                0,
                0,
                "",
                "",
                "",
                List.of(),
                0,
                0,
                JobSpec.DEFAULT_GROUP,
                false,
                false,
                false,
                Optional.empty(),
                Optional.empty(),
                List.of(),
                Cordon.NONE,
                Set.of());
    }

    public NodePhase phase() {
        if (!registered) return NodePhase.UNKNOWN;
        if (lost) return NodePhase.LOST;
        if (cordon.drained()) return NodePhase.DRAINED;
        if (cordon.acknowledged() && cordon.drain().isPresent()) return NodePhase.DRAINING;
        if (cordon.acknowledged()) return NodePhase.CORDONED;
        return connected ? NodePhase.HEALTHY : NodePhase.SUSPECT;
    }

    /** Nothing of its group's is on it, nor comes before somebody resumes it. */
    boolean free() {
        return !registered || cordon.drained();
    }

    /** A lease that is neither given up nor silent. */
    boolean alive() {
        return registered && !lost;
    }

    public Node withCountedSequence(long value) {
        return new Node(
                name,
                value,
                incarnation,
                session,
                bootId,
                publicKey,
                gpus,
                cpus,
                memoryBytes,
                resourceGroup,
                registered,
                lost,
                connected,
                lastRenewalAt,
                marker,
                live,
                cordon,
                inFlight);
    }

    Node withPublicKey(String key) {
        return new Node(
                name,
                sequence,
                incarnation,
                session,
                bootId,
                key,
                gpus,
                cpus,
                memoryBytes,
                resourceGroup,
                registered,
                lost,
                connected,
                lastRenewalAt,
                marker,
                live,
                cordon,
                inFlight);
    }

    Node register(
            String newSession,
            String newBootId,
            List<Gpu> found,
            int cores,
            long memory,
            String group,
            List<Live> alive,
            Instant now) {
        return new Node(
                name,
                sequence,
                incarnation + 1,
                newSession,
                newBootId,
                publicKey,
                found,
                cores,
                memory,
                group,
                true,
                false,
                true,
                Optional.of(now),
                Optional.empty(),
                alive,
                cordon,
                inFlight);
    }

    Node renew(List<Live> alive, Instant now) {
        return new Node(
                name,
                sequence,
                incarnation,
                session,
                bootId,
                publicKey,
                gpus,
                cpus,
                memoryBytes,
                resourceGroup,
                registered,
                lost,
                true,
                Optional.of(now),
                Optional.empty(),
                alive,
                cordon,
                inFlight);
    }

    Node withConnected(boolean value) {
        return new Node(
                name,
                sequence,
                incarnation,
                session,
                bootId,
                publicKey,
                gpus,
                cpus,
                memoryBytes,
                resourceGroup,
                registered,
                lost,
                value,
                lastRenewalAt,
                marker,
                live,
                cordon,
                inFlight);
    }

    Node withMarker(String id) {
        return new Node(
                name,
                sequence,
                incarnation,
                session,
                bootId,
                publicKey,
                gpus,
                cpus,
                memoryBytes,
                resourceGroup,
                registered,
                lost,
                connected,
                lastRenewalAt,
                Optional.of(id),
                live,
                cordon,
                inFlight);
    }

    Node giveUp() {
        return new Node(
                name,
                sequence,
                incarnation,
                session,
                bootId,
                publicKey,
                gpus,
                cpus,
                memoryBytes,
                resourceGroup,
                registered,
                true,
                false,
                lastRenewalAt,
                Optional.empty(),
                live,
                cordon,
                inFlight);
    }

    Node withCordon(Cordon value, Set<String> holding) {
        return new Node(
                name,
                sequence,
                incarnation,
                session,
                bootId,
                publicKey,
                gpus,
                cpus,
                memoryBytes,
                resourceGroup,
                registered,
                lost,
                connected,
                lastRenewalAt,
                marker,
                live,
                value,
                new TreeSet<>(holding));
    }
}

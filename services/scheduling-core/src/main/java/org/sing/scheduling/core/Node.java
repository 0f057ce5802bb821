package org.sing.scheduling.core;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A node as scheduling sees it.
 *
 * @param incarnation of the lease; 0 while it never registered
 * @param lost its lease ran out and it has not registered since
 * @param safeAt when the attempts end that nobody on the node goes on with: all of a lost one, else those of an older
 *     incarnation; empty when there is nothing to end
 * @param commands commands sent to its agent so far
 * @param told facts about this node that were said so far
 */
public record Node(
        String name,
        String group,
        long incarnation,
        List<Gpu> gpus,
        int cpus,
        long memory,
        long cordonVersion,
        boolean cordoned,
        boolean lost,
        Optional<Instant> safeAt,
        long commands,
        long told) {

    public record Gpu(String id, String model) {}

    public Node {
        gpus = List.copyOf(gpus);
    }

    static Node unknown(String name, String group) {
        return new Node(name, group, 0, List.of(), 0, 0, 0, false, false, Optional.empty(), 0, 0);
    }

    /** Gangs stand on nodes of one type: the models of its GPUs, empty without GPUs. */
    String type() {
        if (gpus.isEmpty()) return "";
        var first = gpus.getFirst().model();
        for (var gpu : gpus) if (!gpu.model().equals(first)) return mixed();
        return first;
    }

    private String mixed() {
        var models = new TreeSet<String>();
        gpus.forEach(gpu -> models.add(gpu.model()));
        return String.join("+", models);
    }

    /** Whether a placement may be made here. */
    boolean open() {
        return incarnation > 0 && !cordoned && !lost;
    }

    /** Whether one rank would fit here if nothing else ran. */
    boolean couldHold(Request request) {
        return incarnation > 0
                && (request.model().isEmpty() || request.model().equals(type()))
                && request.suits(this)
                && request.gpusPerNode() <= gpus.size()
                && request.cpusOn(this) <= cpus
                && request.memoryOn(this) <= memory;
    }

    Node registered(String group, long incarnation, List<Gpu> gpus, int cpus, long memory) {
        return new Node(
                name,
                group,
                incarnation,
                gpus,
                cpus,
                memory,
                cordonVersion,
                cordoned,
                false,
                Optional.empty(),
                commands,
                told);
    }

    Node lostUntil(Instant safeAt) {
        return with(cordonVersion, cordoned, true, Optional.of(safeAt), commands, told);
    }

    Node owesUntil(Instant safeAt) {
        return with(cordonVersion, cordoned, lost, Optional.of(safeAt), commands, told);
    }

    Node buried() {
        return with(cordonVersion, cordoned, lost, Optional.empty(), commands, told);
    }

    /** Whether nobody on this node goes on with a share of it. */
    boolean left(Share share) {
        return lost || share.incarnation() < incarnation;
    }

    Node cordon(long version, boolean cordoned) {
        return with(version, cordoned, lost, safeAt, commands, told);
    }

    Node command() {
        return with(cordonVersion, cordoned, lost, safeAt, commands + 1, told);
    }

    Node tell() {
        return with(cordonVersion, cordoned, lost, safeAt, commands, told + 1);
    }

    private Node with(
            long version, boolean cordoned, boolean lost, Optional<Instant> safeAt, long commands, long told) {
        return new Node(name, group, incarnation, gpus, cpus, memory, version, cordoned, lost, safeAt, commands, told);
    }
}

package org.sing.gateway.app;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.sing.profile.Nearest;
import org.sing.schemas.JobSpec;
import org.sing.schemas.NodePhase;
import org.sing.schemas.NodeSnapshot;
import org.sing.schemas.NodeTelemetry;
import org.sing.schemas.Problem;
import org.sing.schemas.Where;

/**
 * The nodes of the campus, lost and cordoned ones too. What they could never hold is refused before it is a job; scheduling
 * judges by the same measure and has the last word, because nodes come and go.
 *
 * @param reservations that are not over, as far as somebody asks for one
 */
public record Inventory(List<NodeSnapshot> nodes, List<String> reservations) {
    private static final List<Integer> TIDY = List.of(8, 4, 2, 1);

    public Inventory {
        nodes = nodes.stream().filter(node -> node.phase() != NodePhase.UNKNOWN).toList();
    }

    /** Why the job could never run here, with the nearest that could; empty while no node is known. */
    public Optional<Problem> refuses(JobSpec spec) {
        var wish = spec.where().flatMap(Where::reservation).filter(name -> !reservations.contains(name));
        if (wish.isPresent()) return wish.map(this::noReservation);
        if (nodes.isEmpty()) return Optional.empty();
        var group = spec.resourceGroup().isEmpty() ? JobSpec.DEFAULT_GROUP : spec.resourceGroup();
        var mine = nodes.stream()
                .filter(node -> node.resourceGroup().equals(group))
                .toList();
        if (mine.isEmpty()) return Optional.of(noGroup(group));
        var where = spec.where().orElse(Where.ANY);
        var meant = mine.stream().filter(node -> where.allows(node.node())).toList();
        var able = meant.stream()
                .filter(node -> holds(node, spec))
                .collect(groupingBy(Inventory::type, counting()))
                .values()
                .stream()
                .max(Long::compare)
                .orElse(0L);
        if (able >= spec.nodes()) return Optional.empty();
        var nowhere = nowhere(group, where, mine);
        if (nowhere.isPresent()) return nowhere;
        if (able > 0) return Optional.of(tooFew(group, spec, able));
        var nodes = new Nodes(group, meant);
        return Optional.of(where.exclusive() ? nodes.neverAlone(spec) : nodes.tooSmall(spec));
    }

    /** A name that no node of the group has, or no node left. */
    private static Optional<Problem> nowhere(String group, Where where, List<NodeSnapshot> mine) {
        var names = new TreeSet<>(mine.stream().map(NodeSnapshot::node).toList());
        var unknown =
                where.nodelist().stream().filter(name -> !names.contains(name)).findFirst();
        if (unknown.isPresent())
            return Optional.of(suggesting(
                    "nodelist names %s, and the resource group %s has no such node.".formatted(unknown.get(), group),
                    Nearest.to(unknown.get(), names)));
        return where.exclude().containsAll(names)
                ? Optional.of(suggesting(
                        "exclude names every node of the resource group %s.".formatted(group), Optional.empty()))
                : Optional.empty();
    }

    /** As scheduling sees it: an empty node, and a proportional share where nothing is said. */
    private static boolean holds(NodeSnapshot node, JobSpec spec) {
        return spec.gpuModel().filter(model -> !model.equals(type(node))).isEmpty()
                && (!alone(spec) || spec.gpusPerNode() == node.gpus().size())
                && spec.gpusPerNode() <= node.gpus().size()
                && spec.cpusPerNode() <= node.cpus()
                && spec.memoryBytesPerNode() <= node.memoryBytes();
    }

    private static boolean alone(JobSpec spec) {
        return spec.where().filter(Where::exclusive).isPresent();
    }

    private static String type(NodeSnapshot node) {
        return String.join(
                "+",
                new TreeSet<>(node.gpus().stream().map(NodeTelemetry.Gpu::model).toList()));
    }

    private Problem noReservation(String name) {
        var there = reservations.isEmpty() ? "there is none now" : "there are " + String.join(", ", reservations);
        return suggesting("There is no reservation %s; %s.".formatted(name, there), Nearest.to(name, reservations));
    }

    private Problem noGroup(String group) {
        var groups =
                new TreeSet<>(nodes.stream().map(NodeSnapshot::resourceGroup).toList());
        return suggesting(
                "No node belongs to the resource group %s; there %s."
                        .formatted(group, (groups.size() == 1 ? "is only " : "are ") + String.join(", ", groups)),
                Nearest.to(group, groups).or(() -> Optional.of(groups.first()).filter(it -> groups.size() == 1)));
    }

    private static Problem tooFew(String group, JobSpec spec, long able) {
        return suggesting(
                "%d such nodes are asked for, and the resource group %s has %d.".formatted(spec.nodes(), group, able),
                Optional.of(able == 1 ? "1 node" : able + " nodes"));
    }

    private static Problem suggesting(String detail, Optional<String> suggestion) {
        return new Problem("", 0, 0, detail, suggestion);
    }

    /** Those of one resource group, none of which could hold a single rank. */
    private record Nodes(String group, List<NodeSnapshot> all) {
        Problem tooSmall(JobSpec spec) {
            if (spec.gpuModel().isPresent()) {
                var like = all.stream()
                        .filter(node -> type(node).equals(spec.gpuModel().get()))
                        .toList();
                return like.isEmpty() ? noModel(spec.gpuModel().get()) : new Nodes(group, like).lacking(spec);
            }
            return lacking(spec);
        }

        /** An idle GPU that nobody asked for is nobody's. */
        Problem neverAlone(JobSpec spec) {
            var sizes =
                    new TreeSet<>(all.stream().map(node -> node.gpus().size()).toList());
            if (sizes.contains(spec.gpusPerNode())) return tooSmall(spec);
            return suggesting(
                    "exclusive means all GPUs of a node: %d are asked for, and the nodes of the resource group %s have %s."
                            .formatted(
                                    spec.gpusPerNode(),
                                    group,
                                    sizes.stream().map(String::valueOf).collect(joining(" or "))),
                    Optional.ofNullable(sizes.ceiling(spec.gpusPerNode())).map(it -> it + " GPUs on each node"));
        }

        private Problem noModel(String model) {
            var models = new TreeSet<>(all.stream()
                    .map(Inventory::type)
                    .filter(it -> !it.isEmpty())
                    .toList());
            var there = models.isEmpty() ? "it has no GPUs" : "there " + (models.size() == 1 ? "is only " : "are ");
            return suggesting(
                    "No node of the resource group %s has GPUs of the model %s; %s."
                            .formatted(group, model, there + String.join(", ", models)),
                    Nearest.to(model, models));
        }

        private Problem lacking(JobSpec spec) {
            return Stream.of(
                            lack("GPUs", spec.gpusPerNode(), node -> node.gpus().size(), smaller(spec)),
                            lack("CPU cores", spec.cpusPerNode(), NodeSnapshot::cpus, Optional.empty()),
                            lack(
                                    "bytes of memory",
                                    spec.memoryBytesPerNode(),
                                    NodeSnapshot::memoryBytes,
                                    Optional.empty()))
                    .flatMap(Optional::stream)
                    .findFirst()
                    .orElseGet(() -> suggesting(
                            "No node of the resource group %s has all of it at once: %d GPUs, %d CPU cores, %d bytes of memory."
                                    .formatted(
                                            group, spec.gpusPerNode(), spec.cpusPerNode(), spec.memoryBytesPerNode()),
                            Optional.empty()));
        }

        private Optional<Problem> lack(
                String what, long asked, ToLongFunction<NodeSnapshot> has, Optional<String> instead) {
            var most = all.stream().mapToLong(has).max().orElseThrow();
            if (asked <= most) return Optional.empty();
            return Optional.of(suggesting(
                    "%d %s are asked for on each node, and the resource group %s has at most %d on one."
                            .formatted(asked, what, group, most),
                    instead.or(() -> Optional.of(most + " " + (most == 1 ? what.replaceFirst("s$", "") : what)))));
        }

        /** As many GPUs on more nodes, where there are so many. */
        private Optional<String> smaller(JobSpec spec) {
            return TIDY.stream()
                    .map(size -> new Shape((spec.nodes() * spec.gpusPerNode() + size - 1) / size, size))
                    .filter(shape -> all.stream()
                            .filter(node -> node.gpus().size() >= shape.gpus)
                            .collect(groupingBy(Inventory::type, counting()))
                            .values()
                            .stream()
                            .anyMatch(there -> there >= shape.nodes))
                    .findFirst()
                    .map(shape ->
                            shape.nodes + " nodes with " + shape.gpus + (shape.gpus == 1 ? " GPU" : " GPUs") + " each");
        }
    }

    private record Shape(int nodes, int gpus) {}
}

package org.sing.scheduling.core.simulation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.sing.scheduling.core.Request;
import org.sing.scheduling.core.Share;

/** Where a gang fits, by looking at every node. */
final class Fit {
    private final Model model;

    private record Roomy(int free, String node) {}

    Fit(Model model) {
        this.model = model;
    }

    boolean fits(Waiting job) {
        return room(job, machine -> model.usable(job, machine), true).isPresent();
    }

    /** On exactly these nodes. */
    boolean fitsOn(Waiting job, List<String> nodes) {
        return room(job, machine -> model.usable(job, machine) && nodes.contains(machine.as.node()), true)
                .filter(found -> Set.copyOf(found).equals(Set.copyOf(nodes)))
                .isPresent();
    }

    /** Too large for the nodes that there are, whatever happens. */
    boolean hopeless(Waiting job) {
        return room(job, machine -> true, false).isEmpty();
    }

    /** Without the nodes that it is to avoid it could never run. */
    boolean unavoidable(Waiting job) {
        return room(job, job.request.nodes(), machine -> true, false, Set.copyOf(job.request.excluded()))
                .isEmpty();
    }

    /** The nodes that a best fit takes. */
    Optional<List<String>> room(Waiting job, Predicate<Machine> which, boolean asUsed) {
        var avoided = unavoidable(job) ? Set.<String>of() : Set.copyOf(job.request.excluded());
        return room(job, job.request.nodes(), which, asUsed, avoided);
    }

    /** The most nodes of its range that it may have now; the least when it cannot avoid what it is to avoid. */
    int most(Waiting job, IntPredicate within) {
        var most = job.request.nodes();
        if (unavoidable(job)) return most;
        for (var nodes = most + 1; nodes <= job.request.mostNodes(); nodes++)
            if (within.test(nodes) && roomOn(job, nodes).isPresent()) most = nodes;
        return most;
    }

    Optional<List<String>> roomOn(Waiting job, int nodes) {
        var avoided = unavoidable(job) ? Set.<String>of() : Set.copyOf(job.request.excluded());
        return room(job, nodes, machine -> model.usable(job, machine), true, avoided);
    }

    private Optional<List<String>> room(
            Waiting job, int gang, Predicate<Machine> which, boolean asUsed, Set<String> avoided) {
        var byType = new TreeMap<String, List<Roomy>>();
        model.machines.forEach((name, machine) -> {
            if (machine.as == null
                    || !machine.as.group().equals(job.as.group())
                    || !which.test(machine)
                    || avoided.contains(name)
                    || unwanted(job.request, machine)
                    || model.keptFromIt(gang, job, machine)) return;
            var type = machine.as.gpus().isEmpty()
                    ? ""
                    : machine.as.gpus().getFirst().model();
            if (!job.request.model().isEmpty() && !job.request.model().equals(type)) return;
            var shares = asUsed ? model.sharesOn(name) : List.<Share>of();
            var free = machine.as.gpus().size()
                    - shares.stream().mapToInt(s -> s.gpus().size()).sum();
            var cpus = machine.as.cpus() - shares.stream().mapToInt(Share::cpus).sum();
            var memory = machine.as.memory()
                    - shares.stream().mapToLong(Share::memory).sum();
            if (job.request.where().alone() && !shares.isEmpty()) return;
            if (free >= job.request.gpusPerNode()
                    && cpus >= cpus(job.request, machine)
                    && memory >= memory(job.request, machine))
                byType.computeIfAbsent(type, t -> new ArrayList<>()).add(new Roomy(free, name));
        });
        return byType.values().stream()
                .filter(nodes -> nodes.size() >= gang)
                .map(nodes -> nodes.stream()
                        .sorted(Comparator.comparingInt(Roomy::free).thenComparing(Roomy::node))
                        .limit(gang)
                        .toList())
                .min(Comparator.comparingInt(
                        nodes -> nodes.stream().mapToInt(Roomy::free).sum()))
                .map(nodes -> nodes.stream().map(Roomy::node).toList());
    }

    private static boolean unwanted(Request request, Machine machine) {
        var where = request.where();
        if (!where.only().isEmpty() && !where.only().contains(machine.as.node())) return true;
        if (where.without().contains(machine.as.node())) return true;
        return where.alone()
                && (machine.as.gpus().size() != request.gpusPerNode()
                        || machine.as.cpus() < request.cpusPerNode()
                        || machine.as.memory() < request.memoryPerNode());
    }

    static int cpus(Request request, Machine machine) {
        if (request.where().alone()) return machine.as.cpus();
        if (request.cpusPerNode() > 0) return request.cpusPerNode();
        if (request.gpusPerNode() == 0) return 1;
        return machine.as.gpus().isEmpty()
                ? machine.as.cpus()
                : machine.as.cpus() * request.gpusPerNode() / machine.as.gpus().size();
    }

    static long memory(Request request, Machine machine) {
        if (request.where().alone()) return machine.as.memory();
        if (request.memoryPerNode() > 0) return request.memoryPerNode();
        if (request.gpusPerNode() == 0) return machine.as.memory() / machine.as.cpus() * cpus(request, machine);
        return machine.as.gpus().isEmpty()
                ? machine.as.memory()
                : machine.as.memory()
                        * request.gpusPerNode()
                        / machine.as.gpus().size();
    }
}

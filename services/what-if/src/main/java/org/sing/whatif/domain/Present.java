package org.sing.whatif.domain;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.sing.scheduling.core.Event;
import org.sing.scheduling.core.Limit;
import org.sing.scheduling.core.Node;
import org.sing.scheduling.core.Settings;
import org.sing.scheduling.core.Snapshot;
import org.sing.schemas.SimulationQuestion.Change;

/** The setting of now, and what has to happen to make it another. */
record Present(Settings settings, Snapshot snapshot) {
    /** The resource group that a question changes; the others live on as they are. */
    static final String GROUP = "default";

    private static final Node USUAL = node(8, "GPU", 64, 512L << 30);

    /** The rule that decides: the configured one until an administrator chooses another. */
    String rule() {
        return snapshot.choices().stream()
                .filter(choice -> choice.group().equals(GROUP) && choice.chosen())
                .map(choice -> choice.rule())
                .findFirst()
                .orElseGet(() ->
                        settings.rules().getOrDefault(GROUP, settings.rule()).name());
    }

    /** Nodes of the group that take jobs, by name. */
    List<Node> open() {
        return snapshot.nodes().stream()
                .filter(node -> node.group().equals(GROUP))
                .filter(node -> node.incarnation() > 0 && !node.cordoned() && !node.lost())
                .sorted(Comparator.comparing(Node::name))
                .toList();
    }

    /** What most nodes are like. */
    Node usual() {
        var kinds = open().stream()
                .collect(Collectors.groupingBy(node -> node.gpus().size() + " "
                        + node.gpus().stream().map(Node.Gpu::model).findFirst().orElse("")));
        return kinds.entrySet().stream()
                .max(Comparator.<Map.Entry<String, List<Node>>>comparingInt(
                                kind -> kind.getValue().size())
                        .thenComparing(Map.Entry::getKey))
                .map(kind -> kind.getValue().getFirst())
                .orElse(USUAL);
    }

    List<Event> changed(Change change) {
        var events = new ArrayList<Event>();
        change.nodes().ifPresent(nodes -> events.addAll(nodes(nodes, change.gpusPerNode())));
        events.addAll(limits(change));
        change.rule()
                .filter(rule -> !rule.equals(rule()))
                .ifPresent(rule -> events.add(new Event.RuleChosen("what-if", GROUP, rule, true)));
        return events;
    }

    /** Limits as they would be; what is not named of them is as it is now. */
    List<Event> limits(Change change) {
        return change.limits().stream()
                .<Event>map(wanted -> {
                    var scope = wanted.scope().equals("user") ? Limit.Scope.USER : Limit.Scope.PROJECT;
                    var own = limit(scope, wanted.name());
                    var now = own.or(() -> limit(scope, Limit.DEFAULT))
                            .orElse(new Limit(scope, wanted.name(), 0, 0, 0, 0));
                    return new Event.LimitChanged(new Limit(
                            scope,
                            wanted.name(),
                            own.map(Limit::version).orElse(0L) + 1,
                            wanted.runningJobs().orElse(now.runningJobs()),
                            wanted.runningGpus().orElse(now.runningGpus()),
                            wanted.nodesPerJob().orElse(now.nodesPerJob())));
                })
                .toList();
    }

    private Optional<Limit> limit(Limit.Scope scope, String name) {
        return snapshot.limits().stream()
                .filter(limit -> limit.scope() == scope && limit.name().equals(name))
                .findFirst();
    }

    private List<Event> nodes(int wanted, Optional<Integer> gpusPerNode) {
        var open = open();
        if (wanted < open.size())
            return open.subList(wanted, open.size()).stream()
                    .<Event>map(node -> new Event.CordonRequested(node.name(), GROUP, node.cordonVersion() + 1))
                    .toList();
        var like = usual();
        var gpus = gpusPerNode.orElse(like.gpus().size());
        var taken = snapshot.nodes().stream().collect(Collectors.toMap(Node::name, Function.identity()));
        var events = new ArrayList<Event>();
        for (var number = 1; events.size() < wanted - open.size(); number++) {
            var name = "added-%05d".formatted(number);
            if (!taken.containsKey(name)) events.add(joined(name, like, gpus));
        }
        return events;
    }

    /** A node like this one, with so many GPUs and as much else for each. */
    static Event.NodeRegistered joined(String name, Node like, int gpus) {
        var known = Math.max(1, like.gpus().size());
        var model = like.gpus().stream().map(Node.Gpu::model).findFirst().orElse("GPU");
        return new Event.NodeRegistered(
                name,
                GROUP,
                1,
                gpus(gpus, model),
                Math.max(1, like.cpus() * gpus / known),
                like.memory() / known * gpus,
                List.of());
    }

    private static List<Node.Gpu> gpus(int count, String model) {
        var gpus = new ArrayList<Node.Gpu>();
        for (var i = 0; i < count; i++) gpus.add(new Node.Gpu("gpu" + i, model));
        return gpus;
    }

    private static Node node(int gpus, String model, int cpus, long memory) {
        return new Node("", GROUP, 1, gpus(gpus, model), cpus, memory, 0, false, false, Optional.empty(), 0, 0);
    }
}

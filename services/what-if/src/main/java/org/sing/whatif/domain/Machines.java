package org.sing.whatif.domain;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.sing.scheduling.core.Event;
import org.sing.scheduling.core.Node;

/** Which nodes take jobs in a life, and how many GPUs they have. */
final class Machines {
    private final TreeMap<String, Machine> all = new TreeMap<>();

    private record Machine(Event.NodeRegistered registered, boolean cordoned, boolean away) {
        int gpus() {
            return cordoned || away ? 0 : registered.gpus().size();
        }
    }

    Machines(List<Node> nodes) {
        for (var node : nodes)
            if (node.incarnation() > 0)
                all.put(
                        node.name(),
                        new Machine(
                                new Event.NodeRegistered(
                                        node.name(),
                                        node.group(),
                                        node.incarnation(),
                                        node.gpus(),
                                        node.cpus(),
                                        node.memory(),
                                        List.of()),
                                node.cordoned(),
                                node.lost()));
    }

    void hear(Event event) {
        if (event instanceof Event.NodeRegistered joined) all.put(joined.node(), new Machine(joined, false, false));
        if (event instanceof Event.CordonRequested cordon)
            all.computeIfPresent(cordon.node(), (name, it) -> new Machine(it.registered, true, it.away));
    }

    int gpus() {
        return all.values().stream().mapToInt(Machine::gpus).sum();
    }

    List<String> open() {
        return all.entrySet().stream()
                .filter(entry -> !entry.getValue().cordoned && !entry.getValue().away)
                .map(java.util.Map.Entry::getKey)
                .toList();
    }

    /** Nothing when it is away already, or was never there. */
    Optional<Event> lose(String node, Instant at) {
        var machine = all.get(node);
        if (machine == null || machine.away) return Optional.empty();
        all.put(node, new Machine(machine.registered, machine.cordoned, true));
        return Optional.of(new Event.NodeLost(node, machine.registered.incarnation(), at));
    }

    Optional<Event> back(String node) {
        var machine = all.get(node);
        if (machine == null || !machine.away) return Optional.empty();
        var was = machine.registered;
        var again = new Event.NodeRegistered(
                node, was.group(), was.incarnation() + 1, was.gpus(), was.cpus(), was.memory(), List.of());
        all.put(node, new Machine(again, machine.cordoned, false));
        return Optional.of(again);
    }
}

package org.sing.scheduling.core;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/**
 * The nodes that are set aside for a job, as many as it needs, all of one type. One is exchanged only for one that is
 * free at once, so whatever runs on them now is all that the job waits for.
 */
final class Aside {
    private final Scene scene;
    private final Request request;
    private final List<Waited> nodes;

    /** A node, and after how many seconds it should be free. */
    private record Waited(Room room, double seconds) {}

    private Aside(Scene scene, List<Waited> nodes) {
        this.scene = scene;
        this.request = scene.first().request();
        this.nodes = nodes;
    }

    /** Those that are set aside already, or the ones that should be free first. */
    static Aside of(Scene scene) {
        var aside = new Aside(scene, new ArrayList<>());
        aside.keep();
        return aside.nodes.size() == aside.request.nodes() ? aside : aside.chosen();
    }

    List<String> names() {
        return nodes.stream().map(node -> node.room.name()).sorted().toList();
    }

    /** Until all of them should be free. */
    double seconds() {
        return nodes.stream().mapToDouble(Waited::seconds).max().orElse(0);
    }

    /** All of them, once the job fits there. */
    Optional<List<Room>> rooms() {
        return nodes.size() == request.nodes() && nodes.stream().allMatch(node -> node.room.fits(request))
                ? Optional.of(nodes.stream().map(Waited::room).toList())
                : Optional.empty();
    }

    private void keep() {
        var kept = new LinkedHashSet<>(scene.crowned().aside());
        var type = "";
        for (var name : kept) {
            var room = scene.capacity().room(name).filter(known -> known.node().open() && known.admits(request));
            if (room.isEmpty()) continue;
            type = room.get().type();
            nodes.add(waited(room.get()));
        }
        for (var bucket : scene.capacity().fullestFirst(type, request.gpusPerNode()))
            for (var free : bucket) if (!exchange(free, kept)) return;
    }

    /** Takes a free node instead of the one that is waited for longest; false when none is waited for. */
    private boolean exchange(Room free, LinkedHashSet<String> kept) {
        var slowest = nodes.stream().filter(node -> node.seconds > 0).max(Comparator.comparingDouble(Waited::seconds));
        if (slowest.isEmpty()) return false;
        if (!free.fits(request) || kept.contains(free.name())) return true;
        nodes.set(nodes.indexOf(slowest.get()), new Waited(free, 0));
        return true;
    }

    private Aside chosen() {
        var best = new Aside(scene, List.of());
        for (var type : scene.capacity().open().stream()
                .map(room -> room.type())
                .distinct()
                .toList()) {
            var chosen = scene.capacity().open().stream()
                    .filter(room -> room.type().equals(type) && possible(room))
                    .map(this::waited)
                    .sorted(Comparator.comparingDouble(Waited::seconds).thenComparing(node -> node.room.name()))
                    .limit(request.nodes())
                    .toList();
            var found = new Aside(scene, chosen);
            if (chosen.size() == request.nodes() && (best.nodes.isEmpty() || found.seconds() < best.seconds()))
                best = found;
        }
        return best;
    }

    private boolean possible(Room room) {
        return room.node().couldHold(request) && request.allows(room.node()) && room.admits(request);
    }

    private Waited waited(Room room) {
        if (room.fits(request)) return new Waited(room, 0);
        var space = new Space(room);
        for (var ending : scene.group().running.endings(room.name(), scene.now())) {
            space.give(ending.share());
            if (space.fits(request)) return new Waited(room, ending.seconds());
        }
        return new Waited(room, Double.POSITIVE_INFINITY);
    }
}

package org.sing.scheduling.core;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What is free on the nodes of one group, found by type of node and number of free GPUs. */
final class Capacity {
    private final Placement placement;
    private final SmallJobs smallJobs;
    private final Map<String, Room> rooms = new TreeMap<>();
    private final NavigableMap<String, NavigableMap<Integer, NavigableMap<String, Room>>> open = new TreeMap<>();
    private final Map<Request, Long> misfits = new HashMap<>();
    private final Map<Request, Optional<Reason>> blocks = new HashMap<>();
    private Set<String> aside = Set.of();
    private long releases;
    private int gpus;

    Capacity(Placement placement, SmallJobs smallJobs) {
        this.placement = placement;
        this.smallJobs = smallJobs;
    }

    /** Where the whole gang fits now. Asking again for what did not fit costs nothing until something is released. */
    Optional<List<Room>> find(Request request) {
        if (misfits.getOrDefault(request, -1L) == releases) return Optional.empty();
        var found = placement.choose(possible(request), this);
        if (found.isEmpty()) misfits.put(request, releases);
        return found;
    }

    /** Where it fits when it may use what is set aside as well. */
    Optional<List<Room>> findAlsoAside(Request request) {
        var useful = aside.stream()
                .map(rooms::get)
                .filter(room -> room.node().open() && room.fits(request))
                .toList();
        if (useful.isEmpty()) return find(request);
        useful.forEach(this::index);
        var found = placement.choose(possible(request), this);
        useful.forEach(this::unlist);
        return found;
    }

    /** Nodes that only one job may use; all others see the rest. */
    void setAside(Collection<String> nodes) {
        var changed = nodes.stream().filter(rooms::containsKey).collect(Collectors.toUnmodifiableSet());
        if (changed.equals(aside)) return;
        var before = aside;
        before.forEach(name -> unlist(rooms.get(name)));
        changed.forEach(name -> unlist(rooms.get(name)));
        aside = changed;
        before.forEach(name -> list(rooms.get(name)));
        releases++;
    }

    /** How many nodes are set aside. */
    int aside() {
        return aside.size();
    }

    /** All nodes that may be used, set aside or not. */
    List<Room> open() {
        return usable();
    }

    Optional<Room> room(String name) {
        return Optional.ofNullable(rooms.get(name));
    }

    boolean fits(Request request) {
        return find(request).isPresent();
    }

    /** Types of the nodes that may be used, by name. */
    Collection<String> types() {
        return open.keySet();
    }

    /** Nodes of a type with at least so many free GPUs that may be used: the fullest first, then by name. */
    List<Collection<Room>> fullestFirst(String type, int gpus) {
        var buckets = new ArrayList<Collection<Room>>();
        for (var bucket : open.getOrDefault(type, Collections.emptyNavigableMap())
                .tailMap(gpus, true)
                .values()) buckets.add(bucket.values());
        return buckets;
    }

    /** Why the gang would not fit even if nothing else ran. */
    Optional<Reason> block(Request request) {
        return blocks.computeIfAbsent(request, this::judge);
    }

    /** GPUs of the nodes that may be used. */
    int gpus() {
        return gpus;
    }

    /** What a job that does not fit is short of. */
    Shortage shortage(Request request) {
        return Shortage.of(possible(request), usable());
    }

    /** The node changed: its inventory, or whether it may be used. */
    void put(Node node) {
        var known = rooms.get(node.name());
        if (known == null) rooms.put(node.name(), new Room(node, smallJobs));
        else {
            unlist(known);
            known.inventory(node);
        }
        list(rooms.get(node.name()));
        recount();
    }

    /** What is reserved now, and what next, on each node. */
    void windows(Map<String, Windows.Ahead> ahead) {
        for (var room : rooms.values()) room.ahead(Optional.ofNullable(ahead.get(room.name())));
        recount();
    }

    /** The node belongs to another group from now on; nothing is on it. */
    void remove(String name) {
        var gone = rooms.remove(name);
        if (gone == null) return;
        unlist(gone);
        aside = aside.stream().filter(it -> !it.equals(name)).collect(Collectors.toUnmodifiableSet());
        recount();
    }

    private void recount() {
        gpus = usable().stream().mapToInt(room -> room.node().gpus().size()).sum();
        releases++;
        misfits.clear();
        blocks.clear();
    }

    void take(Share share) {
        var room = rooms.get(share.node());
        unlist(room);
        room.take(share);
        list(room);
    }

    void give(Share share) {
        var room = rooms.get(share.node());
        unlist(room);
        room.give(share);
        list(room);
        releases++;
    }

    private List<Room> usable() {
        return rooms.values().stream().filter(room -> room.node().open()).toList();
    }

    /**
     * What the request says about nodes to avoid, in a sentence: they are avoided, or too few others could ever hold it.
     */
    String avoidance(Request request) {
        if (request.excluded().isEmpty()) return "";
        var nodes = String.join(", ", request.excluded());
        return (heeds(request)
                        ? " It must not run again on %s."
                        : " It may run again on %s, for too few other nodes could ever hold it.")
                .formatted(nodes);
    }

    /** Whether the nodes that it is to avoid are avoided. */
    boolean heeds(Request request) {
        return possible(request).equals(request);
    }

    /** To avoid nodes without which the gang could never start would be to let it wait for ever. */
    private Request possible(Request request) {
        if (request.excluded().isEmpty()
                || most(request, room -> room.takes(request) && request.allows(room.node())) >= request.nodes())
            return request;
        return request.excluding(List.of());
    }

    private static String there(int nodes) {
        return switch (nodes) {
            case 0 -> "no such node exists";
            case 1 -> "only one such node exists";
            default -> "only " + nodes + " such nodes exist";
        };
    }

    private Optional<Reason> judge(Request request) {
        var all = most(request, room -> room.takes(request));
        var there = most(request, room -> usable(room, request));
        var usable = most(request, room -> usable(room, request) && room.admits(request));
        if (all < request.nodes())
            return Optional.of(new Reason(
                    Answer.Verdict.NEVER_FITS,
                    "inventory",
                    all,
                    0,
                    request.nodes(),
                    "It asks for %s, and %s%s. It can never run here: ask for less, and hand it in again."
                            .formatted(request.inWords(), there(all), kept(request, all))));
        if (there >= request.nodes() && usable < request.nodes()) return Optional.of(reserved(request, usable));
        if (usable < request.nodes())
            return Optional.of(Reason.blocks(
                    "nodes-unavailable",
                    usable,
                    0,
                    request.nodes(),
                    "Nodes that could hold it are lost or cordoned: %d of the %d that it asks for are there.%s"
                            .formatted(usable, request.nodes(), avoidance(request))));
        return Optional.empty();
    }

    private String kept(Request request, int all) {
        return most(request, room -> true) > all ? ", for others are kept for small jobs" : "";
    }

    private boolean usable(Room room, Request request) {
        return room.node().open() && room.takes(request) && possible(request).allows(room.node());
    }

    private Reason reserved(Request request, int usable) {
        var windows = rooms.values().stream()
                .filter(room -> usable(room, request) && !room.admits(request))
                .flatMap(room -> room.ahead().stream())
                .map(Windows.Ahead::window)
                .map(window -> "%s (%s to %s)".formatted(window.name(), window.from(), window.until()))
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        var wish = request.where().reservation();
        var detail = !wish.isEmpty()
                ? "Of the nodes of its reservation %s, %d of the %d that it asks for could hold it now."
                        .formatted(wish, usable, request.nodes())
                : "Nodes that could hold it are reserved: %s. %s".formatted(windows, shorter(request));
        return Reason.blocks("reserved", usable, 0, request.nodes(), detail);
    }

    private static String shorter(Request request) {
        return request.within() == 0
                ? "It has no time limit; with one that ends before, it could start."
                : "It could not end before; with a shorter time limit it could start.";
    }

    /** How many nodes of the best type could each hold a rank if nothing else ran. */
    private int most(Request request, Predicate<Room> which) {
        var counts = new HashMap<String, Integer>();
        for (var room : rooms.values())
            if (which.test(room) && room.node().couldHold(request)) counts.merge(room.type(), 1, Integer::sum);
        return counts.values().stream().max(Integer::compare).orElse(0);
    }

    private void list(Room room) {
        if (room.node().open() && !aside.contains(room.name())) index(room);
    }

    private void index(Room room) {
        open.computeIfAbsent(room.type(), type -> new TreeMap<>())
                .computeIfAbsent(room.freeGpus(), free -> new TreeMap<>())
                .put(room.name(), room);
    }

    private void unlist(Room room) {
        var buckets = open.get(room.type());
        if (buckets == null) return;
        var bucket = buckets.get(room.freeGpus());
        if (bucket != null) bucket.remove(room.name());
    }
}

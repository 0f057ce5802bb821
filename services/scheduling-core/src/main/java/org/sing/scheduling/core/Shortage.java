package org.sing.scheduling.core;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a job that does not fit is short of: the first resource of which too few nodes have enough, or, when there is
 * enough of each but on different nodes, all of them together.
 */
record Shortage(Resource of, boolean together, Request request, List<Room> rooms, List<Room> all) {

    /** @param open nodes that may be used; some type of them could hold the job if nothing else ran */
    static Shortage of(Request request, List<Room> open) {
        var rooms = closest(request, open);
        var binding = Arrays.stream(Resource.values())
                .filter(resource -> enough(request, rooms, resource) < request.nodes())
                .findFirst();
        var first = request.gpusPerNode() > 0 ? Resource.GPUS : Resource.CPUS;
        return new Shortage(binding.orElse(first), binding.isEmpty(), request, rooms, open);
    }

    Reason because(String beginning, String end) {
        return new Reason(
                Answer.Verdict.WAITING,
                of.constraint,
                meant().mapToLong(of::whole).sum(),
                meant().mapToLong(room -> of.whole(room) - of.free(room)).sum(),
                request.nodes() * of.asked(request, rooms.getFirst().node()),
                beginning + need() + end);
    }

    private Stream<Room> meant() {
        return all.stream().filter(room -> request.suits(room.node()) && room.admits(request));
    }

    private String need() {
        var node = rooms.getFirst().node();
        var which = request.where().which();
        if (request.where().alone())
            return "%s free%s; of these with nobody on them now: %d."
                    .formatted(
                            request.nodes() == 1 ? "a whole node is" : request.nodes() + " whole nodes are",
                            which,
                            ready());
        var what = together
                ? Arrays.stream(Resource.values())
                                .filter(resource -> resource.asked(request, node) > 0)
                                .map(resource -> resource.amount(resource.asked(request, node)))
                                .collect(Collectors.joining(" and "))
                        + " are free together"
                : of.amount(of.asked(request, node)) + (of.asked(request, node) == 1 ? " is free" : " are free");
        if (request.nodes() == 1)
            return together
                    ? what + " on one node" + which + "."
                    : what + " on one node" + which + "; the most that is free on one now: " + of.amount(most()) + ".";
        return "%s on each of %d nodes%s; nodes with that now: %d."
                .formatted(what, request.nodes(), which, together ? ready() : enough(request, rooms, of));
    }

    private long ready() {
        return rooms.stream().filter(room -> room.fits(request)).count();
    }

    private long most() {
        return rooms.stream().mapToLong(of::free).max().orElse(0);
    }

    private static long enough(Request request, List<Room> rooms, Resource resource) {
        return rooms.stream()
                .filter(room -> resource.free(room) >= resource.asked(request, room.node()))
                .count();
    }

    /** Of the types that could hold the gang, the nodes of the one on which most of it would fit now. */
    private static List<Room> closest(Request request, List<Room> open) {
        var types = open.stream()
                .filter(room -> room.node().couldHold(request) && request.allows(room.node()) && room.admits(request))
                .collect(Collectors.groupingBy(Room::type, TreeMap::new, Collectors.toList()));
        return types.values().stream()
                .filter(rooms -> rooms.size() >= request.nodes())
                .max(Comparator.comparingLong(rooms ->
                        rooms.stream().filter(room -> room.fits(request)).count()))
                .orElseThrow();
    }
}

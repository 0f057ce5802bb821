package org.sing.scheduling.core;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/** When the head should fit, and what will be free on the nodes then. */
final class Reservation {
    private final Request head;
    private final Map<String, Space> spaces = new HashMap<>();
    private final Map<String, Integer> fitting = new HashMap<>();
    private double seconds;

    private Reservation(Request head) {
        this.head = head;
    }

    static Reservation of(Scene scene) {
        var reservation = new Reservation(scene.first().request());
        for (var room : scene.capacity().open()) reservation.put(new Space(room));
        reservation.wait(scene.group().running.endings(scene.now()));
        return reservation;
    }

    /** From now. */
    double seconds() {
        return seconds;
    }

    /** Whether the head still fits then if this job is still there. */
    boolean leavesEnough(Request request, List<Room> rooms) {
        if (seconds == Double.POSITIVE_INFINITY) return true;
        var lost = 0;
        var type = rooms.getFirst().node().type();
        for (var room : rooms) {
            var space = spaces.get(room.name());
            if (space.fits(head) && !space.fitsBeside(head, request)) lost++;
        }
        var others = fitting.entrySet().stream()
                .anyMatch(entry -> !entry.getKey().equals(type) && entry.getValue() >= head.nodes());
        return others || fitting.getOrDefault(type, 0) - lost >= head.nodes();
    }

    private void wait(PriorityQueue<Running.Ending> endings) {
        while (!endings.isEmpty()) {
            var ending = endings.poll();
            var space = spaces.get(ending.share().node());
            if (space != null) free(space, ending.share());
            seconds = ending.seconds();
            var together = !endings.isEmpty() && endings.peek().seconds() == seconds;
            if (!together && fitting.values().stream().anyMatch(count -> count >= head.nodes())) return;
        }
        seconds = Double.POSITIVE_INFINITY;
    }

    private void put(Space space) {
        spaces.put(space.node().name(), space);
        if (space.fits(head)) fitting.merge(space.node().type(), 1, Integer::sum);
    }

    private void free(Space space, Share share) {
        var before = space.fits(head);
        space.give(share);
        if (!before && space.fits(head)) fitting.merge(space.node().type(), 1, Integer::sum);
    }
}

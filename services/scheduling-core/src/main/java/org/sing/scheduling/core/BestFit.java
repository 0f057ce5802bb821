package org.sing.scheduling.core;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The fullest nodes that fit, the lowest name on ties, all of one type: small jobs fill gaps, and whole nodes stay
 * whole for those who need them.
 */
final class BestFit implements Placement {
    @Override
    public Optional<List<Room>> choose(Request request, Capacity capacity) {
        var best = Optional.<List<Room>>empty();
        for (var type : capacity.types()) {
            if (!request.model().isEmpty() && !request.model().equals(type)) continue;
            var found = fullest(request, capacity.fullestFirst(type, request.gpusPerNode()));
            if (found.size() == request.nodes()
                    && best.map(other -> free(found) < free(other)).orElse(true)) best = Optional.of(found);
        }
        return best;
    }

    private static List<Room> fullest(Request request, List<Collection<Room>> buckets) {
        var found = new ArrayList<Room>();
        for (var bucket : buckets)
            for (var room : bucket) {
                if (room.fits(request)) found.add(room);
                if (found.size() == request.nodes()) return found;
            }
        return found;
    }

    private static int free(List<Room> rooms) {
        return rooms.stream().mapToInt(Room::freeGpus).sum();
    }
}

package org.sing.scheduling.core;

import java.util.Optional;

/**
 * One reservation: the head is promised the earliest time at which it should fit, and whoever is expected to end before,
 * or leaves it enough then, may pass it.
 */
final class Backfill implements Overtaking {

    @Override
    public Optional<Start> next(Scene scene) {
        return scene.head().or(() -> {
            // When nothing fits, which is so at most decisions of a full group, the costly question is not asked.
            if (scene.queue().fronts().keySet().stream().noneMatch(scene.capacity()::fits)) return Optional.empty();
            var reservation = Reservation.of(scene);
            return scene.queue().fronts().entrySet().stream()
                    .flatMap(entry -> candidate(scene, reservation, entry.getKey(), entry.getValue()).stream())
                    .min((a, b) -> scene.queue().compare(a.ticket(), b.ticket()));
        });
    }

    private static Optional<Start> candidate(Scene scene, Reservation reservation, Request request, Fronts fronts) {
        var rooms = scene.capacity().find(request);
        if (rooms.isEmpty()) return Optional.empty();
        if (reservation.leavesEnough(request, rooms.get()))
            return Optional.of(new Start(fronts.first(), rooms.get(), scene.crowned()));
        return fronts.first(expectation -> expectation.seconds() <= reservation.seconds())
                .map(ticket -> new Start(ticket, rooms.get(), scene.crowned()));
    }
}

package org.sing.scheduling.core;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Whoever is expected to use the least work starts first, as long as the oldest can bear it. When those who arrived later
 * than the oldest have used {@code patience} of the whole group, nodes are set aside for it, and are lent only to jobs
 * that should be over before it needs them; after {@code lending} to nobody.
 */
record SmallestFirst(Duration patience, Duration lending) implements Overtaking {

    @Override
    public Optional<Start> next(Scene scene) {
        var due = spent(scene) >= work(scene, patience);
        if (!due && scene.crowned().aside().isEmpty()) return smallest(scene, scene.crowned());
        return afterTheOldest(scene);
    }

    @Override
    public int budget(Scene scene) {
        return (int) Math.clamp(work(scene, patience) - spent(scene), 0, Integer.MAX_VALUE);
    }

    @Override
    public boolean measures() {
        return true;
    }

    private Optional<Start> afterTheOldest(Scene scene) {
        var aside = Aside.of(scene);
        var head = scene.crowned().setAside(aside.names());
        scene.capacity().setAside(head.aside());
        var oldest = scene.capacity().find(scene.first().request()).or(aside::rooms);
        if (oldest.isPresent()) return Optional.of(new Start(scene.first(), oldest.get(), head));
        var elsewhere = smallest(scene, head);
        if (elsewhere.isPresent() || spent(scene) >= work(scene, lending)) return elsewhere;
        return smallest(
                scene,
                head,
                scene.capacity()::findAlsoAside,
                fronts -> fronts.smallest(expectation -> expectation.within(aside.seconds())));
    }

    private static Optional<Start> smallest(Scene scene, Head head) {
        var runs = scene.outlook().runs();
        return smallest(scene, head, scene.capacity()::find, fronts -> fronts.smallest(runs));
    }

    private static Optional<Start> smallest(
            Scene scene,
            Head head,
            Function<Request, Optional<List<Room>>> where,
            Function<Fronts, Optional<Fronts.Sized>> who) {
        Fronts.Sized best = null;
        List<Room> there = List.of();
        for (var entry : scene.queue().fronts().entrySet()) {
            var rooms = where.apply(entry.getKey());
            if (rooms.isEmpty()) continue;
            var found = who.apply(entry.getValue());
            if (found.isEmpty() || best != null && best.compareTo(found.get()) <= 0) continue;
            best = found.get();
            there = rooms.get();
        }
        return best == null ? Optional.empty() : Optional.of(new Start(best.ticket(), there, head));
    }

    private static long spent(Scene scene) {
        return scene.group().ledger.spent(scene.now());
    }

    /** GPU-seconds of the whole group in this time. */
    private static long work(Scene scene, Duration time) {
        return time.toSeconds() * Math.max(1, scene.capacity().gpus());
    }
}

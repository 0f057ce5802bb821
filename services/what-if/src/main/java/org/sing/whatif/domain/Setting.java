package org.sing.whatif.domain;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sing.schemas.SimulationQuestion.Failures;
import org.sing.schemas.SimulationResult.Variant;

/** One of the two settings that are compared, and the world under it. */
record Setting(String rule, World world) {

    Setting failing(Optional<Failures> failures, long seed, Duration horizon) {
        if (failures.isEmpty()) return this;
        var outages = Breakdowns.of(
                failures.get(), machines().open(), world.begin(), world.begin().plus(horizon), seed);
        return new Setting(
                rule,
                new World(
                        world.settings(),
                        world.snapshot(),
                        world.begin(),
                        world.changes(),
                        world.arrivals(),
                        outages,
                        world.lengths()));
    }

    Reckoning live(int lives, Budget budget) {
        var courses = new ArrayList<Course>();
        for (var life = 0; life < lives; life++) {
            courses.add(Life.live(world, life, budget));
            budget.partDone();
        }
        return new Reckoning(List.copyOf(courses));
    }

    Variant variant(Reckoning reckoning, Duration length) {
        var machines = machines();
        return new Variant(
                rule, machines.open().size(), machines.gpus(), reckoning.figures(), reckoning.series(length));
    }

    private Machines machines() {
        var machines = new Machines(world.snapshot().nodes());
        world.changes().forEach(machines::hear);
        return machines;
    }
}

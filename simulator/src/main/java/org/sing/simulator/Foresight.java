package org.sing.simulator;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sing.scheduling.core.Core;
import org.sing.scheduling.core.Decision;
import org.sing.scheduling.core.Forward;
import org.sing.scheduling.core.Settings;
import org.sing.scheduling.core.StartRange;

/** Asks of some jobs that have to wait when they arrive when they should start, just as the live service asks. */
final class Foresight {
    /** As many starts ahead as the live service looks. */
    private static final int STARTS = 2_000;

    private final Settings settings;
    private final Core core;
    private final int every;
    private final List<Said> said = new ArrayList<>();
    private long waited;

    /**
     * What was said of a job when it arrived.
     *
     * @param number its place in the order of arrival
     * @param seen what the lives ahead came to; empty when it was too far
     * @param range what was said of that
     */
    record Said(int number, Instant at, Optional<StartRange> seen, Optional<StartRange> range) {}

    /** @param every of so many jobs that have to wait it asks for one; 0 for none */
    Foresight(Settings settings, Core core, int every) {
        this.settings = settings;
        this.core = core;
        this.every = every;
    }

    /** The job has just arrived, and did not start. */
    void waits(int number, Instant now) {
        if (every == 0 || waited++ % every != 0) return;
        var id = Integer.toString(number);
        var seen = Optional.ofNullable(
                Forward.of(settings, core.copy(), now, STARTS).get(id));
        var range = core.expect(Map.of(id, seen)).stream()
                .flatMap(decision -> ((Decision.Waits) decision).estimate().stream())
                .findFirst();
        said.add(new Said(number, now, seen, range));
    }

    List<Said> said() {
        return List.copyOf(said);
    }
}

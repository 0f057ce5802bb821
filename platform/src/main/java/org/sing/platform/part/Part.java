package org.sing.platform.part;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sing.platform.process.Launch;
import org.sing.platform.process.ProcessIdentity;
import org.sing.platform.process.Signal;

/** One process of the system: how it is prepared, started, known to be ready, and stopped. */
public interface Part {

    String name();

    /** The ports that it listens on, the one that people use first. */
    List<Integer> ports();

    /** What must be ready before it starts. */
    default Set<String> needs() {
        return Set.of();
    }

    /** The file without which it cannot start, if that is missing on disk. */
    Optional<Path> missing();

    /** Brings everything on disk into place. Costs nothing when it is there already. */
    void prepare() throws IOException;

    Launch launch();

    /** Whether this very process does its work. */
    boolean ready(ProcessIdentity process);

    /** How long a start may take before it counts as stuck; long, for a busy machine is slow and a restart makes it slower. */
    default Duration patience() {
        return Duration.ofMinutes(10);
    }

    default Signal stopSignal() {
        return Signal.TERM;
    }

    /** How long it may take to stop by itself before it is killed. */
    default Duration grace() {
        return Duration.ofSeconds(20);
    }

    /** Parts of a lower tier stop first. */
    Tier tier();

    /** The order of stopping: who produces and consumes goes before what it stands on. */
    enum Tier {
        SERVICES,
        AGENTS,
        FOUNDATION,
        DATABASE
    }
}

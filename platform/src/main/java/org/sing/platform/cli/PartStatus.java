package org.sing.platform.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.sing.platform.Campus;
import org.sing.platform.part.Part;
import org.sing.platform.part.Service;
import org.sing.platform.process.Memory;
import org.sing.platform.process.ProcessIdentity;
import org.sing.platform.supervise.PartState;
import org.sing.platform.supervise.SupervisorMain;

/** One part as it is right now. */
record PartStatus(
        String name,
        Optional<Long> pid,
        String health,
        List<Integer> ports,
        long rssBytes,
        int starts,
        Lag lag,
        Path log) {

    /** All are asked at once: a part that hangs must not hold up the others' rows. */
    static List<PartStatus> all(Campus campus) {
        var watched = campus.state().running(SupervisorMain.NAME).isPresent();
        return campus.parts().parallelStream()
                .map(part -> of(campus, part, watched))
                .toList();
    }

    private static PartStatus of(Campus campus, Part part, boolean watched) {
        var state = campus.state();
        var process = state.running(part.name());
        // Without a supervisor its last notes are history.
        var supervised = watched ? PartState.read(state, part.name()) : Optional.<PartState>empty();
        return new PartStatus(
                part.name(),
                process.map(ProcessIdentity::pid),
                health(part, process, supervised, state.held(part.name())),
                part.ports(),
                process.map(Memory::residentBytes).orElse(0L),
                supervised.map(PartState::starts).orElse(0),
                process.isPresent() && part instanceof Service service ? Lag.ask(service.healthPort()) : Lag.UNKNOWN,
                state.log(part.name()));
    }

    private static String health(
            Part part, Optional<ProcessIdentity> process, Optional<PartState> supervised, boolean held) {
        if (process.isPresent()) {
            return part.ready(process.get())
                    ? "ready"
                    : supervised
                            .filter(at -> at.phase() == PartState.Phase.READY)
                            .map(at -> "not ready")
                            .orElse("starting");
        }
        if (part.missing().isPresent()) {
            return "not built";
        }
        if (held) {
            return "held";
        }
        return supervised
                .map(PartState::phase)
                .filter(phase -> phase != PartState.Phase.READY)
                .map(phase -> phase.name().toLowerCase(Locale.ROOT))
                .orElse("stopped");
    }
}

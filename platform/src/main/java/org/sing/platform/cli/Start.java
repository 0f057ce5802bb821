package org.sing.platform.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.sing.platform.Campus;
import org.sing.platform.Configuration;
import org.sing.platform.Settings;
import org.sing.platform.StateFolder;
import org.sing.platform.Trouble;
import org.sing.platform.check.Preflight;
import org.sing.platform.part.Database;
import org.sing.platform.process.Launch;
import org.sing.platform.process.ProcessIdentity;
import org.sing.platform.process.Processes;
import org.sing.platform.supervise.PartState;
import org.sing.platform.supervise.SupervisorMain;
import org.sing.platform.supervise.Wanted;

/** Checks the machine, writes the configuration and hands over to a supervisor. */
final class Start {

    private final Campus campus;
    private final StateFolder state;
    private final Wanted wanted;
    private final boolean force;

    Start(Campus campus, Wanted wanted, boolean force) {
        this.campus = campus;
        this.state = campus.state();
        this.wanted = wanted;
        this.force = force;
    }

    void run(Optional<ProcessIdentity> supervisor) {
        refuseOtherPorts();
        var parts = campus.parts().stream()
                .filter(part -> wanted.includes(part.name()))
                .filter(part -> part.missing().isEmpty())
                .toList();
        check(new Preflight(state).check(parts));
        state.create();
        campus.settings().write(state);
        new Configuration(campus).write();
        wanted.write(state);
        if (Database.elsewhere(state)) {
            System.out.println(
                    "  The database's account cannot reach this folder; its data is in " + Database.home(state) + ".");
        }
        if (supervisor.isEmpty()) {
            startSupervisor();
        }
    }

    private void check(List<Trouble> troubles) {
        if (troubles.isEmpty()) {
            return;
        }
        troubles.forEach(Sing::print);
        if (!force) {
            throw new Trouble("Nothing was started.", "Then try again: ./sing up");
        }
    }

    private void refuseOtherPorts() {
        var asked = campus.settings().portOffset();
        Settings.read(state)
                .filter(running -> running.portOffset() != asked)
                .filter(running -> state.running(SupervisorMain.NAME).isPresent())
                .ifPresent(running -> {
                    throw new Trouble(
                            "The system is already running with port offset " + running.portOffset() + ".",
                            "Stop it first (./sing down), or run a second one beside it: SING_STATE=.sing-2 ./sing up --port-offset "
                                    + asked);
                });
    }

    private void startSupervisor() {
        campus.parts().forEach(part -> PartState.forget(state, part.name()));
        var launch = new Launch(SupervisorMain.command(campus), state.root()).prefixedBy(List.of("setsid"));
        try {
            state.started(SupervisorMain.NAME, Processes.start(launch, state.log(SupervisorMain.NAME)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

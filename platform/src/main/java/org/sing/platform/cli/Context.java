package org.sing.platform.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.sing.platform.Campus;
import org.sing.platform.Installation;
import org.sing.platform.Settings;
import org.sing.platform.StateFolder;
import org.sing.platform.Trouble;
import org.sing.platform.check.Preflight;
import org.sing.platform.process.ProcessIdentity;
import org.sing.platform.supervise.SupervisorMain;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Which system a command means: the checkout, its state folder, its ports. */
final class Context {

    @Option(
            names = "--port-offset",
            scope = ScopeType.INHERIT,
            paramLabel = "N",
            description = "Shift all ports by N (environment: SING_PORT_OFFSET)")
    private Optional<Integer> portOffset = Optional.empty();

    Installation installation() {
        return Installation.packaged(Path.of(System.getProperty("sing.root", "")));
    }

    StateFolder state() {
        var named = System.getenv("SING_STATE");
        return new StateFolder(
                named == null || named.isBlank() ? installation().root().resolve(".sing") : Path.of(named));
    }

    /** The settings asked for, or those of the system that is there. */
    Settings settings() {
        var kept = Settings.read(state());
        var offset = portOffset
                .or(Context::offsetOfEnvironment)
                .or(() -> kept.map(Settings::portOffset))
                .orElse(0);
        var compiler = Optional.ofNullable(System.getenv("SING_JIT"))
                .or(() -> kept.map(Settings::compiler))
                .orElse("c1");
        return new Settings(offset, compiler);
    }

    Campus campus() {
        return new Campus(installation(), state(), settings());
    }

    /** The campus as it runs now, whatever the command line says. */
    Campus runningCampus() {
        if (supervisor().isEmpty()) {
            throw new Trouble("The system is not running.", "Start it: ./sing up");
        }
        return new Campus(installation(), state(), Settings.read(state()).orElseThrow());
    }

    Optional<ProcessIdentity> supervisor() {
        return state().running(SupervisorMain.NAME);
    }

    /** Runs what must not happen twice at the same time. */
    void alone(Runnable action) {
        Preflight.requireWritable(state());
        state().create();
        try (var channel = FileChannel.open(
                state().run().resolve("command.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            if (channel.tryLock() == null) {
                throw new Trouble(
                        "Another ./sing command is changing this system.", "Wait until it is done, then try again.");
            }
            action.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<Integer> offsetOfEnvironment() {
        try {
            return Optional.ofNullable(System.getenv("SING_PORT_OFFSET"))
                    .filter(text -> !text.isBlank())
                    .map(Integer::valueOf);
        } catch (NumberFormatException e) {
            throw new Trouble("SING_PORT_OFFSET is not a number.", "Set it to a number such as 1000.");
        }
    }
}

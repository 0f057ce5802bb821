package org.sing.platform.supervise;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.sing.platform.Campus;
import org.sing.platform.Installation;
import org.sing.platform.Settings;
import org.sing.platform.StateFolder;

/** The process that keeps the system alive: detached, small, and stopped by SIGTERM. */
public final class SupervisorMain {

    public static final String NAME = "supervisor";

    private static final Duration LOOK_AGAIN = Duration.ofMillis(500);

    private SupervisorMain() {}

    public static List<String> command(Campus campus) {
        return campus.installation()
                .javaCommand(
                        List.of("-Xmx32m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"),
                        SupervisorMain.class.getName(),
                        campus.installation().root().toString(),
                        campus.state().root().toString());
    }

    public static void main(String[] arguments) throws Exception {
        var installation = Installation.packaged(Path.of(arguments[0]));
        var state = new StateFolder(Path.of(arguments[1]));
        try (var alone = FileChannel.open(
                state.run().resolve("supervisor.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            if (alone.tryLock() == null) {
                System.out.println("Another supervisor keeps this system");
                return;
            }
            keep(installation, state);
        }
    }

    private static void keep(Installation installation, StateFolder state) throws InterruptedException, IOException {
        var supervisor = new Supervisor(state);
        Runtime.getRuntime().addShutdownHook(new Thread(supervisor::close, "stop"));
        while (true) {
            // Read anew each time: a node may have joined, or more parts may be wanted.
            var campus = new Campus(installation, state, Settings.read(state).orElseThrow());
            var wanted = Wanted.read(state);
            supervisor.keep(campus.parts().stream()
                    .filter(part -> part.missing().isEmpty())
                    .filter(part -> wanted.includes(part.name()))
                    .toList());
            Thread.sleep(LOOK_AGAIN);
        }
    }
}

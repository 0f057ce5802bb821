package org.sing.platform.testing;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.sing.platform.Configuration;
import org.sing.platform.DemoRealm;
import org.sing.platform.Installation;
import org.sing.platform.StateFolder;
import org.sing.platform.part.Broker;
import org.sing.platform.part.Database;
import org.sing.platform.part.Identity;
import org.sing.platform.part.Part;
import org.sing.platform.supervise.Supervisor;

/** The process that keeps the parts for tests alive for as long as a build uses them. */
final class TestHost {

    private static final Duration LOOK_AGAIN = Duration.ofMillis(500);

    private TestHost() {}

    public static void main(String[] arguments) throws Exception {
        var installation = Installation.compiled(Path.of(arguments[0]));
        var hosting = new Hosting(installation.root());
        try (var supervisor = new Supervisor(hosting.state())) {
            StateFolder.write(Configuration.realm(hosting.state()), DemoRealm.merged(List.of()));
            while (!hosting.endIfUnused()) {
                supervisor.keep(parts(hosting, installation));
                Thread.sleep(LOOK_AGAIN);
            }
        }
    }

    private static List<Part> parts(Hosting hosting, Installation installation) {
        StateFolder state = hosting.state();
        var ports = hosting.ports();
        var parts = new ArrayList<Part>();
        parts.add(new Database(state, installation, ports.database(), List.of(), false));
        parts.add(new Broker(state, installation, ports.broker(), ports.controller(), false));
        if (hosting.identityWanted()) {
            parts.add(new Identity(
                    state, installation, Configuration.realm(state), ports.identity(), ports.identityManagement()));
        }
        return parts;
    }
}

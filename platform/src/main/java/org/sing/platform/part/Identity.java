package org.sing.platform.part;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sing.platform.Installation;
import org.sing.platform.StateFolder;
import org.sing.platform.process.Launch;
import org.sing.platform.process.Probe;
import org.sing.platform.process.ProcessIdentity;

/** Keycloak with the realm of the campus. Only people's sign-in needs it: everything else runs without. */
public final class Identity implements Part {

    public static final String NAME = "identity";
    public static final String REALM = "campus";

    private final StateFolder state;
    private final KeycloakProgram program;
    private final Path realm;
    private final int port;
    private final int managementPort;

    /** The realm file is imported when the realm does not exist yet. */
    public Identity(StateFolder state, Installation installation, Path realm, int port, int managementPort) {
        this.state = state;
        this.program = new KeycloakProgram(installation);
        this.realm = realm;
        this.port = port;
        this.managementPort = managementPort;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<Integer> ports() {
        return List.of(port, managementPort);
    }

    @Override
    public Optional<Path> missing() {
        return program.missing();
    }

    /** Its own data folder under the programs that all state folders of this checkout share. */
    @Override
    public void prepare() throws IOException {
        StateFolder.folder(home(), "rwx------");
        program.prepare(state.log("identity-setup"));
        program.link(home());
        var data = Files.createDirectories(home().resolve("data/import"));
        Files.copy(realm, data.resolve("campus-realm.json"), StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    public Launch launch() {
        var command = KeycloakProgram.command(home(), "start");
        command.addAll(List.of(
                "--optimized",
                "--import-realm",
                "--cache=local",
                "--http-enabled=true",
                "--http-host=127.0.0.1",
                "--http-port=" + port,
                "--http-management-port=" + managementPort,
                // One fixed issuer, whichever name of this machine a browser uses.
                "--hostname=http://127.0.0.1:" + port));
        var administrator = Map.of(
                "KC_BOOTSTRAP_ADMIN_USERNAME",
                "keycloak-admin",
                "KC_BOOTSTRAP_ADMIN_PASSWORD",
                state.secret("keycloak-admin"));
        return new Launch(command, administrator, home());
    }

    @Override
    public boolean ready(ProcessIdentity process) {
        return Probe.answers(port, "/realms/" + REALM);
    }

    @Override
    public Tier tier() {
        return Tier.FOUNDATION;
    }

    private Path home() {
        return state.root().resolve(NAME);
    }
}

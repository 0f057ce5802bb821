package org.sing.platform.part;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sing.platform.Installation;
import org.sing.platform.StateFolder;
import org.sing.platform.process.Launch;
import org.sing.platform.process.Probe;
import org.sing.platform.process.ProcessIdentity;
import org.sing.platform.process.Processes;

/** Keycloak with the realm of the campus. Only people's sign-in needs it: everything else runs without. */
public final class Identity implements Part {

    public static final String NAME = "identity";
    public static final String REALM = "campus";

    private static final Duration BUILD = Duration.ofMinutes(5);
    private static final List<String> FLAGS = List.of(
            "-Xms64m",
            "-Xmx320m",
            "-XX:MetaspaceSize=96m",
            "-XX:MaxMetaspaceSize=256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Dfile.encoding=UTF-8",
            "-Djava.util.logging.manager=org.jboss.logmanager.LogManager",
            "-Dquarkus-log-max-startup-records=10000",
            "--add-opens=java.base/java.util=ALL-UNNAMED",
            "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
            "--add-opens=java.base/java.security=ALL-UNNAMED");
    /** Fixed at build time; another list makes another build. */
    private static final List<String> BUILD_OPTIONS =
            List.of("--db=dev-file", "--cache=local", "--health-enabled=true", "--features-disabled=organization,ciba");

    private final StateFolder state;
    private final Path archive;
    private final Path realm;
    private final int port;
    private final int managementPort;

    /** The realm file is imported when the realm does not exist yet. */
    public Identity(StateFolder state, Installation installation, Path realm, int port, int managementPort) {
        this.state = state;
        this.archive = installation.archive("keycloak.zip");
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
        return Files.exists(archive) ? Optional.empty() : Optional.of(archive);
    }

    @Override
    public void prepare() throws IOException {
        StateFolder.folder(folder(), "rwx------");
        Unpack.zip(archive, home());
        Files.createDirectories(folder().resolve("data/import"));
        var data = home().resolve("data");
        if (!Files.isSymbolicLink(data)) {
            Files.createSymbolicLink(data, folder().resolve("data")); // so that a newer Keycloak finds the old accounts
        }
        Files.copy(realm, data.resolve("import/campus-realm.json"), StandardCopyOption.REPLACE_EXISTING);
        build();
    }

    /** Once: an optimised Keycloak starts in half the time. */
    private void build() throws IOException {
        var built = home().resolve("built");
        var options = String.join(" ", BUILD_OPTIONS);
        if (StateFolder.read(built).filter(options::equals).isPresent()) {
            return;
        }
        var command = keycloak("build");
        command.addAll(BUILD_OPTIONS);
        Processes.run(new Launch(command, home()), state.log("identity-setup"), BUILD);
        StateFolder.write(built, options);
    }

    @Override
    public Launch launch() {
        var command = keycloak("start");
        command.addAll(List.of(
                "--optimized",
                "--import-realm",
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

    /** What the shell script of the distribution runs, without the shell. */
    private List<String> keycloak(String verb) {
        var command = new ArrayList<String>();
        command.add(Installation.java().toString());
        command.addAll(FLAGS);
        command.add("-Dkc.home.dir=" + home());
        command.add("-Djboss.server.config.dir=" + home().resolve("conf"));
        command.addAll(List.of(
                "-cp",
                home().resolve("lib/quarkus-run.jar").toString(),
                "io.quarkus.bootstrap.runner.QuarkusEntryPoint"));
        command.add(verb);
        return command;
    }

    @Override
    public boolean ready(ProcessIdentity process) {
        return Probe.answers(port, "/realms/" + REALM);
    }

    @Override
    public Duration patience() {
        return Duration.ofMinutes(10);
    }

    @Override
    public Tier tier() {
        return Tier.FOUNDATION;
    }

    private Path folder() {
        return state.root().resolve(NAME);
    }

    private Path home() {
        return folder().resolve("keycloak");
    }
}

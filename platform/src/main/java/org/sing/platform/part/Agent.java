package org.sing.platform.part;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sing.platform.Installation;
import org.sing.platform.StateFolder;
import org.sing.platform.process.Launch;
import org.sing.platform.process.Probe;
import org.sing.platform.process.ProcessIdentity;

/** The agent of one node. */
public final class Agent implements Part {

    private final String name;
    private final StateFolder state;
    private final Path jar;
    private final String node;
    private final int port;

    public Agent(String name, String node, StateFolder state, Installation installation, int port) {
        this.name = name;
        this.node = node;
        this.state = state;
        this.jar = installation.agentJar();
        this.port = port;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<Integer> ports() {
        return List.of(port);
    }

    @Override
    public Set<String> needs() {
        return Set.of(Broker.NAME);
    }

    @Override
    public Optional<Path> missing() {
        return Files.exists(jar) ? Optional.empty() : Optional.of(jar);
    }

    /** Jobs run as another account and reach their folders through this one. */
    @Override
    public void prepare() throws IOException {
        StateFolder.folder(folder(state, node), "rwxr-xr-x");
    }

    public static Path folder(StateFolder state, String node) {
        return state.root().resolve("nodes").resolve(node);
    }

    @Override
    public Launch launch() {
        return new Launch(
                List.of(
                        Installation.java().toString(),
                        "-Xms16m",
                        "-Xmx96m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-jar",
                        jar.toString(),
                        "--config",
                        state.conf(name).toString()),
                state.root());
    }

    @Override
    public boolean ready(ProcessIdentity process) {
        return Probe.answers(port, "/health");
    }

    @Override
    public Tier tier() {
        return Tier.AGENTS;
    }
}

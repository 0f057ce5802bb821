package org.sing.platform.part;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.sing.platform.Installation;
import org.sing.platform.StateFolder;
import org.sing.platform.process.Launch;
import org.sing.platform.process.Probe;
import org.sing.platform.process.ProcessIdentity;

/** One of our Quarkus services, the gateway among them. */
public final class Service implements Part {

    private final String name;
    private final StateFolder state;
    private final Path jar;
    private final int port;
    private final int healthPort;
    private final List<String> compiler;

    /** @param healthPort where it shows health and metrics; may be the port of its work */
    public Service(
            String name,
            StateFolder state,
            Installation installation,
            int port,
            int healthPort,
            List<String> compiler) {
        this.name = name;
        this.state = state;
        this.jar = installation.serviceJar(name);
        this.port = port;
        this.healthPort = healthPort;
        this.compiler = List.copyOf(compiler);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<Integer> ports() {
        return Stream.of(port, healthPort).distinct().toList();
    }

    public int healthPort() {
        return healthPort;
    }

    @Override
    public Set<String> needs() {
        return Set.of(Database.NAME, Broker.NAME);
    }

    @Override
    public Optional<Path> missing() {
        return Files.exists(jar) ? Optional.empty() : Optional.of(jar);
    }

    @Override
    public void prepare() {}

    @Override
    public Launch launch() {
        var command = new ArrayList<String>();
        command.add(Installation.java().toString());
        command.addAll(List.of("-Xms32m", "-Xmx192m", "-XX:+UseSerialGC"));
        command.addAll(compiler);
        command.add("-Dsmallrye.config.locations=" + state.conf(name));
        command.addAll(List.of("-jar", jar.toString()));
        return new Launch(command, state.root());
    }

    @Override
    public boolean ready(ProcessIdentity process) {
        return Probe.answers(healthPort, "/q/health/ready");
    }

    @Override
    public Tier tier() {
        return Tier.SERVICES;
    }
}

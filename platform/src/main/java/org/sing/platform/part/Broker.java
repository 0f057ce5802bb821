package org.sing.platform.part;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.sing.platform.FirstNode;
import org.sing.platform.Installation;
import org.sing.platform.Logins;
import org.sing.platform.Nodes;
import org.sing.platform.StateFolder;
import org.sing.platform.kafka.BrokerMain;
import org.sing.platform.process.Launch;
import org.sing.platform.process.ProcessIdentity;

/** Kafka: one node that is broker and controller, in a JVM of its own. */
public final class Broker implements Part {

    public static final String NAME = "broker";

    private static final List<String> FLAGS = List.of(
            "-Xms64m",
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
            // These two warn whenever all is well: at each start that the controller becomes active, at each stop that
            // the channel of the registration is closed already.
            "-Dorg.slf4j.simpleLogger.log.org.apache.kafka.controller.QuorumController=error",
            "-Dorg.slf4j.simpleLogger.log.org.apache.kafka.clients.NetworkClient=error",
            "-Dorg.slf4j.simpleLogger.showDateTime=true",
            "-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd HH:mm:ss");

    private final StateFolder state;
    private final Installation installation;
    private final int port;
    private final int controllerPort;
    private final boolean guarded;

    /** A guarded broker has the topics, the users and the rights of a campus; another is empty and open, for tests. */
    public Broker(StateFolder state, Installation installation, int port, int controllerPort, boolean guarded) {
        this.state = state;
        this.installation = installation;
        this.port = port;
        this.controllerPort = controllerPort;
        this.guarded = guarded;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<Integer> ports() {
        return List.of(port, controllerPort);
    }

    @Override
    public Optional<Path> missing() {
        var library = installation.root().resolve("platform/target/lib");
        return Files.isDirectory(library) ? Optional.empty() : Optional.of(library);
    }

    @Override
    public void prepare() throws IOException {
        StateFolder.folder(data(), "rwx------");
        var properties = new Properties();
        properties.setProperty("port", Integer.toString(port));
        properties.setProperty("controller.port", Integer.toString(controllerPort));
        properties.setProperty("data", data().toString());
        properties.setProperty("ready.file", readyFile().toString());
        if (guarded) {
            var logins = new Logins(state);
            properties.setProperty(BrokerMain.ADMIN_PASSWORD, logins.password(Logins.ADMIN));
            logins.users().forEach((user, password) -> properties.setProperty(BrokerMain.USER + user, password));
            var first = new FirstNode(state);
            if (!first.enrolled() && !first.staysUnsigned())
                properties.setProperty(BrokerMain.INVITED + Nodes.FIRST, first.joinTokenHash());
        }
        state.writeConfiguration(NAME, properties);
    }

    @Override
    public Launch launch() {
        return new Launch(
                installation.javaCommand(
                        FLAGS, BrokerMain.class.getName(), state.conf(NAME).toString()),
                state.root());
    }

    /** The broker writes its process number down once it serves and the topics are there. */
    @Override
    public boolean ready(ProcessIdentity process) {
        return StateFolder.read(readyFile())
                .filter(Long.toString(process.pid())::equals)
                .isPresent();
    }

    @Override
    public Tier tier() {
        return Tier.FOUNDATION;
    }

    private Path data() {
        return state.root().resolve("kafka");
    }

    private Path readyFile() {
        return state.run().resolve("broker.ready");
    }
}

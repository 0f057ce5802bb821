package org.sing.platform.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.sing.platform.Installation;
import org.sing.platform.Logins;
import org.sing.platform.StateFolder;
import org.sing.platform.part.Broker;
import org.sing.platform.supervise.PartState;
import org.sing.platform.supervise.PartState.Phase;
import org.sing.platform.supervise.Supervisor;

/** A broker of its own in a state folder, as the launcher starts it. */
final class BrokerUnderTest implements AutoCloseable {

    private final StateFolder state;
    private final Logins logins;
    private final Supervisor supervisor;
    private final int port = free();
    private final int controllerPort = free();

    BrokerUnderTest(Path folder) {
        this.state = new StateFolder(folder).create();
        this.logins = new Logins(state);
        this.supervisor = new Supervisor(state);
    }

    BrokerUnderTest start(boolean guarded) {
        var installation = Installation.compiled(Path.of("").toAbsolutePath().getParent());
        supervisor.keep(List.of(new Broker(state, installation, port, controllerPort, guarded)));
        Awaitility.await()
                .atMost(Duration.ofMinutes(3))
                .until(() -> PartState.read(state, Broker.NAME)
                        .filter(known -> known.phase() == Phase.READY)
                        .isPresent());
        return this;
    }

    String password(String user) {
        return logins.password(user);
    }

    BusClient admin() {
        return with(Login.plain(Logins.ADMIN, password(Logins.ADMIN)));
    }

    BusClient as(String user) {
        return with(Login.scram(user, password(user)));
    }

    BusClient anonymous() {
        return with(Map.of());
    }

    BusClient with(Map<String, String> login) {
        return new BusClient("bootstrap.servers", port, login);
    }

    BusClient atController(Map<String, String> login) {
        return new BusClient("bootstrap.controllers", controllerPort, login);
    }

    @Override
    public void close() {
        supervisor.close();
    }

    private static int free() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

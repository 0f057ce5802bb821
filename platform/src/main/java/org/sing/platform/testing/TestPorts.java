package org.sing.platform.testing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Random;

/** The ports of one test platform, chosen once. */
record TestPorts(int database, int broker, int controller, int identity, int identityManagement) {

    // Below the range from which the kernel takes ports for outgoing connections: a port stays free while its part is
    // down.
    private static final int FIRST = 20_000;
    private static final int LAST = 32_000;
    private static final int TRIES = 1_000;

    static TestPorts choose(Random random) {
        return new TestPorts(free(random), free(random), free(random), free(random), free(random));
    }

    static TestPorts parse(String text) {
        var ports = text.strip().split(",");
        return new TestPorts(
                Integer.parseInt(ports[0]),
                Integer.parseInt(ports[1]),
                Integer.parseInt(ports[2]),
                Integer.parseInt(ports[3]),
                Integer.parseInt(ports[4]));
    }

    String text() {
        return "%d,%d,%d,%d,%d".formatted(database, broker, controller, identity, identityManagement);
    }

    private static int free(Random random) {
        for (var i = 0; i < TRIES; i++) {
            var port = random.nextInt(FIRST, LAST);
            try (var socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException taken) {
                continue;
            }
        }
        throw new IllegalStateException("No free port between %d and %d".formatted(FIRST, LAST));
    }
}

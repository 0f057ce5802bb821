package org.sing.platform;

import java.util.List;

/** The ports of the system on this machine, all shifted by one offset. */
public record Ports(int offset) {

    private static final List<String> SERVICES =
            List.of("gateway", "submission", "scheduling", "accounting", "node-monitor", "incident");

    public Ports {
        if (offset < 0 || offset > 50_000) {
            throw new Trouble("The port offset " + offset + " is out of range.", "Take a number between 0 and 50000.");
        }
    }

    public int service(String name) {
        var index = SERVICES.indexOf(name);
        if (index < 0) {
            throw new IllegalArgumentException("no such service: " + name);
        }
        return 8080 + index + offset;
    }

    public int gateway() {
        return service("gateway");
    }

    /** Where a service shows its health and metrics: not on the port that is open to everybody. */
    public int health(String name) {
        return name.equals("gateway") ? 8086 + offset : service(name);
    }

    /** Health of the agents: the first has number 1. */
    public int agent(int number) {
        return 8089 + number + offset;
    }

    public int identity() {
        return 8180 + offset;
    }

    public int identityManagement() {
        return 8190 + offset;
    }

    public int broker() {
        return 9092 + offset;
    }

    public int controller() {
        return 9093 + offset;
    }

    public int database() {
        return 5433 + offset;
    }
}

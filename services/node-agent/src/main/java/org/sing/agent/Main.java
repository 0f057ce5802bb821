package org.sing.agent;

import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code java -jar node-agent.jar --config file.properties} */
public final class Main {
    private static final Logger LOG = LoggerFactory.getLogger(Main.class);
    private static final int EXIT_USAGE = 64;

    private Main() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments.length != 2 || !arguments[0].equals("--config")) {
            System.err.println("usage: java -jar node-agent.jar --config file.properties");
            System.exit(EXIT_USAGE);
        }
        var agent = new AgentProcess(Configuration.read(Path.of(arguments[1])));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(agent), "stop"));
        try {
            agent.start();
        } catch (Exception e) {
            LOG.error("the agent cannot start", e);
            System.exit(1);
        }
    }

    private static void stop(AgentProcess agent) {
        try {
            agent.close();
        } catch (Exception e) {
            LOG.warn("the agent did not stop cleanly", e);
        }
    }
}

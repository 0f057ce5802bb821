package org.sing.platform;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.sing.platform.kafka.Login;
import org.sing.platform.part.Agent;
import org.sing.platform.part.Database;
import org.sing.platform.part.Identity;
import org.sing.platform.process.Account;

/** Writes the configuration file of each part. Files and not arguments: they hold passwords and only we may read them. */
public final class Configuration {

    private static final String HOST = "127.0.0.1";
    /** The account of the demo's jobs; in production a job runs as its user. */
    private static final String NOBODY = "65534:65534";

    private static final int GPUS = 8;

    private final StateFolder state;
    private final Ports ports;
    private final Logins logins;
    private final FirstNode firstNode;

    public Configuration(Campus campus) {
        this.state = campus.state();
        this.ports = campus.ports();
        this.logins = new Logins(state);
        this.firstNode = new FirstNode(state);
    }

    public static Path realm(StateFolder state) {
        return state.conf().resolve("campus-realm.json");
    }

    public void write() {
        Campus.SERVICES.forEach(this::service);
        firstAgent();
        joinedAgents();
        StateFolder.write(realm(state), DemoRealm.merged(origins()));
    }

    private void service(String name) {
        var properties = new Properties();
        properties.setProperty("quarkus.http.host", HOST);
        properties.setProperty("quarkus.http.port", Integer.toString(ports.service(name)));
        bus(properties, name);
        if (firstNode.staysUnsigned()) {
            properties.setProperty("sing.bus.unsigned-nodes", Nodes.FIRST);
        }
        properties.setProperty("sing.instance", name + "-1");
        properties.setProperty("sing.store.path", state.store().toString());
        var database = Campus.database(name);
        var address = "postgresql://%s:%d/%s".formatted(HOST, ports.database(), database);
        properties.setProperty("quarkus.datasource.username", database);
        properties.setProperty("quarkus.datasource.password", state.secret(Database.secretName(database)));
        properties.setProperty("quarkus.datasource.reactive.url", address);
        properties.setProperty("quarkus.datasource.jdbc.url", "jdbc:" + address);
        if (name.equals("accounting")) {
            // Two running jobs a user, as on a campus, would leave most of one demo node idle.
            properties.setProperty("sing.limits.user.running-jobs", "0");
            properties.setProperty("sing.limits.user.nodes-per-job", "0");
        }
        if (name.equals("gateway")) {
            properties.setProperty("quarkus.management.host", HOST);
            properties.setProperty("quarkus.management.port", Integer.toString(ports.health(name)));
            properties.setProperty("quarkus.oidc.auth-server-url", issuer());
        }
        state.writeConfiguration(name, properties);
    }

    private void firstAgent() {
        var properties = agent(Nodes.FIRST, ports.agent(1));
        properties.setProperty("sing.agent.gpus", "auto");
        properties.setProperty("sing.agent.virtual-gpus", Integer.toString(GPUS));
        if (!firstNode.staysUnsigned()) {
            joins(properties, firstNode.joinToken(), "http://%s:%d".formatted(HOST, ports.gateway()));
        }
        state.writeConfiguration(Nodes.part(Nodes.FIRST), properties);
    }

    /** Nodes that joined keep what they joined with, but find the bus where it is now, and may log in. */
    private void joinedAgents() {
        var names = new Nodes(state).names();
        for (var number = 2; number <= names.size(); number++) {
            var node = names.get(number - 1);
            var properties = state.configuration(Nodes.part(node));
            bus(properties, Logins.ofNode(node));
            properties.setProperty("sing.agent.health-port", Integer.toString(ports.agent(number)));
            state.writeConfiguration(Nodes.part(node), properties);
        }
    }

    /** An agent that joined later proves itself with a token that an operator made. */
    public void joiningAgent(String node, int gpus, Optional<String> group, int number, String token, String url) {
        var properties = agent(node, ports.agent(number));
        // What GPUs this machine has are the first node's.
        properties.setProperty("sing.agent.gpus", Integer.toString(gpus));
        group.ifPresent(name -> properties.setProperty("sing.agent.resource-group", name));
        joins(properties, token, url);
        state.writeConfiguration(Nodes.part(node), properties);
    }

    private static void joins(Properties agent, String token, String url) {
        agent.setProperty("sing.agent.join-token", token);
        agent.setProperty("sing.agent.join-url", url);
    }

    private Properties agent(String node, int healthPort) {
        var properties = new Properties();
        bus(properties, Logins.ofNode(node));
        properties.setProperty("sing.agent.node", node);
        properties.setProperty("sing.agent.state", Agent.folder(state, node).toString());
        properties.setProperty("sing.agent.health-port", Integer.toString(healthPort));
        properties.setProperty("sing.store.path", state.store().toString());
        if (Account.isRoot()) {
            properties.setProperty("sing.agent.run-as", NOBODY);
        }
        return properties;
    }

    private void bus(Properties properties, String user) {
        properties.setProperty("kafka.bootstrap.servers", HOST + ":" + ports.broker());
        Login.scram(user, logins.password(user))
                .forEach((name, value) -> properties.setProperty("kafka." + name, value));
    }

    private List<String> origins() {
        return List.of(
                "http://%s:%d".formatted(HOST, ports.gateway()), "http://localhost:%d".formatted(ports.gateway()));
    }

    private String issuer() {
        return "http://%s:%d/realms/%s".formatted(HOST, ports.identity(), Identity.REALM);
    }
}

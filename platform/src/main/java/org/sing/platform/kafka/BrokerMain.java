package org.sing.platform.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.stream.Collectors;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;
import org.sing.platform.Logins;
import org.sing.platform.StateFolder;
import org.sing.schemas.Topics;

/** Runs one Kafka node that is broker and controller, and makes sure that the topics of the system exist. */
public final class BrokerMain {

    /** In the settings: who runs the bus; without it the broker is open to everybody and empty, as tests want it. */
    public static final String ADMIN_PASSWORD = "admin.password";
    /** In the settings, before the name of a user: the password. */
    public static final String USER = "user.";

    /** In the settings, before the name of a node: the hash of a join token for it. */
    public static final String INVITED = "invited.";

    private static final String LISTENER = "BUS";
    private static final String CONTROLLER = "CONTROLLER";

    private BrokerMain() {}

    public static void main(String[] arguments) throws Exception {
        var settings = load(Path.of(arguments[0]));
        var data = Path.of(settings.getProperty("data"));
        var port = settings.getProperty("port");
        format(data);
        var configuration = configuration(data, port, settings.getProperty("controller.port"));
        var adminPassword = Optional.ofNullable(settings.getProperty(ADMIN_PASSWORD));
        adminPassword.ifPresent(password -> configuration.putAll(Guard.settings(LISTENER, CONTROLLER, password)));
        var server = new KafkaRaftServer(new KafkaConfig(configuration, false), Time.SYSTEM);
        Runtime.getRuntime().addShutdownHook(new Thread(server::shutdown, "stop"));
        server.startup(); // returns once the broker takes requests
        adminPassword.ifPresent(password -> furnish(port, password, settings));
        StateFolder.write(
                Path.of(settings.getProperty("ready.file")),
                Long.toString(ProcessHandle.current().pid()));
        System.out.println("Broker serves on port " + port);
        server.awaitShutdown();
    }

    /** Topics, users and rights are what a service finds when the broker says that it is ready. */
    private static void furnish(String port, String adminPassword, Properties settings) {
        var broker = new HashMap<String, Object>(Login.plain(Logins.ADMIN, adminPassword));
        broker.put("bootstrap.servers", "127.0.0.1:" + port);
        try (var admin = Admin.create(broker)) {
            new TopicCreation(admin).ensure(Topics.catalogue());
            new Users(admin).ensure(named(USER, settings));
        }
        named(INVITED, settings)
                .forEach((node, tokenHash) -> new Invitation(node, tokenHash).send(broker, Instant.now()));
    }

    private static Map<String, String> named(String prefix, Properties settings) {
        return settings.stringPropertyNames().stream()
                .filter(name -> name.startsWith(prefix))
                .collect(Collectors.toMap(name -> name.substring(prefix.length()), settings::getProperty));
    }

    private static void format(Path data) throws Exception {
        new Formatter()
                .setClusterId(clusterId(data))
                .setNodeId(1)
                .setControllerListenerName(CONTROLLER)
                .addDirectory(data.toString())
                .setMetadataLogDirectory(Optional.of(data.toString()))
                .setReleaseVersion(MetadataVersion.LATEST_PRODUCTION)
                .setIgnoreFormatted(true)
                .run();
    }

    /** Stable for a folder, so that formatting again what is formatted finds the same cluster. */
    private static String clusterId(Path data) {
        var id = UUID.nameUUIDFromBytes(data.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8));
        return new Uuid(id.getMostSignificantBits(), id.getLeastSignificantBits()).toString();
    }

    static Properties configuration(Path data, String port, String controllerPort) {
        var properties = new Properties();
        properties.putAll(Map.ofEntries(
                Map.entry("process.roles", "broker,controller"),
                Map.entry("node.id", "1"),
                Map.entry("controller.quorum.voters", "1@127.0.0.1:" + controllerPort),
                Map.entry("listeners", "BUS://127.0.0.1:%s,CONTROLLER://127.0.0.1:%s".formatted(port, controllerPort)),
                Map.entry("advertised.listeners", "BUS://127.0.0.1:" + port),
                Map.entry("listener.security.protocol.map", "BUS:PLAINTEXT,CONTROLLER:PLAINTEXT"),
                Map.entry("controller.listener.names", CONTROLLER),
                Map.entry("inter.broker.listener.name", LISTENER),
                Map.entry("log.dirs", data.toString()),
                Map.entry("auto.create.topics.enable", "false")));
        // A cluster of one node holds every internal topic once; few partitions keep start and stop quick.
        for (var topic : new String[] {"offsets.topic", "transaction.state.log", "share.coordinator.state.topic"}) {
            properties.put(topic + ".replication.factor", "1");
            properties.put(topic + ".num.partitions", "4");
        }
        properties.put("transaction.state.log.min.isr", "1");
        properties.put("share.coordinator.state.topic.min.isr", "1");
        properties.put("group.initial.rebalance.delay.ms", "0");
        // A killed broker is let in again only when its old session is over: by default after 9 s.
        properties.put("broker.session.timeout.ms", "4000");
        properties.put("broker.heartbeat.interval.ms", "1000");
        properties.put("offsets.retention.minutes", "43200");
        properties.put("log.cleaner.dedupe.buffer.size", "16777216"); // the default alone is half our heap
        properties.put("log.index.size.max.bytes", "1048576"); // per partition, mapped into memory
        properties.put("file.delete.delay.ms", "5000");
        return properties;
    }

    private static Properties load(Path file) {
        var properties = new Properties();
        try (var reader = Files.newBufferedReader(file)) {
            properties.load(reader);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties;
    }
}

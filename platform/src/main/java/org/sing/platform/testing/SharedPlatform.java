package org.sing.platform.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.sing.platform.StateFolder;
import org.sing.platform.kafka.TopicCreation;
import org.sing.platform.part.Broker;
import org.sing.platform.part.Database;
import org.sing.platform.part.Identity;
import org.sing.schemas.Topics;

/** A real broker and a real database, started once per build and shared by all of its tests. */
public final class SharedPlatform {

    private static final String HOST = "127.0.0.1";
    private static final int PARTITIONS = 3;
    private static final int SECONDS = 15;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Path root;
    private final Hosting hosting;
    private final TestPorts ports;

    private SharedPlatform(Path root) {
        this.root = root;
        this.hosting = new Hosting(root);
        hosting.use(BuildProcess.find());
        this.ports = hosting.ports();
        database().awaitReady();
        broker().awaitReady();
    }

    /** The platform of this checkout; the first call of a build starts it. */
    public static SharedPlatform get() {
        return Holder.INSTANCE;
    }

    public String bootstrapServers() {
        return HOST + ":" + ports.broker();
    }

    public PartControl broker() {
        return new PartControl(hosting.state(), Broker.NAME);
    }

    public PartControl database() {
        return new PartControl(hosting.state(), Database.NAME);
    }

    /** The identity provider, started by the first test that asks for it. */
    public TestIdentity identity() {
        hosting.wantIdentity();
        new PartControl(hosting.state(), Identity.NAME).awaitReady();
        return new TestIdentity("http://%s:%d/realms/%s".formatted(HOST, ports.identity(), Identity.REALM));
    }

    /** A database, topics and a store that nobody else sees. */
    public World newWorld() {
        var id = random();
        newTopics("t" + id + ".");
        var store = root.resolve("target/campus-platform/store").resolve(id);
        StateFolder.folder(store, "rwxr-xr-x");
        return new World(this, newDatabase(), "t" + id + ".", store);
    }

    public TestDatabase newDatabase() {
        var name = "t_" + random();
        var password = random() + random();
        var superuser = hosting.state().secret(Database.secretName(Database.SUPERUSER));
        var admin = new TestDatabase(HOST, ports.database(), "postgres", Database.SUPERUSER, superuser);
        try (var connection = DriverManager.getConnection(admin.jdbcUrl(), admin.user(), admin.password());
                var statement = connection.createStatement()) {
            statement.execute("CREATE ROLE %s LOGIN PASSWORD '%s'".formatted(name, password));
            statement.execute("CREATE DATABASE %s OWNER %s".formatted(name, name));
        } catch (SQLException e) {
            throw new IllegalStateException("The test database could not be created", e);
        }
        return new TestDatabase(HOST, ports.database(), name, name, password);
    }

    /** All topics of the catalogue under a prefix, with few partitions. */
    public void newTopics(String prefix) {
        newTopics(Topics.catalogue().stream()
                .map(topic -> new Topics.Topic(
                        prefix + topic.name(),
                        Math.min(topic.partitions(), PARTITIONS),
                        topic.strict(),
                        topic.config()))
                .toList());
    }

    public void newTopics(Collection<Topics.Topic> topics) {
        withAdmin(admin -> new TopicCreation(admin).ensure(topics));
    }

    void deleteTopics(String prefix) {
        withAdmin(admin -> {
            try {
                var names = admin.listTopics().names().get(SECONDS, TimeUnit.SECONDS).stream()
                        .filter(name -> name.startsWith(prefix))
                        .collect(Collectors.toSet());
                admin.deleteTopics(names).all().get(SECONDS, TimeUnit.SECONDS);
            } catch (ExecutionException | TimeoutException e) {
                System.getLogger(SharedPlatform.class.getName())
                        .log(System.Logger.Level.INFO, "Topics of a finished test stay behind", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private void withAdmin(Consumer<Admin> action) {
        try (var admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()))) {
            action.accept(admin);
        }
    }

    private static String random() {
        var bytes = new byte[5];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static Path findRoot() {
        var named = System.getProperty("sing.root");
        if (named != null) {
            return Path.of(named).toAbsolutePath();
        }
        for (var each = Path.of("").toAbsolutePath(); each != null; each = each.getParent()) {
            if (Files.isRegularFile(each.resolve("platform/pom.xml"))) {
                return each;
            }
        }
        throw new IllegalStateException("Run the tests inside a checkout, or name it with -Dsing.root");
    }

    private static final class Holder {
        static final SharedPlatform INSTANCE = new SharedPlatform(findRoot());
    }
}

package org.sing.platform.part;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.sing.platform.Installation;
import org.sing.platform.StateFolder;
import org.sing.platform.process.Account;
import org.sing.platform.process.Launch;
import org.sing.platform.process.ProcessIdentity;
import org.sing.platform.process.Processes;
import org.sing.platform.process.Signal;

/** PostgreSQL: one cluster with a database and a role of the same name per service. */
public final class Database implements Part {

    public static final String NAME = "database";
    public static final String SUPERUSER = "postgres";

    private static final Duration STEP = Duration.ofMinutes(2);
    private static final String ACCESS = "host all all 127.0.0.1/32 scram-sha-256\n";

    private final StateFolder state;
    private final Path archive;
    private final int port;
    private final List<String> databases;
    private final boolean durable;
    private final Optional<Account> account = Account.forDatabase();
    private final Path home;

    /** A database that is not durable forgets what the machine loses in a power cut: good enough for tests. */
    public Database(StateFolder state, Installation installation, int port, List<String> databases, boolean durable) {
        this.state = state;
        this.archive = installation.archive("postgres.jar");
        this.port = port;
        this.databases = List.copyOf(databases);
        this.durable = durable;
        this.home = home(state, account);
    }

    /** Where the data lies: elsewhere if the database's account cannot reach the state folder. */
    public static Path home(StateFolder state) {
        return home(state, Account.forDatabase());
    }

    public static boolean elsewhere(StateFolder state) {
        return !home(state).startsWith(state.root());
    }

    private static Path home(StateFolder state, Optional<Account> account) {
        return account.filter(user -> !user.reaches(state.root()))
                .map(user -> Path.of("/var/tmp/sing-" + shortHash(state.root().toString())))
                .orElse(state.root().resolve(NAME));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<Integer> ports() {
        return List.of(port);
    }

    @Override
    public Optional<Path> missing() {
        return Files.exists(archive) ? Optional.empty() : Optional.of(archive);
    }

    @Override
    public void prepare() throws IOException {
        if (!System.getProperty("os.name").equals("Linux")) {
            throw new IOException("The embedded database runs on Linux only");
        }
        StateFolder.folder(home, "rwxr-xr-x");
        Unpack.tarInJar(archive, binaries());
        if (!Files.exists(data())) {
            initialise();
        }
        createDatabases();
    }

    private void initialise() throws IOException {
        var aside = home.resolve("data.new");
        Files.createDirectories(aside);
        giveToAccount(aside);
        var initdb = new ArrayList<>(List.of(
                binaries().resolve("bin/initdb").toString(),
                "--pgdata=" + aside,
                "--username=" + SUPERUSER,
                "--auth=trust", // replaced below, before anybody can connect
                "--encoding=UTF8",
                "--locale=C",
                "--data-checksums"));
        if (!durable) {
            initdb.add("--no-sync");
        }
        Processes.run(asAccount(initdb), state.log(NAME), STEP);
        Files.writeString(aside.resolve("pg_hba.conf"), ACCESS);
        Files.move(aside, data(), StandardCopyOption.ATOMIC_MOVE);
    }

    /** In single-user mode, before the server runs: no connection is needed, and no secret is on a command line. */
    private void createDatabases() throws IOException {
        var done = home.resolve("databases");
        var wanted = String.join("\n", databases);
        if (StateFolder.read(done).filter(wanted::equals).isPresent()) {
            return;
        }
        var known = StateFolder.read(done).map(text -> text.lines().toList()).orElse(List.of());
        var sql = new StringBuilder();
        if (known.isEmpty()) {
            sql.append(password("ALTER", SUPERUSER));
        }
        databases.stream()
                .filter(name -> !known.contains(name))
                .forEach(name -> sql.append(password("CREATE", name))
                        .append("CREATE DATABASE %s OWNER %s;\n".formatted(name, name))
                        .append("REVOKE ALL ON DATABASE %s FROM PUBLIC;\n".formatted(name)));
        var single = asAccount(
                List.of(binaries().resolve("bin/postgres").toString(), "--single", "-D", data().toString(), SUPERUSER));
        Processes.run(single, sql.toString(), state.log("database-setup"), STEP);
        StateFolder.write(done, wanted);
    }

    private String password(String verb, String role) {
        return "%s ROLE %s LOGIN PASSWORD '%s';\n".formatted(verb, role, state.secret(secretName(role)));
    }

    public static String secretName(String role) {
        return "database-" + role;
    }

    @Override
    public Launch launch() {
        var command = new ArrayList<>(List.of(
                binaries().resolve("bin/postgres").toString(), "-D", data().toString(), "-p", Integer.toString(port)));
        setting(command, "listen_addresses", "127.0.0.1");
        setting(command, "unix_socket_directories", "");
        setting(command, "max_connections", "150");
        setting(command, "shared_buffers", "64MB");
        setting(command, "timezone", "UTC");
        setting(command, "log_timezone", "UTC");
        if (!durable) {
            setting(command, "fsync", "off");
            setting(command, "full_page_writes", "off");
        }
        return asAccount(command);
    }

    private static void setting(List<String> command, String name, String value) {
        command.add("-c");
        command.add(name + "=" + value);
    }

    /** The server writes its own state into the last line of its lock file, beside its process number. */
    @Override
    public boolean ready(ProcessIdentity process) {
        try {
            var lines = Files.readAllLines(data().resolve("postmaster.pid"));
            return lines.size() >= 8
                    && lines.getFirst().strip().equals(Long.toString(process.pid()))
                    && lines.get(7).strip().equals("ready");
        } catch (IOException absent) {
            return false;
        }
    }

    /** Fast shutdown: ends sessions, writes everything down. */
    @Override
    public Signal stopSignal() {
        return Signal.INT;
    }

    @Override
    public Tier tier() {
        return Tier.DATABASE;
    }

    private Launch asAccount(List<String> command) {
        var launch = new Launch(command, home);
        return account.map(user -> launch.prefixedBy(user.prefix())).orElse(launch);
    }

    private void giveToAccount(Path folder) throws IOException {
        StateFolder.folder(folder, "rwx------");
        if (account.isPresent()) {
            Files.setAttribute(folder, "unix:uid", account.get().uid());
            Files.setAttribute(folder, "unix:gid", account.get().gid());
        }
    }

    private Path binaries() {
        return home.resolve("postgresql");
    }

    private Path data() {
        return home.resolve("data");
    }

    private static String shortHash(String text) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 6);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}

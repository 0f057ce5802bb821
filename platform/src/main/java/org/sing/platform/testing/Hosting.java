package org.sing.platform.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.sing.platform.Installation;
import org.sing.platform.StateFolder;
import org.sing.platform.part.Broker;
import org.sing.platform.part.Database;
import org.sing.platform.part.Identity;
import org.sing.platform.process.Folders;
import org.sing.platform.process.Launch;
import org.sing.platform.process.ProcessIdentity;
import org.sing.platform.process.Processes;
import org.sing.platform.process.Signal;

/** The one test platform of a checkout: who uses it, who runs it, and where. Every change is made under a file lock. */
final class Hosting {

    private static final String HOST = "host";
    private static final List<String> FLAGS =
            List.of("-Xmx32m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData");

    private final Path root;
    private final StateFolder state;

    Hosting(Path root) {
        this.root = root;
        this.state = new StateFolder(root.resolve("target/campus-platform"));
    }

    StateFolder state() {
        return state;
    }

    TestPorts ports() {
        return TestPorts.parse(StateFolder.read(portsFile()).orElseThrow());
    }

    /** Joins the platform that this build or another one has started, or starts it. */
    void use(ProcessIdentity user) {
        locked(() -> {
            if (state.running(HOST).isEmpty()) {
                begin();
            }
            StateFolder.write(users().resolve(user.toString()), "");
            if (state.running(HOST).isEmpty()) {
                state.started(HOST, startHost());
            }
            return true;
        });
    }

    void wantIdentity() {
        StateFolder.write(state.run().resolve("identity.wanted"), "");
    }

    boolean identityWanted() {
        return Files.exists(state.run().resolve("identity.wanted"));
    }

    /** True once nobody uses the platform; whoever comes later starts a new one. */
    boolean endIfUnused() {
        return !used()
                && locked(() -> {
                    if (used()) {
                        return false;
                    }
                    StateFolder.delete(state.run().resolve(HOST + ".pid"));
                    return true;
                });
    }

    private boolean used() {
        try (var files = Files.list(users())) {
            return files.map(file -> ProcessIdentity.parse(file.getFileName().toString()))
                    .anyMatch(user -> user.filter(ProcessIdentity::alive).isPresent());
        } catch (IOException gone) {
            return false; // the folder was cleaned away
        }
    }

    /** A new platform begins empty; only the unpacked programs are kept. */
    private void begin() {
        // A host that was killed has left them behind.
        List.of(Database.NAME, Broker.NAME, Identity.NAME)
                .forEach(part -> state.running(part).ifPresent(left -> left.signal(Signal.KILL)));
        var left = new ArrayList<Path>(List.of(
                state.conf(),
                state.run(),
                state.logs(),
                state.store(),
                state.root().resolve("kafka"),
                state.root().resolve("identity")));
        left.add(Database.home(state).resolve("data"));
        left.add(Database.home(state).resolve("databases"));
        left.forEach(Folders::delete);
        state.create();
        StateFolder.folder(users(), "rwx------");
        StateFolder.write(portsFile(), TestPorts.choose(new SecureRandom()).text());
    }

    private ProcessIdentity startHost() {
        var java = Installation.compiled(root).javaCommand(FLAGS, TestHost.class.getName(), root.toString());
        try {
            return Processes.start(new Launch(java, root).prefixedBy(List.of("setsid")), state.log(HOST));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private <T> T locked(Supplier<T> action) {
        var file = root.resolve("target/campus-platform.lock");
        try {
            Files.createDirectories(file.getParent());
            synchronized (Hosting.class) {
                try (var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                        var lock = channel.lock()) {
                    return action.get();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path users() {
        return state.run().resolve("users");
    }

    private Path portsFile() {
        return state.run().resolve("ports");
    }
}

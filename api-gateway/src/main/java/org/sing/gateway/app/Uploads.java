package org.sing.gateway.app;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;
import org.sing.gateway.domain.Caller;
import org.sing.snapshots.AccountNames;
import org.sing.snapshots.Directories;
import org.sing.snapshots.SnapshotStore;
import org.sing.snapshots.Sweep;
import org.sing.snapshots.Tree;
import org.sing.snapshots.domain.Limits;
import org.sing.snapshots.domain.Manifest;

/**
 * What people send: snapshots for their jobs, and files for themselves. The folder is opened when it is first needed, so
 * that the gateway starts, and shows jobs, while the store is away.
 */
@ApplicationScoped
public class Uploads {
    private static final Logger LOG = Logger.getLogger(Uploads.class);

    private final Vertx vertx;
    private final Clock clock;
    private final UploadSettings settings;
    private final Path store;
    private final Streams transfers;
    private final Directories directories;
    private final AccountNames accounts;
    private final Map<String, String> introduced = new ConcurrentHashMap<>();
    private SnapshotStore snapshots;

    Uploads(Vertx vertx, Clock clock, UploadSettings settings, @ConfigProperty(name = "sing.store.path") Path store) {
        this.vertx = vertx;
        this.clock = clock;
        this.settings = settings;
        this.store = store;
        this.transfers = new Streams(settings.perUser(), settings.inAll());
        this.accounts = new AccountNames(store.resolve("uploads").resolve("accounts"));
        this.directories = new Directories(store.resolve("uploads").resolve("files"), settings.quota());
    }

    /** A place among the transfers that run at once. */
    public Optional<Streams.Permit> begin(Caller caller) {
        return transfers.open(caller.id());
    }

    public Limits limits() {
        return settings.limits();
    }

    public SnapshotStore.Received receive(Caller caller, String digest, InputStream bytes) throws IOException {
        return snapshots().receive(caller.id(), digest, bytes, limits().fileBytes(), clock.instant());
    }

    public SnapshotStore.Registered register(Caller caller, Manifest manifest) throws IOException {
        return snapshots().register(caller.id(), manifest, clock.instant());
    }

    public Optional<Manifest> find(Caller caller, String snapshot) throws IOException {
        return snapshots().find(caller.id(), snapshot);
    }

    /** Whether the caller has the snapshot; it counts as used. */
    public Uni<Boolean> use(Caller caller, String snapshot) {
        return vertx.executeBlocking(
                Uni.createFrom().item(() -> {
                    try {
                        return snapshots().use(caller.id(), snapshot, clock.instant());
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }),
                false);
    }

    public Directories.Written write(Caller caller, String path, InputStream bytes) throws IOException {
        return directories.write(caller.id(), path, bytes, clock.instant());
    }

    public Directories directories() {
        return directories;
    }

    /** What is stored of a job. */
    public Tree job(String job) {
        return new Tree(store.resolve("jobs").resolve(job));
    }

    /**
     * Writes down what the caller is called, for nodes whose jobs run as their owners. A store that is away keeps nobody from
     * handing in: the node asks when the job starts, and says so if it does not know.
     */
    Uni<Void> introduce(Caller caller) {
        if (caller.name().equals(introduced.get(caller.id())))
            return Uni.createFrom().voidItem();
        return vertx.executeBlocking(
                        Uni.createFrom().item(() -> {
                            try {
                                accounts.remember(caller.id(), caller.name());
                                introduced.put(caller.id(), caller.name());
                            } catch (IOException e) {
                                LOG.warnf("an account's name could not be written down reason=%s", e);
                            }
                            return null;
                        }),
                        false)
                .replaceWithVoid();
    }

    Sweep.Swept sweep(Map<String, Set<String>> used) throws IOException {
        directories.forget(clock.instant());
        return snapshots().sweep().run(used, clock.instant(), settings.snapshotKeep());
    }

    private synchronized SnapshotStore snapshots() throws IOException {
        if (snapshots == null)
            snapshots = new SnapshotStore(store.resolve("uploads").resolve("snapshots"));
        return snapshots;
    }
}

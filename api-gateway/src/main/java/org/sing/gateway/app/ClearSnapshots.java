package org.sing.gateway.app;

import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.core.Vertx;
import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jboss.logging.Logger;
import org.sing.bus.Leadership;
import org.sing.gateway.store.JobReader;
import org.sing.snapshots.Sweep;

/** Removes the snapshots that no job needs any more. One gateway does, the one that writes the view of the jobs. */
@ApplicationScoped
public class ClearSnapshots {
    private static final Logger LOG = Logger.getLogger(ClearSnapshots.class);

    private final Leadership leadership;
    private final JobReader jobs;
    private final Uploads uploads;
    private final Vertx vertx;

    ClearSnapshots(Leadership leadership, JobReader jobs, Uploads uploads, Vertx vertx) {
        this.leadership = leadership;
        this.jobs = jobs;
        this.uploads = uploads;
        this.vertx = vertx;
    }

    @Scheduled(every = "1h", delayed = "10m", concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> ifLeading() {
        if (leadership.epoch().isEmpty()) return Uni.createFrom().voidItem();
        return now().replaceWithVoid()
                .onFailure()
                .invoke(e -> LOG.warnf("snapshots were not cleared reason=%s", e))
                .onFailure()
                .recoverWithNull();
    }

    public Uni<Sweep.Swept> now() {
        return jobs.snapshotsInUse()
                .chain(used -> vertx.executeBlocking(
                        Uni.createFrom().item(() -> {
                            try {
                                return uploads.sweep(used);
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        }),
                        false));
    }
}

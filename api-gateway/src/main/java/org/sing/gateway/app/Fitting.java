package org.sing.gateway.app;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import java.util.Optional;
import org.sing.gateway.store.ClusterReader;
import org.sing.gateway.store.ReservationReader;
import org.sing.schemas.JobSpec;
import org.sing.schemas.Problem;
import org.sing.schemas.ReservationMessage.ReservationChanged;
import org.sing.schemas.Where;

/** Asks the campus of now whether a job could ever run. */
@ApplicationScoped
public class Fitting {
    private final ClusterReader cluster;
    private final ReservationReader reservations;

    Fitting(ClusterReader cluster, ReservationReader reservations) {
        this.cluster = cluster;
        this.reservations = reservations;
    }

    /** Why it could never run, with the nearest that could. */
    public Uni<Optional<Problem>> refuses(JobSpec spec) {
        return reserved(spec).chain(names -> cluster.nodes().map(nodes -> new Inventory(nodes, names).refuses(spec)));
    }

    /** Most jobs name none, and then it does not matter which there are. */
    private Uni<List<String>> reserved(JobSpec spec) {
        return spec.where().flatMap(Where::reservation).isEmpty()
                ? Uni.createFrom().item(List.of())
                : reservations
                        .open()
                        .map(open -> open.stream()
                                .map(ReservationChanged::reservation)
                                .toList());
    }
}

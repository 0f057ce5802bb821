package org.sing.gateway.api;

import static org.sing.gateway.api.Edge.caller;
import static org.sing.gateway.api.Edge.uncancelled;

import io.smallrye.mutiny.Uni;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.SecurityContext;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sing.gateway.api.body.Page;
import org.sing.gateway.domain.Caller;
import org.sing.gateway.store.ClusterReader;
import org.sing.gateway.store.JobReader;
import org.sing.gateway.store.UsageReader;
import org.sing.schemas.IncidentSnapshot;

/** What concerns the whole cluster: usage and incidents, and who the caller is in it. */
@Path("/")
@RolesAllowed({Caller.RESEARCHER, Caller.OPERATOR, Caller.ADMIN})
class ClusterResource {
    private static final int MOST_LINES = 1000;
    private static final Set<String> INCIDENT_STATES = Set.of("open", "acknowledged", "mitigating", "resolved");

    private final UsageReader usage;
    private final ClusterReader cluster;
    private final JobReader jobs;

    ClusterResource(UsageReader usage, ClusterReader cluster, JobReader jobs) {
        this.usage = usage;
        this.cluster = cluster;
        this.jobs = jobs;
    }

    record Usage(String by, long gpuSeconds, List<UsageReader.Line> items) {}

    record Membership(String name, boolean owner) {}

    record Me(String id, String name, List<String> roles, List<Membership> projects, Map<String, Long> jobs) {}

    @GET
    @Path("/api/v1/usage")
    public Uni<Usage> usage(@QueryParam("by") Optional<String> by, @Context SecurityContext security) {
        var name = by.orElse("project");
        var sum = Arrays.stream(UsageReader.By.values())
                .filter(value -> value.name().toLowerCase(Locale.ROOT).equals(name))
                .findFirst()
                .orElseThrow(() -> Refusal.of(Code.MALFORMED_PARAMETER, "by is user, project or job."));
        return uncancelled(usage.sum(caller(security), sum, MOST_LINES)
                .map(lines -> new Usage(
                        name,
                        lines.stream().mapToLong(UsageReader.Line::gpuSeconds).sum(),
                        lines)));
    }

    @GET
    @Path("/api/v1/incidents")
    public Uni<Page<IncidentSnapshot>> incidents(
            @QueryParam("state") List<String> states,
            @QueryParam("limit") Optional<Integer> limit,
            @Context SecurityContext security) {
        var asked = states.stream()
                .flatMap(value -> Arrays.stream(value.split(",")))
                .toList();
        if (!INCIDENT_STATES.containsAll(asked))
            throw Refusal.of(Code.MALFORMED_PARAMETER, "state is open, acknowledged, mitigating or resolved.");
        var caller = caller(security);
        return uncancelled(cluster.incidents(asked, Edge.limit(limit, 100, 500))
                .chain(found -> jobs.visible(caller, affected(found))
                        .map(Set::copyOf)
                        .map(visible -> Page.all(
                                found.stream().map(it -> seen(it, visible)).toList()))));
    }

    @GET
    @Path("/api/v1/me")
    public Uni<Me> me(@Context SecurityContext security) {
        var caller = caller(security);
        return uncancelled(jobs.alive(caller)
                .map(alive -> new Me(
                        caller.id(),
                        caller.name(),
                        caller.roles().stream().sorted().toList(),
                        caller.projects().stream()
                                .sorted()
                                .map(project ->
                                        new Membership(project, caller.owned().contains(project)))
                                .toList(),
                        alive)));
    }

    private static List<String> affected(List<IncidentSnapshot> incidents) {
        return incidents.stream()
                .flatMap(incident -> incident.affectedJobs().stream())
                .distinct()
                .toList();
    }

    private static IncidentSnapshot seen(IncidentSnapshot it, Set<String> visible) {
        var jobs = it.affectedJobs().stream().filter(visible::contains).toList();
        return new IncidentSnapshot(
                it.incident(),
                it.sequence(),
                it.dedupKey(),
                it.kind(),
                it.severity(),
                it.state(),
                it.node(),
                it.title(),
                it.occurrences(),
                jobs,
                it.recommendedAction(),
                it.openedAt(),
                it.resolvedAt());
    }
}

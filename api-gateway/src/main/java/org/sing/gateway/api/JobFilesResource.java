package org.sing.gateway.api;

import static org.sing.gateway.api.Edge.caller;
import static org.sing.gateway.api.Edge.uncancelled;

import io.smallrye.common.annotation.Blocking;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.time.Duration;
import org.sing.gateway.api.body.ListingBody;
import org.sing.gateway.app.Uploads;
import org.sing.gateway.domain.Caller;
import org.sing.gateway.store.JobReader;

/** What the store has of a job, to be read only: what agents put there, for those who see the job. */
@Path("/api/v1/jobs/{job}/files")
@RolesAllowed({Caller.RESEARCHER, Caller.OPERATOR, Caller.ADMIN})
class JobFilesResource {
    private static final int MOST = 10_000;
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final JobReader jobs;
    private final Uploads uploads;

    JobFilesResource(JobReader jobs, Uploads uploads) {
        this.jobs = jobs;
        this.uploads = uploads;
    }

    @GET
    @Blocking
    public ListingBody list(@PathParam("job") String id, @Context SecurityContext security) {
        var caller = caller(security);
        var tree = uploads.job(seen(caller, id));
        return Transfer.run(uploads, caller, () -> ListingBody.of(tree.all(MOST)));
    }

    @GET
    @Path("/{path: .+}")
    @Blocking
    public Response read(
            @PathParam("job") String id,
            @PathParam("path") String sent,
            @Context HttpServerRequest http,
            @Context Request request,
            @Context HttpHeaders headers,
            @Context SecurityContext security) {
        var caller = caller(security);
        var path = Transfer.path(sent, http.path());
        var tree = uploads.job(seen(caller, id));
        return Transfer.run(uploads, caller, () -> {
            var item = tree.find(path).filter(it -> !it.folder()).orElseThrow(FilesResource::notFound);
            return new Download(uploads, caller, tree).answer(item, request, headers);
        });
    }

    /** The job's id, also when it was named by its number. */
    private String seen(Caller caller, String id) {
        Uni<String> found = jobs.find(caller, id)
                .map(it -> it.orElseThrow(() -> JobResource.notFound(id)).job().id());
        return uncancelled(found).await().atMost(PATIENCE);
    }
}

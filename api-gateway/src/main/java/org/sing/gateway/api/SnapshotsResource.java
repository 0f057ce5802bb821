package org.sing.gateway.api;

import static org.sing.gateway.api.Edge.caller;

import io.smallrye.common.annotation.Blocking;
import io.vertx.core.http.HttpServerRequest;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.sing.gateway.api.body.ManifestBody;
import org.sing.gateway.api.body.MissingBlobs;
import org.sing.gateway.api.body.SnapshotBody;
import org.sing.gateway.app.Uploads;
import org.sing.gateway.domain.Caller;
import org.sing.schemas.Problem;
import org.sing.snapshots.SnapshotStore.Registered;
import org.sing.snapshots.domain.Entry;
import org.sing.snapshots.domain.Manifest;
import org.sing.snapshots.domain.Rules;

/** Sets of files that jobs bring. Everybody sees only their own. */
@Path("/api/v1/snapshots")
@RolesAllowed({Caller.RESEARCHER, Caller.OPERATOR, Caller.ADMIN})
class SnapshotsResource {
    static final int MOST_BYTES = 8 << 20;

    private final Uploads uploads;

    SnapshotsResource(Uploads uploads) {
        this.uploads = uploads;
    }

    @POST
    @Consumes("application/json")
    @Blocking
    public Response create(
            @HeaderParam("Content-Encoding") Optional<String> encoding,
            InputStream body,
            @Context HttpServerRequest request,
            @Context SecurityContext security) {
        var caller = caller(security);
        return Transfer.run(uploads, caller, () -> {
            var sent = Bodies.parse(Packed.read(body, encoding, MOST_BYTES, "A manifest"), ManifestBody.class);
            var entries = sent.entries();
            check(sent, entries);
            var manifest = new Manifest(entries);
            return answer(uploads.register(caller, manifest), manifest, request);
        });
    }

    @GET
    @Path("/{snapshot}")
    @Blocking
    public SnapshotBody get(@PathParam("snapshot") String id, @Context SecurityContext security) {
        var caller = caller(security);
        return Transfer.run(uploads, caller, () -> uploads.find(caller, id))
                .map(SnapshotBody::of)
                .orElseThrow(() -> Refusal.of(Code.NOT_FOUND, "You have no snapshot of that id."));
    }

    /** The same whether it does not exist or is somebody else's. */
    static Refusal unknown(String snapshot) {
        var shown = snapshot.length() > 64 ? snapshot.substring(0, 64) + "..." : snapshot;
        return Refusal.of(
                Code.UNKNOWN_SNAPSHOT, "You have no snapshot " + shown + "; send it first: POST /api/v1/snapshots.");
    }

    private static Response answer(Registered registered, Manifest manifest, HttpServerRequest request) {
        return switch (registered) {
            case Registered.Complete it ->
                Response.status(it.created() ? 201 : 200)
                        .header("Location", "/api/v1/snapshots/" + manifest.id())
                        .entity(SnapshotBody.of(manifest).brief())
                        .build();
            case Registered.Missing it -> missing(it.digests(), request);
            case Registered.WrongSize it ->
                throw refused(List.of(Problem.of("'%s' has %d bytes and not %d."
                        .formatted(it.file().path(), it.bytes(), it.file().bytes()))));
        };
    }

    private static Response missing(List<String> digests, HttpServerRequest request) {
        var code = Code.BLOBS_MISSING;
        var detail = "You have not sent the contents of %d file%s yet."
                .formatted(digests.size(), digests.size() == 1 ? "" : "s");
        var problem = Problems.body(code, code.wireName(), detail, RequestId.of(request), List.of());
        return Response.status(code.status)
                .type(Problems.MEDIA_TYPE)
                .entity(new MissingBlobs(problem, digests))
                .build();
    }

    /** The rules count entries; people count what they sent. */
    private void check(ManifestBody sent, List<Entry> entries) {
        var problems = Rules.check(entries, uploads.limits()).stream()
                .map(problem -> problem.pointer().isEmpty()
                        ? problem
                        : Problem.at(
                                sent.pointer(Integer.parseInt(problem.pointer().substring(1))), problem.detail()))
                .toList();
        if (!problems.isEmpty()) throw refused(problems);
    }

    private static Refusal refused(List<Problem> problems) {
        return Refusal.of(Code.INVALID_SNAPSHOT, problems.getFirst().detail(), problems);
    }

    /** Packed it is a third as long; what comes out of it counts. */
}

package org.sing.gateway.api;

import static org.sing.gateway.api.Edge.caller;

import io.smallrye.common.annotation.Blocking;
import io.vertx.core.http.HttpServerRequest;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.io.InputStream;
import java.util.List;
import org.sing.gateway.api.body.ListingBody;
import org.sing.gateway.app.Uploads;
import org.sing.gateway.domain.Caller;

/** The caller's own directory. Its address has no person in it: nobody reaches another one's. */
@Path("/api/v1/files")
@RolesAllowed({Caller.RESEARCHER, Caller.OPERATOR, Caller.ADMIN})
class FilesResource {
    private final Uploads uploads;

    FilesResource(Uploads uploads) {
        this.uploads = uploads;
    }

    @GET
    @Blocking
    public ListingBody list(@Context SecurityContext security) {
        var caller = caller(security);
        var tree = uploads.directories().of(caller.id());
        return Transfer.run(
                uploads,
                caller,
                () -> ListingBody.of(tree.list("").orElse(List.of()))
                        .with(
                                tree.usage().bytes(),
                                uploads.directories().quota().bytes()));
    }

    @GET
    @Path("/{path: .+}")
    @Blocking
    public Response read(
            @PathParam("path") String sent,
            @Context HttpServerRequest http,
            @Context Request request,
            @Context HttpHeaders headers,
            @Context SecurityContext security) {
        var caller = caller(security);
        var path = Transfer.path(sent, http.path());
        var tree = uploads.directories().of(caller.id());
        return Transfer.run(uploads, caller, () -> {
            var item = tree.find(path).orElseThrow(FilesResource::notFound);
            if (!item.folder()) return new Download(uploads, caller, tree).answer(item, request, headers);
            return Response.ok(ListingBody.of(tree.list(path).orElse(List.of())))
                    .type("application/json")
                    .build();
        });
    }

    @PUT
    @Path("/{path: .+}")
    @Blocking
    public Response write(
            @PathParam("path") String sent,
            @HeaderParam("Content-Length") String length,
            InputStream body,
            @Context HttpServerRequest http,
            @Context SecurityContext security) {
        var caller = caller(security);
        var path = Transfer.path(sent, http.path());
        var quota = uploads.directories().quota();
        Transfer.checkLength(length, quota.fileBytes());
        var written = Transfer.run(uploads, caller, () -> uploads.write(caller, path, Transfer.body(body)));
        return switch (written) {
            case KEPT -> Response.noContent().build();
            case TOO_LARGE -> throw Transfer.tooLarge(quota.fileBytes());
            case OVER_QUOTA ->
                throw Refusal.of(
                        Code.QUOTA_EXCEEDED,
                        "Your directory takes %d bytes in %d files.".formatted(quota.bytes(), quota.files()));
        };
    }

    @DELETE
    @Path("/{path: .+}")
    @Blocking
    public Response delete(
            @PathParam("path") String sent, @Context HttpServerRequest http, @Context SecurityContext security) {
        var caller = caller(security);
        var path = Transfer.path(sent, http.path());
        if (!Transfer.run(uploads, caller, () -> uploads.directories().delete(caller.id(), path))) throw notFound();
        return Response.noContent().build();
    }

    static Refusal notFound() {
        return Refusal.of(Code.NOT_FOUND, "There is no file or folder of that name.");
    }
}

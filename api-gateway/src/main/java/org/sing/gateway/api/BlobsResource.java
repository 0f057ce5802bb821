package org.sing.gateway.api;

import static org.sing.gateway.api.Edge.caller;

import io.smallrye.common.annotation.Blocking;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.io.InputStream;
import org.sing.gateway.app.Uploads;
import org.sing.gateway.domain.Caller;
import org.sing.snapshots.SnapshotStore.Received;
import org.sing.snapshots.domain.Digests;

/** The bytes of files, under their digest. Nobody reads them here: a snapshot leads to them, and only a job. */
@Path("/api/v1/blobs/{sha256}")
@RolesAllowed({Caller.RESEARCHER, Caller.OPERATOR, Caller.ADMIN})
class BlobsResource {
    private final Uploads uploads;

    BlobsResource(Uploads uploads) {
        this.uploads = uploads;
    }

    @PUT
    @Blocking
    public Response put(
            @PathParam("sha256") String digest,
            @HeaderParam("Content-Length") String length,
            InputStream body,
            @Context SecurityContext security) {
        if (!Digests.isDigest(digest))
            throw Refusal.of(Code.MALFORMED_PARAMETER, "A blob is named by 64 hexadecimal digits, its SHA-256.");
        var most = uploads.limits().fileBytes();
        Transfer.checkLength(length, most);
        var caller = caller(security);
        return switch (Transfer.run(uploads, caller, () -> uploads.receive(caller, digest, Transfer.body(body)))) {
            case Received.Kept it -> Response.noContent().build();
            case Received.TooLarge it -> throw Transfer.tooLarge(most);
            case Received.OtherDigest it ->
                throw Refusal.of(Code.DIGEST_MISMATCH, "The bytes that came have the SHA-256 " + it.digest() + ".");
        };
    }
}

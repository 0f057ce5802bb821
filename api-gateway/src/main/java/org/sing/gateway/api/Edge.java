package org.sing.gateway.api;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.util.Optional;
import org.sing.gateway.app.Outcome;
import org.sing.gateway.domain.Caller;
import org.sing.gateway.identity.CallerPrincipal;

/** What all resources share at the border to HTTP. */
final class Edge {
    static final String FEED_POSITION = "X-Feed-Position";

    private Edge() {}

    static Caller caller(SecurityContext context) {
        return ((CallerPrincipal) context.getUserPrincipal()).caller();
    }

    /**
     * Work that goes on when the client leaves: a cancellation that reaches a transaction, or a wait for a connection,
     * breaks it half-way (HR000090, hibernate-reactive#4133).
     */
    static <T> Uni<T> uncancelled(Uni<T> work) {
        return work.memoize().indefinitely();
    }

    /** The representation, or 304 when the client has it. */
    static Response tagged(Request request, String tag, Object body) {
        var etag = new EntityTag(tag);
        var unchanged = request.evaluatePreconditions(etag);
        return unchanged != null && unchanged.build().getStatus() == 304
                ? Response.notModified(etag).build()
                : Response.ok(body).tag(etag).build();
    }

    static Refusal refusal(Outcome.Refused refused) {
        return Refusal.byService(refused.code(), refused.detail(), refused.errors())
                .with(FEED_POSITION, Long.toString(refused.position()));
    }

    static int limit(Optional<Integer> asked, int usual, int most) {
        var limit = asked.orElse(usual);
        if (limit < 1 || limit > most)
            throw Refusal.of(Code.MALFORMED_PARAMETER, "limit is a number from 1 to " + most + ".");
        return limit;
    }
}

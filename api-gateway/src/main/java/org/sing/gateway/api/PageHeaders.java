package org.sing.gateway.api;

import io.quarkus.vertx.http.runtime.filters.Filters;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.net.URI;
import org.sing.gateway.identity.IdentityConfig;

/** What a browser may do with our pages: run our own scripts, speak to us and to the identity provider, nothing else. */
@ApplicationScoped
class PageHeaders {
    private final String policy;

    PageHeaders(IdentityConfig identity) {
        var issuer = URI.create(identity.issuer());
        policy = "default-src 'self'; connect-src 'self' " + issuer.getScheme() + "://" + issuer.getAuthority()
                + "; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    }

    void register(@Observes Filters filters) {
        filters.register(
                context -> {
                    context.response()
                            .putHeader("Content-Security-Policy", policy)
                            .putHeader("X-Content-Type-Options", "nosniff")
                            .putHeader("Referrer-Policy", "no-referrer");
                    context.next();
                },
                100);
    }
}

package org.sing.gateway.identity;

import io.quarkus.oidc.OidcRequestContext;
import io.quarkus.oidc.OidcTenantConfig;
import io.quarkus.oidc.TenantConfigResolver;
import io.quarkus.oidc.runtime.OidcTenantConfig.SignatureAlgorithm;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;

/** How a token is checked: everything that can be pinned is. An ID token has another type and is refused. */
@ApplicationScoped
class CampusTenant implements TenantConfigResolver {
    private static final int LEEWAY_SECONDS = 30;

    private final IdentityConfig config;
    private final KeyRing keys;
    private volatile OidcTenantConfig tenant;

    CampusTenant(IdentityConfig config, KeyRing keys) {
        this.config = config;
        this.keys = keys;
    }

    @Override
    public Uni<OidcTenantConfig> resolve(RoutingContext request, OidcRequestContext<OidcTenantConfig> context) {
        if (tenant == null) tenant = build();
        return Uni.createFrom().item(tenant);
    }

    private OidcTenantConfig build() {
        return OidcTenantConfig.authServerUrl(config.issuer())
                .tenantId("campus")
                .discoveryEnabled(false)
                .jwksPath(keys.address())
                .jwks()
                .resolveEarly(false)
                .end()
                .token()
                .issuer(config.issuer())
                .audience(IdentityConfig.AUDIENCE)
                .tokenType("Bearer")
                .signatureAlgorithm(SignatureAlgorithm.RS256)
                .lifespanGrace(LEEWAY_SECONDS)
                .subjectRequired()
                .end()
                .roles()
                .roleClaimPath("realm_access/roles") // by default the groups claim would be taken for roles
                .end()
                .build();
    }
}

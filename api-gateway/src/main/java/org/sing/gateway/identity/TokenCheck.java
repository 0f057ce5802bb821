package org.sing.gateway.identity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import io.quarkus.oidc.runtime.OidcAuthenticationMechanism;
import io.quarkus.security.identity.IdentityProviderManager;
import io.quarkus.security.identity.SecurityIdentity;
import io.quarkus.security.identity.request.AuthenticationRequest;
import io.quarkus.security.runtime.QuarkusSecurityIdentity;
import io.quarkus.vertx.http.runtime.security.ChallengeData;
import io.quarkus.vertx.http.runtime.security.HttpAuthenticationMechanism;
import io.quarkus.vertx.http.runtime.security.HttpCredentialTransport;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.annotation.Priority;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Alternative;
import jakarta.json.JsonString;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.jwt.Claims;
import org.eclipse.microprofile.jwt.JsonWebToken;
import org.sing.gateway.app.People;
import org.sing.gateway.domain.Caller;

/**
 * Checks each token once: verifying a signature costs more than the rest of a request, and a signed token does not
 * change. What was verified is remembered until the token ends, and at most {@link #LONGEST}.
 */
@Alternative
@Priority(1)
@ApplicationScoped
class TokenCheck implements HttpAuthenticationMechanism {
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final int REMEMBERED = 20_000;
    private static final String SCHEME = "Bearer ";

    private final OidcAuthenticationMechanism oidc;
    private final KeyRing keys;
    private final People people;
    private final Clock clock;
    private final Cache<String, SecurityIdentity> verified = Caffeine.newBuilder()
            .maximumSize(REMEMBERED)
            .expireAfter(new UntilTokenEnds())
            .build();

    TokenCheck(OidcAuthenticationMechanism oidc, KeyRing keys, People people, Clock clock) {
        this.oidc = oidc;
        this.keys = keys;
        this.people = people;
        this.clock = clock;
    }

    @Override
    public Uni<SecurityIdentity> authenticate(RoutingContext request, IdentityProviderManager manager) {
        var header = request.request().getHeader("Authorization");
        if (header == null || !header.regionMatches(true, 0, SCHEME, 0, SCHEME.length()))
            return Uni.createFrom().nullItem();
        var token = header.substring(SCHEME.length());
        var known = verified.getIfPresent(token);
        if (known != null && caller(known).expiresAt().isAfter(clock.instant()))
            return Uni.createFrom().item(known);
        if (!keys.status().usable()) return Uni.createFrom().failure(new IdentityUnavailable());
        return oidc.authenticate(request, manager)
                .onItem()
                .ifNotNull()
                .transform(identity -> remember(token, identity));
    }

    @Override
    public Uni<ChallengeData> getChallenge(RoutingContext request) {
        return Uni.createFrom().item(new ChallengeData(401, "WWW-Authenticate", "Bearer"));
    }

    @Override
    public Set<Class<? extends AuthenticationRequest>> getCredentialTypes() {
        return oidc.getCredentialTypes();
    }

    @Override
    public Uni<HttpCredentialTransport> getCredentialTransport(RoutingContext request) {
        return oidc.getCredentialTransport(request);
    }

    private SecurityIdentity remember(String token, SecurityIdentity checked) {
        var jwt = (JsonWebToken) checked.getPrincipal();
        var name = Optional.<String>ofNullable(jwt.getClaim(Claims.preferred_username));
        var caller = CallerClaims.caller(
                jwt.getSubject(),
                name,
                checked.getRoles(),
                strings(jwt.getClaim("groups")),
                Instant.ofEpochSecond(jwt.getExpirationTime()));
        var identity = QuarkusSecurityIdentity.builder()
                .setPrincipal(new CallerPrincipal(caller))
                .addRoles(caller.roles())
                .build();
        verified.put(token, identity);
        people.met(caller.id(), caller.name());
        return identity;
    }

    private static List<String> strings(Object claim) {
        if (!(claim instanceof Collection<?> values)) return List.of();
        return values.stream()
                .map(value -> value instanceof JsonString json ? json.getString() : String.valueOf(value))
                .toList();
    }

    private static Caller caller(SecurityIdentity identity) {
        return ((CallerPrincipal) identity.getPrincipal()).caller();
    }

    private final class UntilTokenEnds implements Expiry<String, SecurityIdentity> {
        @Override
        public long expireAfterCreate(String token, SecurityIdentity identity, long now) {
            var left = Duration.between(clock.instant(), caller(identity).expiresAt());
            return left.isNegative() ? 0 : (left.compareTo(LONGEST) < 0 ? left : LONGEST).toNanos();
        }

        @Override
        public long expireAfterUpdate(String token, SecurityIdentity identity, long now, long left) {
            return expireAfterCreate(token, identity, now);
        }

        @Override
        public long expireAfterRead(String token, SecurityIdentity identity, long now, long left) {
            return left;
        }
    }
}
